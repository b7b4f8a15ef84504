import type { DeliveryRow } from '../../shared/contract/views';

/** Literal text, in the event's type or in an id: what the engine's own list does, for rows that are already here. */
export function rowContains(row: Pick<DeliveryRow, 'id' | 'eventId' | 'eventType'>, text: string): boolean {
  const wanted = text.toLowerCase();
  return [row.eventType, row.id, row.eventId].some((candidate) => candidate.toLowerCase().includes(wanted));
}
