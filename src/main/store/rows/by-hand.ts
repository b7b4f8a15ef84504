/**
 * The checks of the schemas once more by hand, for rows that every attempt reads: a schema costs several times what
 * SQLite takes to find the row. What they do not pass goes to the schema, which says what is wrong.
 */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Finite, as the schemas want it. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value);

export function oneOf<T extends string>(words: readonly T[]): (value: unknown) => value is T {
  const set: ReadonlySet<unknown> = new Set(words);
  return (value): value is T => set.has(value);
}

export function parsedOrUndefined(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema says it better
  }
}
