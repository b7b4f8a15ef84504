import type { Delivery, DeliveryState } from '../model/delivery';
import type { DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';
import { sweepAt } from './sweep';

/**
 * The delivery after a step at virtual `now`, the next sweep that concerns it included. The only place in which a
 * delivery's state changes. `error` is the text of what went wrong, when the step says that something did.
 */
export function applyStep(
  policy: Policy,
  delivery: Delivery,
  step: DeliveryStep,
  now: number,
  error: string | null,
): Delivery {
  const after = changed(policy, delivery, step, now, error);
  const nextSweepAt = sweepAt(policy, after, now);
  return after.sweepAt === nextSweepAt ? after : { ...after, sweepAt: nextSweepAt };
}

/** A copy in the making: every attempt takes two steps, and one copy for each is enough. */
type Draft = { -readonly [K in keyof Delivery]: Delivery[K] };

/** It waits for nothing. Written out: each spread after the first one of a literal costs more than all the rest. */
const idle = (delivery: Delivery, changedAt: number): Draft => ({
  ...delivery,
  changedAt,
  dueAt: null,
  nextTrigger: null,
  wait: null,
  deferredFrom: null,
  slotAt: null,
  lostDueAt: null,
});

function changed(policy: Policy, delivery: Delivery, step: DeliveryStep, now: number, error: string | null): Delivery {
  const due = (state: DeliveryState, dueAt: number, nextTrigger: Delivery['nextTrigger']): Draft => {
    const after = idle(delivery, now);
    after.state = state;
    after.reason = null;
    after.stuckSince = null;
    after.touchedAt = now;
    after.dueAt = dueAt;
    after.nextTrigger = nextTrigger;
    return after;
  };
  const waitingState = delivery.counter === 0 ? 'queued' : 'retrying';
  switch (step.kind) {
    case 'accept':
      return due('queued', now, delivery.nextTrigger ?? 'first');
    case 'claim': {
      const after = idle(delivery, now);
      after.state = 'processing';
      after.attempts = step.n;
      after.firstAttemptAt = delivery.firstAttemptAt ?? now;
      return after;
    }
    case 'deliver': {
      const after = idle(delivery, now);
      after.state = 'delivered';
      after.reason = null;
      after.counter = delivery.counter + 1;
      after.lastError = null;
      return after;
    }
    case 'retry': {
      const after = due('retrying', step.dueAt, 'retry');
      after.counter = delivery.counter + 1;
      after.wait = step.wait;
      after.lastError = error;
      return after;
    }
    case 'requeue':
      return { ...due(waitingState, step.dueAt, 'requeue'), lastError: error };
    case 'stuck':
      return { ...idle(delivery, now), state: 'processing', stuckSince: step.since, lastError: error };
    case 'fail': {
      const used = delivery.counter + 1;
      const full = step.reason === 'permanent' && policy.permanentUsesBudget;
      const counter = full ? Math.max(policy.attempts, used) : used;
      return {
        ...idle(delivery, now),
        state: 'failed',
        reason: step.reason,
        counter,
        stuckSince: null,
        lastError: error,
      };
    }
    case 'defer':
      return deferred(delivery, step, now);
    case 'advance':
      // A window by the clock is known by its beginning, a place in a sliding one by its instant, where its window ends.
      return { ...delivery, dueAt: step.toAt, slotAt: step.window.toAt === step.toAt ? step.toAt : step.window.fromAt };
    case 'hold':
      return { ...idle(delivery, now), state: 'held' };
    case 'close':
      return {
        ...idle(delivery, now),
        state: step.to,
        reason: step.to === 'failed' ? 'endpoint-disabled' : null,
        stuckSince: null,
        lastError: error ?? delivery.lastError,
      };
    case 'release':
      return due(waitingState, step.dueAt, 'release');
    case 'stale':
      return { ...delivery, changedAt: now, state: 'stale', touchedAt: now };
    case 'queue-again':
      return queuedAgain(delivery, step, due, error);
    case 'expire':
      return { ...idle(delivery, now), state: 'failed', reason: 'expired', lastError: expiryError(delivery, error) };
    case 'resend':
      return { ...due('queued', step.dueAt, 'resend'), budget: step.budget };
    case 'retry-now':
      return due(delivery.state === 'held' ? waitingState : delivery.state, step.dueAt, 'retry-now');
    case 'cancel':
      return { ...idle(delivery, now), state: 'cancelled', stuckSince: null };
    case 'lose-job':
      return { ...delivery, jobsToLose: step.jobs };
    case 'job-lost':
      return {
        ...idle(delivery, delivery.changedAt),
        lostDueAt: delivery.dueAt,
        nextTrigger: delivery.nextTrigger,
        wait: delivery.wait,
        jobsToLose: delivery.jobsToLose === null ? null : Math.max(0, delivery.jobsToLose - 1),
      };
  }
}

/** A29: what waits for its turn under the limit is pending, whether or not it failed before. */
function deferred(delivery: Delivery, step: Extract<DeliveryStep, { kind: 'defer' }>, now: number): Delivery {
  return {
    ...delivery,
    state: 'queued',
    changedAt: delivery.state === 'queued' ? delivery.changedAt : now,
    dueAt: step.toAt,
    slotAt: step.toAt,
    deferredFrom: delivery.deferredFrom ?? step.fromAt,
  };
}

/** a10: what had failed and waited for its retry keeps its own error; what was pending or stale says that it expired. */
const expiryError = (delivery: Delivery, error: string | null): string | null =>
  delivery.state === 'retrying' ? (delivery.lastError ?? error) : (error ?? delivery.lastError);

function queuedAgain(
  delivery: Delivery,
  step: Extract<DeliveryStep, { kind: 'queue-again' }>,
  due: (state: DeliveryState, dueAt: number, nextTrigger: Delivery['nextTrigger']) => Delivery,
  error: string | null,
): Delivery {
  switch (step.because) {
    // a3: queuing again leaves it Stale, or the series of sweeps would be another.
    case 'never-picked-up':
      return due('stale', step.dueAt, 'requeue');
    // R7: one that was resent or deferred is pending, and stays so.
    case 'lost-retry':
      return due(delivery.state === 'queued' ? 'queued' : 'retrying', step.dueAt, 'requeue');
    case 'stuck':
      return { ...due('retrying', step.dueAt, 'requeue'), counter: delivery.counter + 1, lastError: error };
  }
}
