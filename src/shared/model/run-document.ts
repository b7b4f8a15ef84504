import type { Trigger, Wait } from './attempt';
import type { DeliveryState, FailReason } from './delivery';
import type { Fault, Outcome } from './outcome';
import type { Step } from './step';

/** What a run leaves behind for people and programs. All times are virtual ms since its start. */
export type RunDocument = {
  readonly scenario: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly virtualStart: string;
  readonly virtualEndMs: number;
  /** It was stopped by hand: expectations were not judged. */
  readonly interrupted: boolean;
  /** In the order of their creation. */
  readonly deliveries: readonly ReportedDelivery[];
  readonly endpoints: readonly ReportedEndpoint[];
  readonly routes: readonly ReportedRoute[];
  /** Every step that was decided, in order. */
  readonly log: readonly ReportedStep[];
  readonly expectations: readonly JudgedExpectation[];
  /** What was planned and did not happen any more. */
  readonly notRun: readonly string[];
};

export type ReportedDelivery = {
  readonly id: string;
  /** Its event's id, and the event's type. */
  readonly event: string;
  readonly type: string;
  /** The endpoint's name. */
  readonly endpoint: string;
  readonly state: DeliveryState;
  /** The provider's own label, or null where its page has no word for the state. */
  readonly label: string | null;
  readonly reason: FailReason | null;
  readonly createdAtMs: number;
  readonly counter: number;
  /** The delivery of which this is a redelivery or replay. */
  readonly origin: string | null;
  readonly error: string | null;
  readonly attempts: readonly ReportedAttempt[];
};

export type ReportedAttempt = {
  readonly n: number;
  readonly trigger: Trigger;
  readonly dueAtMs: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly wait: Wait | null;
  /** Where it was due before a throttle moved it. */
  readonly deferredFromMs: number | null;
  /** Null while it is in flight. */
  readonly outcome: Outcome['kind'] | null;
  readonly status: number | null;
  readonly fault: Fault | null;
  /** What went wrong, in words. */
  readonly error: string | null;
};

export type ReportedEndpoint = {
  readonly name: string;
  readonly policy: string;
  readonly state: EndpointStanding;
  /** The provider's own word for it. */
  readonly label: string;
  readonly suspensions: readonly Suspension[];
  /** Held now, and at most at once. */
  readonly held: number;
  readonly heldMax: number;
  /** Events that got no delivery because the limit of held ones was reached. */
  readonly droppedByLimit: number;
  /** Deliveries in a row that used up their attempts. */
  readonly streak: number;
};

/** What an endpoint is to its provider, in one word. */
export const ENDPOINT_STANDINGS = ['enabled', 'suspended', 'disabled', 'deleted', 'unverified'] as const;
export type EndpointStanding = (typeof ENDPOINT_STANDINGS)[number];

export type Suspension = { readonly fromMs: number; readonly toMs: number | null; readonly reason: string | null };

export type ReportedRoute = {
  readonly route: string;
  readonly captures: number;
  /** Captures whose delivery id the route had seen before. */
  readonly duplicates: number;
};

/** A step with its own fields; instants in them are ms since the start, and end in `Ms`. */
export type ReportedStep = {
  readonly atMs: number;
  readonly kind: Step['kind'];
  readonly delivery: string | null;
  readonly endpoint: string | null;
  /** The same in one sentence. */
  readonly text: string;
  /** What decided it, each with the rules behind it. */
  readonly facts: readonly { readonly label: string; readonly value: string; readonly rules: readonly string[] }[];
  readonly [field: string]: unknown;
};

export type JudgedExpectation = {
  /** What was checked: `orders: suspensions`. */
  readonly expectation: string;
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly ok: boolean;
  readonly expected: string;
  readonly actual: string;
};
