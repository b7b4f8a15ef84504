import type { Trigger, Wait } from './attempt';
import type { DeliveryId, EndpointId, EventId, RunId } from './ids';

export const DELIVERY_STATES = [
  'queued',
  'processing',
  'retrying',
  'held',
  'stale',
  'delivered',
  'failed',
  'cancelled',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const FAIL_REASONS = ['exhausted', 'permanent', 'expired', 'endpoint-disabled'] as const;
export type FailReason = (typeof FAIL_REASONS)[number];

export const FINAL_STATES: readonly DeliveryState[] = ['delivered', 'failed', 'cancelled'];
export const isFinal = (state: DeliveryState): boolean => FINAL_STATES.includes(state);

/** One event for one endpoint: its state, its budget, and when it goes next. */
export type Delivery = {
  readonly id: DeliveryId;
  readonly runId: RunId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly endpointId: EndpointId;
  /** 1, 2, 3 … in the run: what seeded draws are keyed by, so that a run can be repeated. */
  readonly ordinal: number;
  readonly state: DeliveryState;
  /** Why a failed delivery is final; null in every other state. */
  readonly reason: FailReason | null;
  /** Attempts made, whoever asked: history. */
  readonly attempts: number;
  /** Attempts that count against the policy's budget (R4). */
  readonly counter: number;
  /** Virtual epoch ms; null when nothing is waited for. */
  readonly dueAt: number | null;
  /** What the next attempt will say it was started by. */
  readonly nextTrigger: Trigger | null;
  /** The wait that leads to `dueAt`; null for the first attempt and where nothing was drawn. */
  readonly wait: Wait | null;
  /** Charged tries that it may make; a resend may raise it (a15). */
  readonly budget: number;
  /** Where it was due before a throttle moved it to its window; null when it was not moved. */
  readonly deferredFrom: number | null;
  /** The throttle window in which it has a place, virtual epoch ms. */
  readonly slotAt: number | null;
  /** Where it was due when its job was lost; null while a job waits for it. */
  readonly lostDueAt: number | null;
  /** So many of its jobs will be lost; null loses every one. A person's experiment. */
  readonly jobsToLose: number | null;
  /** The last time it was queued, marked stale or queued again: what the sweep counts from (a3). */
  readonly touchedAt: number;
  /** When the attempt began in which the engine died; null unless it waits for the sweep to find it. */
  readonly stuckSince: number | null;
  /** The next sweep that would change it, or null. */
  readonly sweepAt: number | null;
  /** When its first attempt began, or null before. */
  readonly firstAttemptAt: number | null;
  /** The delivery of which this is a redelivery or replay. */
  readonly originId: DeliveryId | null;
  /** Virtual epoch ms. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** What the last attempt ended with, in words, or null. */
  readonly lastError: string | null;
};
