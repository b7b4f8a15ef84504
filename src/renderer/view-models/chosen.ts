import type { FilteredDelivery } from '../../shared/filter/match-delivery';
import type { DeliveryId } from '../../shared/model/ids';
import { sayCount } from './numbers';

/** What is remembered of a delivery that is chosen: what a filter asks of it, and where it goes. */
export type ChosenRow = FilteredDelivery;

export type ChosenRows = ReadonlyMap<DeliveryId, ChosenRow>;

/** Not the whole row: of a hundred thousand that would be much. */
export const chosenOf = (row: ChosenRow): ChosenRow => ({
  id: row.id,
  eventId: row.eventId,
  eventType: row.eventType,
  endpointId: row.endpointId,
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  deferredFrom: row.deferredFrom,
  createdAt: row.createdAt,
  pinned: row.pinned,
  marks: row.marks.slice(-1).map(({ outcome }) => ({ outcome })),
});

/** The same ones as they are now; the very same map when none of them changed. */
export function withChanged(known: ChosenRows, changed: readonly ChosenRow[]): ChosenRows {
  const news =
    known.size === 0
      ? []
      : changed.filter((row) => {
          const before = known.get(row.id);
          return before !== undefined && (before.state !== row.state || before.pinned !== row.pinned);
        });
  return news.length === 0 ? known : new Map([...known, ...news.map((row) => [row.id, chosenOf(row)] as const)]);
}

/** `5 chosen`, `5 chosen, 2 of them not in this filter`. */
export function sayChosen(count: number, outside: number): string {
  const chosen = `${sayCount(count)} chosen`;
  if (outside === 0) return chosen;
  return outside === count ? `${chosen}, not in this filter` : `${chosen}, ${sayCount(outside)} not in this filter`;
}
