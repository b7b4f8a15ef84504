import type { Policy, Timeouts } from '../policies/policy';

/** The clocks of attempt `n` (1, 2, 3 …, by history): the first range that holds it, or the policy's own. */
export function timeoutsOf({ timeouts, timeoutsFor }: Pick<Policy, 'timeouts' | 'timeoutsFor'>, n: number): Timeouts {
  const own = timeoutsFor?.find(({ attempts: [from, to] }) => n >= from && (to === null || n <= to));
  return own ?? timeouts;
}
