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
  if (outcome.kind === 'interrupted') {
    return outcome.by === 'stopped' || policy.interrupted.kind === 'again'
      ? { kind: 'requeue', n: attempt.n, by: outcome.by, dueAt: moment.now, rules: ['R3'] }
      : { kind: 'stuck', n: attempt.n, since: attempt.startedAt, rules: policy.rules.interrupted };
  }
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
  if (failures >= delivery.budget) {
    return {
      kind: 'fail',
      n: attempt.n,
      reason: 'exhausted',
      because,
      rules: namedOnce(rules, policy.rules.exhausted),
    };
  }
  const wait = drawFrom(waitBand(policy, failures), moment.roll);
  return {
    kind: 'retry',
    n: attempt.n,
    because,
    dueAt: moment.now + wait.drawnMs,
    wait,
    budgetLeft: delivery.budget - failures,
    retryAfterIgnored: outcome.kind === 'response' ? outcome.retryAfter : null,
    rules: namedOnce(rules, policy.rules.schedule, policy.rules.jitter),
  };
}

/** The rules at work, each once: a schedule and its jitter often stand in the same sentence of a page. */
export function namedOnce(...lists: readonly (readonly string[])[]): readonly string[] {
  const named: string[] = [];
  for (const list of lists) {
    for (const rule of list) if (!named.includes(rule)) named.push(rule);
  }
  return named;
}
