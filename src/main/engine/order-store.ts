import type { Delivery } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';

/** What keeps the order of an endpoint's deliveries asks of the store. All by index: how many wait does not matter. */
export interface OrderStore {
  /** The first accepted of an endpoint's deliveries that wait (queued, retrying, held or stale), or null. */
  eldest(endpointId: EndpointId): Delivery | null;
  /** The first accepted of an endpoint's deliveries that are being sent, or whose attempt got stuck, or null. */
  sending(endpointId: EndpointId): Delivery | null;
  /** The last accepted of an endpoint's deliveries that are not final, or null. */
  youngest(endpointId: EndpointId): Delivery | null;
  /** The delivery of an endpoint that was accepted right before an ordinal, whatever its state, or null. */
  elderOf(endpointId: EndpointId, ordinal: number): Delivery | null;
}
