import type { DeliveryRow } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import { newestFirst } from '../../shared/rules/list-order';

/** Live holds this many deliveries and no more, however many the store has. */
export const LIVE_ROWS = 600;
const ACTIVE_ROWS = LIVE_ROWS / 2;

/**
 * Merges changed rows into the window, newest first. When it overflows, deliveries that still wait keep up to half
 * of it, so that a burst of finished ones does not push a retry out of sight.
 */
export function keepForLive(
  known: readonly DeliveryRow[],
  changed: readonly DeliveryRow[],
  most: number = LIVE_ROWS,
): readonly DeliveryRow[] {
  const byId = new Map<string, DeliveryRow>(known.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  const rows = [...byId.values()].sort(newestFirst);
  if (rows.length <= most) return rows;
  const active = rows.filter((row) => !isFinal(row.state)).slice(0, Math.min(ACTIVE_ROWS, Math.floor(most / 2)));
  const kept = new Set<string>(active.map((row) => row.id));
  for (const row of rows) {
    if (kept.size >= most) break;
    kept.add(row.id);
  }
  return rows.filter((row) => kept.has(row.id));
}
