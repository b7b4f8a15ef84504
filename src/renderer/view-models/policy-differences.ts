import { sameValue, valueAt } from '../../shared/policies/file/values';
import type { Policy } from '../../shared/policies/policy';

/** The value at a place such as `timeouts.headers`; a setting's is whether and how it is offered. */
function at(policy: Policy, place: string): unknown {
  const [first = '', ...rest] = place.split('.');
  if (first === 'settings' && rest.length > 0) return policy.settings.find(({ key }) => key === rest[0]);
  return valueAt(policy, [first, ...rest]);
}

/** Which of some places differ from the policy that is extended; none without one. */
export const differsAt = (policy: Policy, base: Policy | null, places: readonly string[]): readonly string[] =>
  base === null ? [] : places.filter((place) => !sameValue(at(policy, place), at(base, place)));
