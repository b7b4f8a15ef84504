import type { DeliveryId } from '../../shared/model/ids';
import type { Capture, Forward, Route } from '../../shared/model/receiver';

/** A request that a forwarding route took. */
export type Arrived = Pick<Capture, 'id' | 'runId' | 'method' | 'target' | 'headers' | 'body' | 'at'>;

/**
 * What became of it: an event whose delivery the endpoint admits or not; or nothing, since its endpoint is not there
 * (`gone`), or since its run is no longer the live one (`frozen`).
 */
export type Forwarded =
  | { readonly kind: 'taken'; readonly deliveryId: DeliveryId | null }
  | { readonly kind: 'gone' }
  | { readonly kind: 'frozen' };

/** What the receiver hands forwarded requests to. */
export interface Forwarder {
  /** Only inside a transaction of the store: that of the capture. */
  take(route: Pick<Route, 'id' | 'path'>, forward: Forward, request: Arrived): Forwarded;
  /** What was taken is committed: it may go. */
  wake(): void;
}
