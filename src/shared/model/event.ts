import type { HeaderList } from './header';
import type { CaptureId, EndpointId, EventId, RouteId, RunId } from './ids';

export const SIGNINGS = ['as-captured', 'anew'] as const;
/**
 * `as-captured` sends the captured fields and nothing of the endpoint’s own; `anew` puts the endpoint’s ids, signature,
 * authorization and headers in the place of fields with the same names.
 */
export type Signing = (typeof SIGNINGS)[number];

/** What an event carries beside its body when it is a captured request that is sent on. */
export type CarriedRequest = {
  readonly captureId: CaptureId;
  /** The route that forwarded it; null when a person sent it on. */
  readonly routeId: RouteId | null;
  readonly method: string;
  /** Path and query that are added to the endpoint’s URL, as they stood in the request line; may be empty. */
  readonly tail: string;
  /** Its fields as they go out, in order and case, framing included; only Host is set anew for each attempt. */
  readonly headers: HeaderList;
  readonly signing: Signing;
};

/** What happened. Immutable; may go to several endpoints. */
export type Event = {
  readonly id: EventId;
  readonly runId: RunId;
  /** 1, 2, 3 … in the run's order of arrival: what seeded draws are keyed by. */
  readonly ordinal: number;
  readonly type: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Null for an event that was made here: its request is then the policy’s own. */
  readonly carried: CarriedRequest | null;
  /** Virtual epoch ms. */
  readonly createdAt: number;
};

/** An event without its bytes, for lists. */
export type EventSummary = Omit<Event, 'body' | 'carried'> & {
  /** The capture that was sent on as this event. */
  readonly captureId: CaptureId | null;
  readonly bodyBytes: number;
  readonly deliveries: number;
  /** Where its deliveries go, each once. */
  readonly endpointIds: readonly EndpointId[];
};
