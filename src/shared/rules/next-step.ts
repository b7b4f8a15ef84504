import type { Attempt } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Moment } from '../model/moment';
import type { Outcome } from '../model/outcome';
import type { Cause, DeliveryStep, RetryAfter } from '../model/step';
import type { Policy } from '../policies/policy';
import { classify } from './classify';
import { drawFrom } from './jitter';
import { waitBand } from './schedule';

/**
 * What follows an outcome. `moment.now` is the end of the attempt (R2: a delay counts from there), `moment.roll`
 * the draw for the wait. What an end does to the endpoint's streak is not known here: `streak` is null.
 */
export function nextStep(
  policy: Policy,
  delivery: Pick<Delivery, 'counter' | 'budget'>,
  attempt: Pick<Attempt, 'n' | 'startedAt'>,
  outcome: Outcome,
  moment: Moment,
): DeliveryStep {
  const { budget } = delivery;
  if (outcome.kind === 'interrupted') {
    // R3: a deliberate stop is ours, and never charged, whatever the policy says of a crash.
    const rules = outcome.by === 'stopped' ? ['R3'] : policy.rules.interrupted;
    const budgetLeft = Math.max(0, budget - delivery.counter);
    return outcome.by === 'stopped' || policy.interrupted.kind === 'again'
      ? { kind: 'requeue', n: attempt.n, by: outcome.by, dueAt: moment.now, budgetLeft, budget, rules }
      : { kind: 'stuck', n: attempt.n, since: attempt.startedAt, rules: policy.rules.interrupted };
  }
  const { verdict, rules } = classify(policy, outcome);
  const failures = delivery.counter + 1;
  const budgetLeft = Math.max(0, budget - failures);
  if (verdict === 'success' && outcome.kind === 'response') {
    return { kind: 'deliver', n: attempt.n, status: outcome.status, budgetLeft, budget, streak: null, rules };
  }
  const retryAfter = retryAfterOf(policy, outcome);
  const because: Cause =
    outcome.kind === 'response'
      ? { kind: 'status', status: outcome.status }
      : { kind: 'fault', fault: outcome.fault, detail: outcome.detail };
  const end = { kind: 'fail', n: attempt.n, because, retryAfter, streak: null } as const;
  if (verdict === 'permanent') {
    // A43: the counter shows the whole budget then, and so nothing is left of it.
    const left = policy.permanentUsesBudget ? 0 : budgetLeft;
    return { ...end, reason: 'permanent', budgetLeft: left, budget, rules };
  }
  if (failures >= budget) {
    return { ...end, reason: 'exhausted', budgetLeft: 0, budget, rules: namedOnce(rules, policy.rules.exhausted) };
  }
  const wait = drawFrom(waitBand(policy, failures), moment.roll, moment.draw);
  return {
    kind: 'retry',
    n: attempt.n,
    because,
    dueAt: moment.now + wait.drawnMs,
    wait,
    budgetLeft,
    budget,
    retryAfter,
    rules: namedOnce(rules, policy.rules.schedule, policy.rules.jitter),
  };
}

/** A Retry-After that was seen, and what the policy makes of it. */
function retryAfterOf(policy: Policy, outcome: Outcome): RetryAfter | null {
  if (outcome.kind !== 'response' || outcome.retryAfter === null) return null;
  return { value: outcome.retryAfter, used: policy.retryAfter !== 'ignore', rules: policy.rules.retryAfter };
}

/** The rules at work, each once: a schedule and its jitter often stand in the same sentence of a page. */
export function namedOnce(...lists: readonly (readonly string[])[]): readonly string[] {
  const named: string[] = [];
  for (const list of lists) {
    for (const rule of list) if (!named.includes(rule)) named.push(rule);
  }
  return named;
}
