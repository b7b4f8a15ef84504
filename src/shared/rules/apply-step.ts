import type { Delivery } from '../model/delivery';
import type { DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';

/** The delivery after a step at virtual `now`. The only place in which a delivery's state changes. */
export function applyStep(
  policy: Policy,
  delivery: Delivery,
  step: DeliveryStep,
  now: number,
  error: string | null,
): Delivery {
  const at = { ...delivery, changedAt: now };
  const idle = { dueAt: null, nextTrigger: null, wait: null };
  switch (step.kind) {
    case 'accept':
      return { ...at, state: 'queued', dueAt: now, nextTrigger: 'first' };
    case 'claim':
      return { ...at, ...idle, state: 'processing', attempts: step.n };
    case 'deliver':
      return { ...at, ...idle, state: 'delivered', counter: delivery.counter + 1, lastError: null };
    case 'retry':
      return {
        ...at,
        state: 'retrying',
        counter: delivery.counter + 1,
        dueAt: step.dueAt,
        nextTrigger: 'retry',
        wait: step.wait,
        lastError: error,
      };
    case 'requeue': {
      const counter = step.charged ? delivery.counter + 1 : delivery.counter;
      const state = counter === 0 ? 'queued' : 'retrying';
      return { ...at, state, counter, dueAt: step.dueAt, nextTrigger: 'requeue', wait: null, lastError: error };
    }
    case 'fail': {
      const used = delivery.counter + 1;
      const counter =
        step.reason === 'permanent' && policy.permanentUsesBudget ? Math.max(policy.attempts, used) : used;
      return { ...at, ...idle, state: 'failed', reason: step.reason, counter, lastError: error };
    }
    case 'close':
      return {
        ...at,
        ...idle,
        state: step.to,
        reason: step.to === 'failed' ? 'endpoint-disabled' : null,
        lastError: error ?? delivery.lastError,
      };
  }
}
