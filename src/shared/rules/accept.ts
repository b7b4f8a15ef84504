import type { Trigger } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Policy } from '../policies/policy';
import { applyStep } from './apply-step';

/** What is known of a delivery before anything was decided about it. */
export type Made = Pick<Delivery, 'id' | 'runId' | 'eventId' | 'eventType' | 'endpointId' | 'ordinal' | 'originId'>;

/** A delivery as its policy accepts it at virtual `now` (epoch ms): due at once, with its whole budget. */
export function accepted(policy: Policy, made: Made, trigger: Trigger, now: number): Delivery {
  const { id, runId, eventId, eventType, endpointId, ordinal, originId } = made;
  const fresh: Delivery = {
    id,
    runId,
    eventId,
    eventType,
    endpointId,
    ordinal,
    originId,
    state: 'queued',
    reason: null,
    attempts: 0,
    counter: 0,
    budget: policy.attempts,
    dueAt: null,
    nextTrigger: trigger,
    wait: null,
    deferredFrom: null,
    slotAt: null,
    lostDueAt: null,
    jobsToLose: 0,
    touchedAt: now,
    stuckSince: null,
    sweepAt: null,
    firstAttemptAt: null,
    createdAt: now,
    changedAt: now,
    lastError: null,
  };
  return applyStep(policy, fresh, { kind: 'accept', originId, rules: [] }, now, null);
}
