import type { Wait } from './attempt';
import type { FailReason } from './delivery';
import type { EndpointSettings } from './endpoint';
import type { DeliveryId, EndpointId, EventId } from './ids';
import type { Fault, Interruption } from './outcome';
import type { Pace } from './pace';

/** Every step names the provider's rules that were at work (`F6`, `F7`), so that each verdict can explain itself. */
type Ruled = { readonly rules: readonly string[] };

/** A throttle's window, virtual epoch ms: from (included) to (excluded), and how many of its places are taken. */
export type ThrottleWindow = {
  readonly fromAt: number;
  readonly toAt: number;
  readonly used: number;
  readonly limit: number;
};

/**
 * The endpoint's count of exhausted deliveries in a row, before and after the end of one; the same twice where that
 * end does not count. `threshold` is where the policy suspends.
 */
export type StreakChange = { readonly before: number; readonly after: number; readonly threshold: number };

/** A Retry-After that came with the response, word for word, and whether the policy obeys it. */
export type RetryAfter = {
  readonly value: string;
  readonly used: boolean;
  readonly rules: readonly string[];
  /** The header's name as the policy has it; absent: Retry-After. */
  readonly header?: string | undefined;
  /** How it was used. */
  readonly mode?: 'replace' | 'at-least' | undefined;
  /**
   * Used, but for less than it says (`capped`), or as zero (`past`). Not used: it cannot be read, its status does not
   * count, the policy's own wait is as long, or nothing follows.
   */
  readonly note?: 'capped' | 'past' | 'malformed' | 'status' | 'shorter' | 'ended' | undefined;
};

/** A header of a failed answer by which its delivery ended for good. */
export type OptOut = { readonly header: string; readonly value: string };

/** Charged tries that are left after this attempt, and how many there are in all. */
type Budgeted = { readonly budgetLeft: number; readonly budget: number };

/** As a database of an earlier version has it: what was not kept then is null. */
type Kept<T> = { readonly [K in keyof T]: T[K] | null };

/** What was decided about one delivery, with its reason. */
export type DeliveryStep =
  /** `originId`: the delivery of which this is a redelivery or replay. */
  | ({ readonly kind: 'accept'; readonly originId: DeliveryId | null } & Ruled)
  /** `throttle`: the window of its channel that it goes in, itself counted; null where the channel has no limit. */
  | ({
      readonly kind: 'claim';
      readonly n: number;
      readonly lateMs: number;
      readonly throttle: ThrottleWindow | null;
    } & Kept<Budgeted> &
      Ruled)
  /** `streak` is null where the policy never suspends. */
  | ({
      readonly kind: 'deliver';
      readonly n: number;
      readonly status: number;
      readonly streak: StreakChange | null;
    } & Kept<Budgeted> &
      Ruled)
  | ({
      readonly kind: 'retry';
      readonly n: number;
      readonly because: Cause;
      readonly dueAt: number;
      readonly wait: Wait;
      readonly budgetLeft: number;
      readonly budget: number | null;
      readonly retryAfter: RetryAfter | null;
    } & Ruled)
  /** An interrupted attempt goes again, uncharged. */
  | ({
      readonly kind: 'requeue';
      readonly n: number;
      readonly by: Interruption;
      readonly dueAt: number;
    } & Kept<Budgeted> &
      Ruled)
  /** The engine died in the attempt; the sweep will find it and count it (A24). */
  | ({ readonly kind: 'stuck'; readonly n: number; readonly since: number } & Ruled)
  /** `streak` is null where the policy never suspends. */
  | ({
      readonly kind: 'fail';
      readonly n: number;
      readonly reason: FailReason;
      readonly because: Cause;
      readonly retryAfter: RetryAfter | null;
      readonly streak: StreakChange | null;
      /** Absent where no header ended it. */
      readonly optOut?: OptOut | undefined;
    } & Kept<Budgeted> &
      Ruled)
  /** Over a channel's limit: it goes in a later window, and no try is used (A16, A17). */
  | ({
      readonly kind: 'defer';
      readonly fromAt: number;
      readonly toAt: number;
      readonly limit: number;
      readonly windowMs: number;
      /** The window that it has a place in now, itself counted. */
      readonly window: ThrottleWindow | null;
    } & Ruled)
  /** A place in an earlier window became free, and it is the first in line (a11). */
  | ({
      readonly kind: 'advance';
      readonly fromAt: number;
      readonly toAt: number;
      readonly window: ThrottleWindow;
    } & Ruled)
  | ({ readonly kind: 'hold' } & Ruled)
  | ({ readonly kind: 'close'; readonly to: 'failed' | 'cancelled' | 'held'; readonly because: Closing } & Ruled)
  /** Held, and sent now that the endpoint is open again. */
  /** `probe`: it goes as a probe, and the rest stays held. */
  | ({ readonly kind: 'release'; readonly dueAt: number; readonly probe?: true | undefined } & Ruled)
  | ({ readonly kind: 'stale' } & Ruled)
  | ({
      readonly kind: 'queue-again';
      readonly because: 'never-picked-up' | 'lost-retry' | 'stuck';
      readonly dueAt: number;
    } & Ruled)
  | ({ readonly kind: 'expire' } & Ruled)
  /** A person's act on this record. */
  | ({ readonly kind: 'resend'; readonly dueAt: number; readonly budget: number } & Ruled)
  | ({ readonly kind: 'retry-now'; readonly dueAt: number } & Ruled)
  | ({ readonly kind: 'cancel' } & Ruled)
  /** `jobs` of it will get lost from now on; null is every one. */
  | ({ readonly kind: 'lose-job'; readonly jobs: number | null } & Ruled)
  /** A job that was to be queued got lost. */
  | ({ readonly kind: 'job-lost' } & Ruled);

