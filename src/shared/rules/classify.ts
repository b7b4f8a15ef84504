import type { Outcome } from '../model/outcome';
import type { Policy, Schedule } from '../policies/policy';
import { within } from './status-range';

export type Classified = {
  readonly verdict: 'success' | 'retry' | 'permanent';
  /** The provider's rules that decided it. */
  readonly rules: readonly string[];
  /** The waits of its own that the deciding rule has; absent: the policy's. */
  readonly schedule?: Schedule;
};

/** What an answer, or the lack of one, means under a policy. An interruption says nothing and is not classified. */
export function classify(policy: Policy, outcome: Exclude<Outcome, { kind: 'interrupted' }>): Classified {
  if (outcome.kind === 'response' && within(policy.success, outcome.status)) {
    return { verdict: 'success', rules: policy.rules.success };
  }
  const matched = policy.classification.rules.find(({ when }) =>
    'status' in when
      ? outcome.kind === 'response' && within(when.status, outcome.status)
      : outcome.kind === 'no-response' && when.fault.includes(outcome.fault),
  );
  if (matched === undefined) return { verdict: policy.classification.otherwise, rules: [] };
  const { verdict, rules, schedule } = matched;
  return schedule === undefined ? { verdict, rules } : { verdict, rules, schedule };
}
