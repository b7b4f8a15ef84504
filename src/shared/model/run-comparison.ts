import type { DeliveryState, FailReason } from './delivery';
import type { ReportedAttempt, ReportedDelivery, RunDocument } from './run-document';

/** What two runs are compared by. */
export type ComparedRun = {
  readonly deliveries: readonly ComparedDelivery[];
  readonly endpoints: readonly Pick<RunDocument['endpoints'][number], 'name' | 'state' | 'label'>[];
  readonly expectations: readonly Pick<RunDocument['expectations'][number], 'expectation' | 'ok' | 'actual'>[];
};

export type ComparedDelivery = Pick<
  ReportedDelivery,
  'id' | 'event' | 'type' | 'endpoint' | 'state' | 'reason' | 'createdAtMs'
> & { readonly attempts: readonly ComparedAttempt[] };

export type ComparedAttempt = Pick<
  ReportedAttempt,
  'n' | 'trigger' | 'startedAtMs' | 'endedAtMs' | 'outcome' | 'status' | 'fault'
> & {
  /** The wait before it as it was made, ms, or null where there was none. */
  readonly waitMs: number | null;
};

export const ATTEMPT_CHANGES = ['status', 'fault', 'latency', 'order', 'wait'] as const;
export type AttemptChange = (typeof ATTEMPT_CHANGES)[number];

/** In both runs and the same, in both and changed, in the later one only, in the earlier one only. */
export const PRESENCES = ['same', 'changed', 'new', 'gone'] as const;
export type Presence = (typeof PRESENCES)[number];

export type AttemptPair = {
  readonly n: number;
  readonly presence: Presence;
  /** Empty unless it is changed. */
  readonly changes: readonly AttemptChange[];
  readonly earlier: ComparedAttempt | null;
  readonly later: ComparedAttempt | null;
};

export type DeliverySide = {
  readonly id: string;
  readonly state: DeliveryState;
  readonly reason: FailReason | null;
  /** Virtual ms since the start of its run. */
  readonly createdAtMs: number;
};

export type DeliveryPair = {
  readonly endpoint: string;
  readonly type: string;
  /** The how-many-eth event of the endpoint, from 1. */
  readonly event: number;
  /** 1 for the event's own delivery, then its redeliveries and replays. */
  readonly copy: number;
  readonly presence: Presence;
  /** Its state or its reason is another one. */
  readonly verdictChanged: boolean;
  readonly earlier: DeliverySide | null;
  readonly later: DeliverySide | null;
  readonly attempts: readonly AttemptPair[];
};

/** Something with a verdict: an endpoint or an expectation. Null on the side that does not have it. */
export type VerdictPair = {
  readonly kind: 'endpoint' | 'expectation';
  readonly name: string;
  readonly earlier: string | null;
  readonly later: string | null;
  readonly changed: boolean;
};

export type Counts = Readonly<Record<Presence, number>>;

export type RunComparison = {
  readonly deliveries: Counts;
  readonly attempts: Counts;
  /** Attempts by what changed of them; one may count several times. */
  readonly changes: Readonly<Record<AttemptChange, number>>;
  /** Deliveries, endpoints and expectations with another verdict. */
  readonly verdicts: number;
  /** In the order of the later run; what is gone stands last. */
  readonly pairs: readonly DeliveryPair[];
  readonly others: readonly VerdictPair[];
};
