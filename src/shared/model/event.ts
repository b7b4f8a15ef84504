import type { EndpointId, EventId, RunId } from './ids';

/** What happened. Immutable; may go to several endpoints. */
export type Event = {
  readonly id: EventId;
  readonly runId: RunId;
  /** 1, 2, 3 … in the run's order of arrival: what seeded draws are keyed by. */
  readonly ordinal: number;
  readonly type: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Virtual epoch ms. */
  readonly createdAt: number;
};

/** An event without its bytes, for lists. */
export type EventSummary = Omit<Event, 'body'> & {
  readonly bodyBytes: number;
  readonly deliveries: number;
  /** Where its deliveries go, each once. */
  readonly endpointIds: readonly EndpointId[];
};
