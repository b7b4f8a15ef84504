import type { EndpointView, PolicyView } from '../../shared/contract/views';
import { sameValue } from '../../shared/policies/file/values';
import type { Policy } from '../../shared/policies/policy';
import { newVersionOf } from '../../shared/rules/policy-version';
import { policyFacts } from './policy-facts';

/** How an endpoint's policy stands to the one in Policies. */
export type VersionState =
  | { readonly kind: 'same' }
  /** It is not among the policies: removed since, or a scenario's own. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'older'; readonly changes: readonly PolicyChange[] };

/** What a policy promises before and after; null where it says nothing of it. */
export type PolicyChange = { readonly name: string; readonly before: string | null; readonly after: string | null };

export function versionOf({ policy }: EndpointView, policies: readonly PolicyView[]): VersionState {
  // Empty until they are read.
  if (policies.length === 0) return { kind: 'same' };
  const current = policies.find((view) => view.policy.id === policy.id)?.policy;
  if (current === undefined) return { kind: 'gone' };
  const next = newVersionOf(policy, current);
  return next === null ? { kind: 'same' } : { kind: 'older', changes: policyChanges(policy, next) };
}

/** What differs between two policies, line by line; parts that no line tells of are named. */
export function policyChanges(before: Policy, after: Policy): readonly PolicyChange[] {
  const [was, is] = [before, after].map((policy) => {
    const said = new Map<string, string>();
    for (const { name, says } of policyFacts(policy)) said.set(name, [said.get(name), says].filter(Boolean).join('; '));
    return said;
  });
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  const changes = names
    .map((name) => ({ name, before: was?.get(name) ?? null, after: is?.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
  if (changes.length > 0) return changes;
  const fields = Object.keys(after).filter(
    (key) =>
      !sameValue(fieldIn(before, key), fieldIn(after, key)) &&
      !['name', 'summary', 'advice', 'assumptions', 'documented'].includes(key),
  );
  return fields.map((name) => ({ name, before: 'as it was', after: 'changed' }));
}

const fieldIn = (policy: Policy, key: string): unknown => Object.entries(policy).find(([name]) => name === key)?.[1];
