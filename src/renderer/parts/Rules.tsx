import { builtInPolicy } from '../../shared/policies/built-in';
import { isRuleId, ruleSays } from '../../shared/policies/ledger';
import { goTo } from '../state/navigation';
import { Tip } from './Tip';

/**
 * The provider's rules behind a statement: a promise carries its rule, and the rule its sentence. With the policy's
 * id, each leads to its place on the policy's page.
 */
export function Rules({
  ids,
  policyId = null,
}: {
  readonly ids: readonly string[];
  readonly policyId?: string | null;
}) {
  if (ids.length === 0) return null;
  return (
    <span className="rules">
      {[...new Set(ids)].map((id) => (
        <RuleChip key={id} id={id} policyId={policyId} />
      ))}
    </span>
  );
}

function RuleChip({ id, policyId }: { readonly id: string; readonly policyId: string | null }) {
  const sentence = ruleSays(id);
  const says = sentence === null ? `Rule ${id} of the policy` : `${id}: ${sentence}`;
  // Only the page of a built-in policy lists its rules.
  if (policyId === null || builtInPolicy(policyId) === undefined || !isRuleId(id)) {
    return (
      <abbr className="chip" title={says}>
        {id}
      </abbr>
    );
  }
  return (
    <Tip says={says} side="top">
      <button type="button" className="chip to-rule" onClick={() => goTo('policies', { policyId, ruleId: id })}>
        {id}
      </button>
    </Tip>
  );
}
