/**
 * JSON as an event's body carries it: like `JSON.stringify`, but integers beyond 2^53 keep their digits.
 * @throws RangeError for a number that JSON cannot say (`.inf`, `.nan`)
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`JSON has no ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
