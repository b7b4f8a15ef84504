import { sameValue } from '../policies/file/values';
import type { Policy } from '../policies/policy';
import { settingsOf, withSettings } from './settings';

/** What only tells of a policy: an endpoint behaves the same with and without it. */
const TOLD: readonly (keyof Policy)[] = ['name', 'summary', 'advice', 'assumptions', 'documented'];

/** A policy with what was set of a former version for an endpoint, as far as it still offers it. */
export function withFormerSettings(current: Policy, former: Policy): Policy {
  return Object.entries(settingsOf(former)).reduce((policy, [key, value]) => {
    const set = withSettings(policy, { [key]: value });
    return set.ok ? set.value : policy;
  }, current);
}

/** What an endpoint would run under if it took the present version of its policy; null where that changes nothing. */
export function newVersionOf(snapshot: Policy, current: Policy): Policy | null {
  const next = withFormerSettings(current, snapshot);
  return sameValue(behaviour(snapshot), behaviour(next)) ? null : next;
}

const behaviour = (policy: Policy): object =>
  Object.fromEntries(Object.entries(policy).filter(([key]) => !TOLD.some((told) => told === key)));
