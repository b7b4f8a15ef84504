import type { Policy } from '../../shared/policies/policy';
import { waitBand } from '../../shared/rules/schedule';

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
 */
export function furtherPlans(
  policy: Pick<Policy, 'attempts' | 'schedule' | 'jitter'>,
  counter: number,
  n: number,
  dueAt: number,
): readonly FurtherPlan[] {
  const plans: FurtherPlan[] = [];
  let [fromMs, nominalMs, toMs] = [dueAt, dueAt, dueAt];
  for (let failures = counter + 1; failures < policy.attempts && plans.length < MOST_PLANS; failures++) {
    const band = waitBand(policy, failures);
    fromMs += band.minMs;
    nominalMs += band.nominalMs;
    toMs += band.maxMs;
    plans.push({ n: n + plans.length + 1, fromMs, nominalMs, toMs });
  }
  return plans;
}
