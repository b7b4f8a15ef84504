import type { Outcome } from '../model/outcome';
import type { Policy } from '../policies/policy';

export type Classified = {
  readonly verdict: 'success' | 'retry' | 'permanent';
  /** The provider's rules that decided it. */
  readonly rules: readonly string[];
};

const within = ([from, to]: readonly [number, number], status: number): boolean => status >= from && status <= to;

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
  return matched === undefined
    ? { verdict: policy.classification.otherwise, rules: [] }
    : { verdict: matched.verdict, rules: matched.rules };
}
