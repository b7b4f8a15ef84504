import { DELIVERY_STATES, type Delivery } from '../model/delivery';
import type { EndpointId } from '../model/ids';

/** Newest first; the ordinal breaks ties within one instant. */
export const newestFirst = (
  a: Pick<Delivery, 'createdAt' | 'ordinal'>,
  b: Pick<Delivery, 'createdAt' | 'ordinal'>,
): number => b.createdAt - a.createdAt || b.ordinal - a.ordinal;

const STATE_PLACES = new Map(DELIVERY_STATES.map((state, place) => [state, place]));

/** In the order of a delivery's life: what waits first, what is final last. */
export const stateOrder = (a: Pick<Delivery, 'state'>, b: Pick<Delivery, 'state'>): number =>
  (STATE_PLACES.get(a.state) ?? 0) - (STATE_PLACES.get(b.state) ?? 0);

/** What is due soonest first, what waits for nothing last. */
export function dueOrder(a: Pick<Delivery, 'dueAt' | 'ordinal'>, b: Pick<Delivery, 'dueAt' | 'ordinal'>): number {
  if (a.dueAt === null || b.dueAt === null) return Number(a.dueAt === null) - Number(b.dueAt === null);
  return a.dueAt - b.dueAt || a.ordinal - b.ordinal;
}

/** An endpoint by its name; null where it was deleted. */
export type NamedEndpoint = { readonly id: EndpointId; readonly name: string | null };

/** By name, whatever its case; those that were deleted last; of one name the older first. */
export function endpointOrder(a: NamedEndpoint, b: NamedEndpoint): number {
  if (a.name === null || b.name === null) {
    if (a.name !== b.name) return a.name === null ? 1 : -1;
  } else {
    const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
    if (first !== second) return first < second ? -1 : 1;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
