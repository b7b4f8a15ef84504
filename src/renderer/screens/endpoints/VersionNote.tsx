import type { EndpointView } from '../../../shared/contract/views';
import { Acts } from '../../parts/Acts';
import { PolicyChanges } from '../../parts/PolicyChanges';
import { usePerform } from '../../state/engine-context';
import { usePolicies } from '../../state/policies';
import { say } from '../../state/toasts';
import { versionOf } from '../../view-models/policy-versions';

/** Says where an endpoint's policy is no longer the one in Policies, and offers the new version. */
export function VersionNote({ endpoint }: { readonly endpoint: EndpointView }) {
  const perform = usePerform();
  const state = versionOf(endpoint, usePolicies());
  if (state.kind === 'same') return null;
  if (state.kind === 'gone') {
    return <p className="muted version-note">It is not among the policies. The endpoint keeps its own copy.</p>;
  }
  const use = async (): Promise<void> => {
    const done = await perform('policy.use', { id: endpoint.policy.id, endpointIds: [endpoint.id] });
    if (done !== null) say(`${endpoint.name} runs under the new version of ${endpoint.policy.name}.`);
  };
  return (
    <div className="version-note">
      <p>There is a newer version of this policy. It would change:</p>
      <PolicyChanges changes={state.changes} />
      <Acts label="New version of the policy">
        <button type="button" className="button small" onClick={() => void use()}>
          Use the new version
        </button>
      </Acts>
    </div>
  );
}
