/** The place of the nth entry (1, 2, 3 …) in a list of `length` whose last `tail` entries repeat for ever. */
const placeAt = (length: number, tail: number, n: number): number =>
  n <= length ? n - 1 : length - tail + ((n - length - 1) % tail);

/** The nth entry of a list whose last `tail` entries repeat. Undefined only of an empty list. */
export const entryAt = <T>(entries: readonly T[], tail: number, n: number): T | undefined =>
  entries[placeAt(entries.length, Math.min(tail, entries.length), n)];

/** The nth offset from the first attempt, ms: past the last one its last `tail` steps repeat. */
export function offsetAt(offsetsMs: readonly number[], tail: number, n: number): number {
  const { length } = offsetsMs;
  const at = (place: number): number => (place < 0 ? 0 : (offsetsMs[place] ?? 0));
  if (n <= length) return at(n - 1);
  const k = Math.min(tail, length);
  const before = at(length - k - 1);
  const rounds = Math.floor((n - length) / k);
  return at(length - 1) + rounds * (at(length - 1) - before) + at(length - k - 1 + ((n - length) % k)) - before;
}
