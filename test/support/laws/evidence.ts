import type { DeliveryId, EventId } from '../../../src/shared/model/ids';

/** A request as an independent receiver saw it. `webhook-id` and `webhook-timestamp` are the request's own. */
export type SeenRequest = {
  /** The endpoint's URL, as it was asked for. */
  readonly url: string;
  readonly eventId: string;
  readonly timestampS: number;
  /** Wall epoch ms. */
  readonly arrivedAt: number;
  /** What it was answered, or null when no answer left. */
  readonly status: number | null;
};

/** What was seen from outside, by processes that nobody killed. */
export type Evidence = {
  /** What the engine said it had accepted. */
  readonly acceptedEvents: readonly EventId[];
  readonly acceptedDeliveries: readonly DeliveryId[];
  /** Every request that reached a receiver, answered or not. */
  readonly seen: readonly SeenRequest[];
  /** The delivery key of each request that the engine's own receiver answered. */
  readonly answeredCaptures: readonly string[];
  /** Attempts that a kill left without an outcome, as they stood in the file before the next start. */
  readonly cutOff: readonly { readonly deliveryId: DeliveryId; readonly n: number }[];
};

/** One thing that a law forbids and that was found. */
export type Breach = { readonly law: string; readonly what: string };
