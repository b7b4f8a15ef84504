import { BookOpen } from 'lucide-react';
import type { Policy } from '../../../shared/policies/policy';
import { Icon } from '../../parts/Icon';
import { Term } from '../../parts/Term';
import { plural } from '../../view-models/numbers';
import { differsAt } from '../../view-models/policy-differences';

/** What the provider's page leaves open: what was chosen, what could have been, and where that stands. */
export function Assumptions({ policy, base }: { readonly policy: Policy; readonly base: Policy | null }) {
  const { assumptions } = policy;
  if (assumptions.length === 0) return null;
  return (
    <>
      <h2>
        <Icon of={BookOpen} />
        <Term of="assumption">{plural(assumptions.length, 'assumption')}</Term>
      </h2>
      <p className="muted">What the provider’s page leaves open, and how it is read here.</p>
      <dl className="assumptions">
        {assumptions.map(({ id, open, chosen, alternatives = [], where = [] }) => {
          const changed = differsAt(policy, base, where);
          return (
            <div key={id} data-rule={id}>
              <dt>
                <span className="chip mono">{id}</span>
                {open}
              </dt>
              <dd>
                <b>Chosen</b> <span>{chosen}</span>
              </dd>
              {alternatives.length === 0 ? null : (
                <dd>
                  <b>Instead</b> <span>{alternatives.join(' ')}</span>
                </dd>
              )}
              {where.length === 0 ? null : (
                <dd>
                  <b>Where</b> <code>{where.join(', ')}</code>
                </dd>
              )}
              {changed.length === 0 ? null : (
                <dd className="stale-note">This policy has its own {changed.join(', ')}: it may no longer hold.</dd>
              )}
            </div>
          );
        })}
      </dl>
    </>
  );
}
