import type { Attempt } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Moment } from '../model/moment';
import type { Outcome } from '../model/outcome';
import type { Cause, DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';
import { classify } from './classify';
import { drawFrom } from './jitter';
import { waitBand } from './schedule';

/**
 * What follows an outcome. `moment.now` is the end of the attempt (R2: a delay counts from there), `moment.roll`
 * the draw for the wait.
 */
export function nextStep(
  policy: Policy,
  delivery: Delivery,
  attempt: Attempt,
  outcome: Outcome,
  moment: Moment,
): DeliveryStep {
  if (outcome.kind === 'interrupted') return afterInterruption(policy, delivery, attempt, outcome, moment);
  const { verdict, rules } = classify(policy, outcome);
  if (verdict === 'success' && outcome.kind === 'response') {
    return { kind: 'deliver', n: attempt.n, status: outcome.status, rules };
  }
  const because: Cause =
    outcome.kind === 'response'
      ? { kind: 'status', status: outcome.status }
      : { kind: 'fault', fault: outcome.fault, detail: outcome.detail };
  if (verdict === 'permanent') return { kind: 'fail', n: attempt.n, reason: 'permanent', because, rules };
  const failures = delivery.counter + 1;
  if (failures >= policy.attempts) {
    return { kind: 'fail', n: attempt.n, reason: 'exhausted', because, rules: named(rules, policy.rules.exhausted) };
  }
  const wait = drawFrom(waitBand(policy, failures), moment.roll);
  return {
    kind: 'retry',
    n: attempt.n,
    because,
    dueAt: moment.now + wait.drawnMs,
    wait,
    budgetLeft: policy.attempts - failures,
    retryAfterIgnored: outcome.kind === 'response' ? outcome.retryAfter : null,
    rules: named(rules, policy.rules.schedule, policy.rules.jitter),
  };
}

function afterInterruption(
  policy: Policy,
  delivery: Delivery,
  attempt: Attempt,
  outcome: Extract<Outcome, { kind: 'interrupted' }>,
  moment: Moment,
): DeliveryStep {
  const { by } = outcome;
  if (by === 'stopped' || policy.interrupted.kind === 'again') {
    return { kind: 'requeue', n: attempt.n, by, dueAt: moment.now, charged: false, rules: ['R3'] };
  }
  const rules = policy.rules.interrupted;
  if (delivery.counter + 1 >= policy.attempts) {
    return { kind: 'fail', n: attempt.n, reason: 'exhausted', because: { kind: 'interrupted', by }, rules };
  }
  const dueAt = Math.max(moment.now, attempt.startedAt + policy.interrupted.afterMs);
  return { kind: 'requeue', n: attempt.n, by, dueAt, charged: true, rules };
}

/** The rules at work, each once: a schedule and its jitter often stand in the same sentence of a page. */
const named = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];
