import { ruleSays } from '../../shared/policies/ledger';

/** The provider's rules behind a statement: a promise carries its rule, and the rule its sentence. */
export function Rules({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <span className="rules">
      {[...new Set(ids)].map((id) => (
        <RuleChip key={id} id={id} />
      ))}
    </span>
  );
}

function RuleChip({ id }: { readonly id: string }) {
  const says = ruleSays(id);
  return (
    <abbr className="chip" title={says === null ? `Rule ${id} of the policy` : `${id}: ${says}`}>
      {id}
    </abbr>
  );
}
