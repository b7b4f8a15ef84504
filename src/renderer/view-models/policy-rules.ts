import { LEDGER } from '../../shared/policies/ledger';
import type { Policy } from '../../shared/policies/policy';
import { policyFacts } from './policy-facts';

export type RuleLine = { readonly id: string; readonly says: string };

/** Every numbered rule of the page that a policy is read from, in order; none for a policy of someone's own. */
export function policyRules(policy: Policy): readonly RuleLine[] {
  const letters = new Set(policyFacts(policy).flatMap(({ rules }) => rules.map((id) => id.charAt(0))));
  return Object.entries(LEDGER)
    .filter(([id]) => /^[A-Z]/.test(id) && !id.startsWith('R') && letters.has(id.charAt(0)))
    .map(([id, says]) => ({ id, says }));
}

/** The readings that hold for all four unless a page says otherwise. */
export const sharedRules = (): readonly RuleLine[] =>
  Object.entries(LEDGER)
    .filter(([id]) => id.startsWith('R'))
    .map(([id, says]) => ({ id, says }));