/** Why an endpoint stopped receiving. */
export type Closing = 'suspended' | 'endpoint-disabled' | 'endpoint-deleted';

/** Why an attempt was not a success. */
export type Cause =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly detail: string }
  | { readonly kind: 'interrupted'; readonly by: Interruption }
  /** No request was made: the endpoint's saved settings cannot be used. */
  | { readonly kind: 'configuration'; readonly detail: string };

/** What ended a suspension: a challenge, a person, its time, or its probes. */
export type ReopenedBy = 'verify' | 'enable' | 'time' | 'probe';

/** What suspended an endpoint, where it was not deliveries that used up their attempts. */
export type SuspendCause =
  | { readonly kind: 'failures-in-a-row' }
  | { readonly kind: 'failures-in-span'; readonly spanMs: number }
  | { readonly kind: 'failure-rate'; readonly failed: number; readonly total: number; readonly spanMs: number }
  | { readonly kind: 'failing-for'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'probe' };

/** What was decided about an endpoint. */
export type EndpointStep =
  | ({
      readonly kind: 'suspend';
      readonly streak: number;
      /** What waited for it, and was held or closed. */
      readonly waiting: number;
      /** Absent: deliveries that used up their attempts. */
      readonly because?: SuspendCause | undefined;
      /** How long it lasts by itself, ms, and which one in a row without a success it is. */
      readonly forMs?: number | undefined;
      readonly round?: number | undefined;
    } & Ruled)
  /** Half-open: a delivery goes as a probe (null: the next one that there is), and so many have passed already. */
  | ({
      readonly kind: 'probe';
      readonly deliveryId: DeliveryId | null;
      readonly passed: number;
      readonly needed: number;
    } & Ruled)
  /** The count of exhausted deliveries in a row changed. */
  | ({ readonly kind: 'streak'; readonly before: number; readonly after: number } & Ruled)
  | ({ readonly kind: 'reopen'; readonly by: ReopenedBy; readonly released: number } & Ruled)
  | ({ readonly kind: 'disable'; readonly closed: number } & Ruled)
  | ({ readonly kind: 'delete'; readonly closed: number } & Ruled)
  /** Its settings are others from here on; `before` is what they were. */
  | ({ readonly kind: 'change'; readonly before: EndpointSettings } & Ruled)
  | ({ readonly kind: 'verify'; readonly url: string; readonly passed: boolean; readonly detail: string } & Ruled)
  /** An event was stored, but got no delivery here. */
  | ({
      readonly kind: 'no-delivery';
      readonly eventId: EventId;
      readonly because: 'never-verified' | 'hold-limit' | 'suspended' | 'disabled';
    } & Ruled);

/** What happened to the run itself. */
export type RunStep =
  | { readonly kind: 'clock'; readonly paused: boolean; readonly pace: Pace }
  /** Waits are skipped from one virtual instant to another (epoch ms). */
  | { readonly kind: 'jump'; readonly from: number; readonly to: number }
  | { readonly kind: 'stop'; readonly aborted: number }
  | { readonly kind: 'recover'; readonly interrupted: number };

export type Step = DeliveryStep | EndpointStep | RunStep;

/** A row of the append-only log. */
export type StepRecord = {
  readonly seq: number;
  /** The revision of the commit that wrote it. */
  readonly revision: number;
  /** Virtual epoch ms. */
  readonly at: number;
  readonly wallAt: number;
  readonly deliveryId: DeliveryId | null;
  readonly endpointId: EndpointId | null;
  readonly step: Step;
  /** What a delivery's row said went wrong from here on, or null. */
  readonly error: string | null;
};
