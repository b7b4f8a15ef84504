import type { EndpointView, PolicyView } from '../../../shared/contract/views';
import { Acts } from '../../parts/Acts';
import { PolicyChanges } from '../../parts/PolicyChanges';
import { useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { say } from '../../state/toasts';
import { plural } from '../../view-models/numbers';
import { type PolicyChange, versionOf } from '../../view-models/policy-versions';

/** Which endpoints of the run go by an older version of the policy, what the new one changes, and the way to it. */
export function PolicyUse({ view }: { readonly view: PolicyView }) {
  const perform = usePerform();
  const { id, name } = view.policy;
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const under = endpoints.filter(({ policy }) => policy.id === id);
  const older = under.flatMap((endpoint): readonly Older[] => {
    const state = versionOf(endpoint, [view]);
    return state.kind === 'older' ? [{ endpoint, changes: state.changes }] : [];
  });
  if (older.length === 0) return null;
  const use = async (which: readonly EndpointView[]): Promise<void> => {
    const done = await perform('policy.use', { id, endpointIds: which.map((endpoint) => endpoint.id) });
    if (done !== null)
      say(
        `${plural(done.updated, 'endpoint')} ${done.updated === 1 ? 'runs' : 'run'} under the new version of ${name}.`,
      );
  };
  return (
    <section className="policy-use" aria-label="Endpoints under an older version">
      <h2>
        {plural(older.length, 'endpoint')} of {under.length} {older.length === 1 ? 'runs' : 'run'} under an older
        version
      </h2>
      {older.map(({ endpoint, changes }) => (
        <div key={endpoint.id} className="version-note">
          <button type="button" className="crumb" onClick={() => goTo('endpoints', { endpointId: endpoint.id })}>
            {endpoint.name}
          </button>
          <PolicyChanges changes={changes} />
          <Acts label={`New version for ${endpoint.name}`}>
            <button
              type="button"
              className="button small"
              aria-label={`Use the new version for ${endpoint.name}`}
              onClick={() => void use([endpoint])}
            >
              Use the new version
            </button>
          </Acts>
        </div>
      ))}
      {older.length === 1 ? null : (
        <Acts label="New version for all">
          <button
            type="button"
            className="button small"
            onClick={() => void use(older.map(({ endpoint }) => endpoint))}
          >
            Use the new version for all {older.length}
          </button>
        </Acts>
      )}
    </section>
  );
}

type Older = { readonly endpoint: EndpointView; readonly changes: readonly PolicyChange[] };
