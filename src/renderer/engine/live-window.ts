import type { DeliveryRow } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import { newestFirst } from '../../shared/rules/list-order';

/** Live holds this many deliveries and no more, however many the store has. */
export const LIVE_ROWS = 10_000;
/** Of them, those that still wait and are older than the others. */
export const ACTIVE_ROWS = LIVE_ROWS / 2;

/**
 * Merges changed rows into the window, newest first. When it overflows, deliveries that still wait keep up to half
 * of it, so that a burst of finished ones does not push a retry out of sight.
 * @param known newest first
 */
export function keepForLive(
  known: readonly DeliveryRow[],
  changed: readonly DeliveryRow[],
  most: number = LIVE_ROWS,
): readonly DeliveryRow[] {
  const rows = merged(known, changed);
  if (rows.length <= most) return rows;
  const active = rows.filter((row) => !isFinal(row.state)).slice(0, Math.min(ACTIVE_ROWS, Math.floor(most / 2)));
  const kept = new Set<string>(active.map((row) => row.id));
  for (const row of rows) {
    if (kept.size >= most) break;
    kept.add(row.id);
  }
  return rows.filter((row) => kept.has(row.id));
}

/** A delivery keeps its place, which its creation gives it: only the new ones are sorted, not the window. */
function merged(known: readonly DeliveryRow[], changed: readonly DeliveryRow[]): readonly DeliveryRow[] {
  const fresh = new Map<string, DeliveryRow>(changed.map((row) => [row.id, row]));
  const kept = known.map((row) => {
    const now = fresh.get(row.id);
    if (now === undefined) return row;
    fresh.delete(row.id);
    return now;
  });
  if (fresh.size === 0) return kept;
  const added = [...fresh.values()].sort(newestFirst);
  const rows: DeliveryRow[] = [];
  let next = 0;
  for (const row of kept) {
    for (let early = added[next]; early !== undefined && newestFirst(early, row) < 0; early = added[next]) {
      rows.push(early);
      next += 1;
    }
    rows.push(row);
  }
  return rows.concat(added.slice(next));
}
