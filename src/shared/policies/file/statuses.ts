/** `429`, `4xx` or `500-599` as from and to; undefined for what is none of these. */
export function readStatuses(text: string): readonly [number, number] | undefined {
  const hundred = /^([1-9])xx$/i.exec(text.trim())?.[1];
  if (hundred !== undefined) return [Number(hundred) * 100, Number(hundred) * 100 + 99];
  const [, from, to = from] = /^(\d{3})(?:\s*-\s*(\d{3}))?$/.exec(text.trim()) ?? [];
  return from === undefined ? undefined : [Number(from), Number(to)];
}

/** From and to as `readStatuses` reads them. */
export function writeStatuses(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const [from, to]: readonly unknown[] = value;
  if (from === to) return String(from);
  return typeof from === 'number' && from % 100 === 0 && to === from + 99 ? `${from / 100}xx` : `${from}-${to}`;
}
