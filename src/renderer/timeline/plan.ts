import type { Policy } from '../../shared/policies/policy';
import { type Range, waitFrom } from '../../shared/rules/preview';

/** An attempt that comes only if every attempt before it fails: its earliest, nominal and latest instant. */
export type FurtherPlan = {
  readonly n: number;
  readonly fromMs: number;
  readonly nominalMs: number;
  readonly toMs: number;
};

/** As many as a row draws: a policy may ask for a thousand. */
const MOST_PLANS = 24;

/**
 * The attempts that may still follow the next one. Bands widen: the sum of the shortest waits to the sum of the
 * longest, as in the policy's preview; request time comes on top.
 * @param counter attempts already counted against the budget
 * @param n the number of the next attempt
 * @param dueAt when the next attempt is due, virtual epoch ms
 * @param firstAt when the first attempt began, or is due: what offsets count from
 */
export function furtherPlans(
  policy: Pick<Policy, 'attempts' | 'schedule' | 'jitter'>,
  counter: number,
  n: number,
  dueAt: number,
  firstAt: number = dueAt,
): readonly FurtherPlan[] {
  const plans: FurtherPlan[] = [];
  const since = dueAt - firstAt;
  let age: Range = { min: since, nominal: since, max: since };
  for (let failures = counter + 1; failures < policy.attempts && plans.length < MOST_PLANS; failures++) {
    age = waitFrom(policy, failures, age).ageMs;
    const { min, nominal, max } = age;
    plans.push({
      n: n + plans.length + 1,
      fromMs: firstAt + min,
      nominalMs: firstAt + nominal,
      toMs: firstAt + max,
    });
  }
  return plans;
}
