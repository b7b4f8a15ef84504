import type { Attempt } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { HeaderList } from '../model/header';
import type { Moment } from '../model/moment';
import type { Outcome } from '../model/outcome';
import type { Cause, DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';
import { classify } from './classify';
import { drawnBefore } from './decorrelated';
import { drawFrom } from './jitter';
import { optOutOf } from './opt-out';
import { obeyRetryAfter } from './retry-after';
import { waitBand } from './schedule';

/**
 * What follows an outcome. `moment.now` is the end of the attempt (R2: a delay counts from there), `moment.roll`
 * the draw for the wait. What an end does to the endpoint's streak is not known here: `streak` is null.
 * @param headers those of the answer
 */
export function nextStep(
  policy: Policy,
  delivery: Pick<Delivery, 'counter' | 'budget' | 'firstAttemptAt'>,
  attempt: Pick<Attempt, 'n' | 'startedAt'>,
  outcome: Outcome,
  moment: Moment,
  headers: HeaderList = [],
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
  const { verdict, rules, schedule } = classify(policy, outcome);
  const failures = delivery.counter + 1;
  const budgetLeft = Math.max(0, budget - failures);
  if (verdict === 'success' && outcome.kind === 'response') {
    return { kind: 'deliver', n: attempt.n, status: outcome.status, budgetLeft, budget, streak: null, rules };
  }
  const obey = (drawnMs: number | null) =>
    outcome.kind === 'response'
      ? obeyRetryAfter(policy, outcome, headers, moment.wallAt ?? moment.now, drawnMs)
      : { seen: null, askedMs: null };
  const because: Cause =
    outcome.kind === 'response'
      ? { kind: 'status', status: outcome.status }
      : { kind: 'fault', fault: outcome.fault, detail: outcome.detail };
  const optOut = outcome.kind === 'response' ? optOutOf(policy.optOut, headers) : null;
  if (verdict === 'permanent' || optOut !== null || failures >= budget) {
    const end = { kind: 'fail', n: attempt.n, because, retryAfter: obey(null).seen, streak: null } as const;
    // A43: the counter shows the whole budget after a permanent failure, and so nothing is left of it.
    const left = policy.permanentUsesBudget ? 0 : budgetLeft;
    if (optOut !== null) {
      return { ...end, reason: 'permanent', optOut, budgetLeft: left, budget, rules: policy.optOut?.rules ?? [] };
    }
    if (verdict === 'permanent') return { ...end, reason: 'permanent', budgetLeft: left, budget, rules };
    return { ...end, reason: 'exhausted', budgetLeft: 0, budget, rules: namedOnce(rules, policy.rules.exhausted) };
  }
  const bent = { schedule: schedule ?? policy.schedule, jitter: policy.jitter };
  const band = waitBand(bent, failures, {
    sinceFirstMs: moment.now - (delivery.firstAttemptAt ?? attempt.startedAt),
    ...(bent.jitter.kind === 'decorrelated' ? { beforeMs: drawnBefore(bent, failures, moment) } : {}),
  });
  const wait = drawFrom(band, moment.roll, moment.draw);
  const { seen: retryAfter, askedMs } = obey(wait.drawnMs);
  return {
    kind: 'retry',
    n: attempt.n,
    because,
    dueAt: moment.now + (askedMs ?? wait.drawnMs),
    wait: askedMs === null ? wait : { ...wait, askedMs },
    budgetLeft,
    budget,
    retryAfter,
    rules: namedOnce(
      rules,
      policy.rules.schedule,
      policy.rules.jitter,
      retryAfter?.used === true ? policy.rules.retryAfter : [],
    ),
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
