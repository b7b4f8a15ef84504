import type { HeaderList } from './header';
import type { DeliveryId, EndpointId, EventId } from './ids';
import type { InterimNote, Outcome, PhaseTimings, ReceivedResponse } from './outcome';

/** R5: who asked for an attempt. */
export const TRIGGERS = ['first', 'retry', 'requeue', 'release', 'resend', 'redeliver', 'replay', 'retry-now'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What a draw is made of, so that it can be made again: `draw(seed, ...key)`. */
export type DrawSource = { readonly seed: number; readonly key: readonly number[] };

/**
 * The wait before an attempt: the delay before jitter, the band it was drawn from, and the draw. All in ms; `roll` in
 * [0, 1). `draw` is null where nobody kept it.
 */
export type Wait = {
  readonly baseMs: number;
  readonly minMs: number;
  readonly nominalMs: number;
  readonly maxMs: number;
  readonly drawnMs: number;
  readonly roll: number;
  readonly draw: DrawSource | null;
  /** What the answer asked for, ms, where that made the wait another than the one that was drawn. */
  readonly askedMs?: number | undefined;
};

/** How long a wait is in the end, ms. */
export const waitedMs = ({ drawnMs, askedMs }: Pick<Wait, 'drawnMs' | 'askedMs'>): number => askedMs ?? drawnMs;

/**
 * One request of a delivery, from claim to outcome. `n` is history (1, 2, 3 …) and only grows; the provider's own
 * counter is the delivery's `counter` (R4). `outcome` is null while the request is in flight.
 */
export type Attempt = {
  readonly deliveryId: DeliveryId;
  readonly endpointId: EndpointId;
  readonly n: number;
  readonly trigger: Trigger;
  /** Virtual epoch ms at which it was allowed to start. */
  readonly dueAt: number;
  /** Virtual epoch ms of the claim. */
  readonly startedAt: number;
  /** Virtual epoch ms of the outcome. */
  readonly endedAt: number | null;
  /** Wall epoch ms of the claim: what signatures carry. */
  readonly startedWallAt: number;
  readonly wait: Wait | null;
  /** Where it was due before a throttle moved it, virtual epoch ms. */
  readonly deferredFrom: number | null;
  readonly outcome: Outcome | null;
};

/** Everything that is kept of an attempt: both messages and the phases, for the detail pane and the exports. */
export type AttemptRecord = Attempt & {
  readonly eventId: EventId;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly bodyBytes: number;
  };
  readonly response: ReceivedResponse | null;
  readonly timings: PhaseTimings | null;
  /** Null where none came, and in attempts of versions that did not note them. */
  readonly interim: InterimNote | null;
  /** `address:port` of the peer, once connected. */
  readonly remote: string | null;
};
