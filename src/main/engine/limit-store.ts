import type { Delivery } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import type { Place } from '../../shared/rules/throttle';

/** What the store remembers for throttles and for suspensions by attempts. Writes only inside `transact`. */
export interface LimitStore {
  /** Places taken or promised in a throttle window. */
  slotsUsed(endpointId: EndpointId, windowAt: number): number;
  /** The last throttle window with a place taken or promised, and the first one after a given window; or null. By index. */
  lastSlot(endpointId: EndpointId): number | null;
  nextSlot(endpointId: EndpointId, after: number): number | null;
  /** Up to `limit` deliveries that wait for a throttle window, in the order in which they came due. By index. */
  inLine(endpointId: EndpointId, windowAt: number, limit: number): readonly Delivery[];
  takeSlot(endpointId: EndpointId, windowAt: number): void;
  giveSlot(endpointId: EndpointId, windowAt: number): void;

  /**
   * Remembers an attempt's end at an endpoint and forgets those at or before virtual `since`. Returns how many there
   * are then, itself counted. By index, and without counting them.
   */
  noteAttempt(
    endpointId: EndpointId,
    at: number,
    failed: boolean,
    since: number,
  ): { readonly failed: number; readonly total: number };
  /** Forgets all of them. */
  forgetAttempts(endpointId: EndpointId): void;

  /** Places in the line of a sliding limit: the last one, one by its number, and the first promised at an instant. By index. */
  lastPlace(endpointId: EndpointId): Place | null;
  place(endpointId: EndpointId, n: number): Place | null;
  promisedPlace(endpointId: EndpointId, at: number): Place | null;
  /** The first one of a state at or after an instant. By index. */
  nextPlace(endpointId: EndpointId, state: Place['state'], from: number): Place | null;
  /** How many are taken or promised after one instant and up to another. By index. */
  placesBetween(endpointId: EndpointId, after: number, upTo: number): number;
  writePlace(endpointId: EndpointId, place: Place): void;
  dropPlace(endpointId: EndpointId, n: number): void;
}
