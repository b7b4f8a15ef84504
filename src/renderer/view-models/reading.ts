/** How a list is looked at. */
export type Reading = {
  /** Away from its beginning. */
  readonly scrolled: boolean;
  /** The pointer rests on one of its rows. */
  readonly pointed: boolean;
  /** A row is open beside it, or some are chosen. */
  readonly selected: boolean;
  /** The person asked for the newest since they selected something. */
  readonly asked: boolean;
};

/** Whether new rows may push the others down: not while somebody reads one. */
export const isFollowing = ({ scrolled, pointed, selected, asked }: Reading): boolean =>
  !scrolled && !pointed && (!selected || asked);

/**
 * By how many rows the place in the list moved that is read: the first of `read` that is still there says so. 0 where
 * none is there any more.
 * @param read ids of rows, what is read most likely first
 */
export function shiftOf(before: readonly string[], after: readonly string[], read: readonly string[]): number {
  const places = new Map(after.map((id, place) => [id, place]));
  for (const id of read) {
    const place = places.get(id);
    if (place !== undefined) return place - before.indexOf(id);
  }
  return 0;
}

/**
 * The rows that came above the reader and were not in sight since: what was unseen before and still is above, and what
 * is new above.
 * @param first the place of the first row in sight, in `after`
 */
export function unseenAfter(
  unseen: ReadonlySet<string>,
  before: readonly string[],
  after: readonly string[],
  first: number,
): ReadonlySet<string> {
  const known = new Set(before);
  const above = after.slice(0, Math.max(0, first));
  return new Set(above.filter((id) => unseen.has(id) || !known.has(id)));
}
