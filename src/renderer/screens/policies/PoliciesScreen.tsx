import { BookOpen, Lightbulb, Lock, ScrollText } from 'lucide-react';
import { useStore } from 'zustand';
import type { PolicyView } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { AdviceList } from '../../parts/AdviceList';
import { FactList } from '../../parts/FactList';
import { Icon } from '../../parts/Icon';
import { navigation } from '../../state/navigation';
import { usePolicies } from '../../state/policies';
import { plural } from '../../view-models/numbers';
import { policyFacts, policyInShort } from '../../view-models/policy-facts';
import { policyRules } from '../../view-models/policy-rules';
import { ScheduleSection } from './ScheduleSection';

export function PoliciesScreen() {
  const policies = usePolicies();
  const chosenId = useStore(navigation, (state) => state.policyId);
  const chosen = policies.find(({ policy }) => policy.id === chosenId) ?? policies[0];
  return (
    <main className="section" aria-label="Policies">
      <div className="policies">
        <nav className="side-list" aria-label="Policies">
          <h2>Policies</h2>
          {policies.map(({ policy, preview }) => (
            <button
              key={policy.id}
              type="button"
              className="side-item inset-focus"
              aria-current={policy.id === chosen?.policy.id ? 'true' : undefined}
              onClick={() => navigation.setState({ policyId: policy.id })}
            >
              <b>{policy.name}</b>
              <small>{policyInShort(policy, preview)}</small>
            </button>
          ))}
        </nav>
        {chosen === undefined ? null : <PolicyPage key={chosen.policy.id} view={chosen} />}
      </div>
    </main>
  );
}

function PageRules({ policy }: { readonly policy: Policy }) {
  const rules = policyRules(policy);
  if (rules.length === 0) return null;
  return (
    <>
      <h2>
        <Icon of={ScrollText} />
        {plural(rules.length, 'rule')}
      </h2>
      <p className="muted">What the provider’s page promises, in our words.</p>
      <dl className="rule-list">
        {rules.map(({ id, says }) => (
          <div key={id}>
            <dt>
              <span className="chip mono">{id}</span>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function PolicyPage({ view }: { readonly view: PolicyView }) {
  const { policy, preview } = view;
  return (
    <article className="policy-page">
      <header>
        <h1>{policy.name}</h1>
        <span className="chip">
          <Icon of={Lock} size={11} />
          built in
        </span>
        <p>{policy.summary}</p>
      </header>
      <div className="policy-columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
        <section className="policy-facts inset-focus" tabIndex={0} aria-label="What it promises">
          <h2>What it promises</h2>
          <FactList facts={policyFacts(policy)} />
          {policy.advice.length === 0 ? null : (
            <>
              <h2>
                <Icon of={Lightbulb} />
                Advice to receivers
              </h2>
              <AdviceList advice={policy.advice} />
            </>
          )}
          <PageRules policy={policy} />
          <h2>
            <Icon of={BookOpen} />
            {plural(policy.assumptions.length, 'assumption')}
          </h2>
          <p className="muted">What the provider’s page leaves open, and how it is read here.</p>
          <dl className="assumptions">
            {policy.assumptions.map((assumption) => (
              <div key={assumption.id}>
                <dt>
                  <span className="chip mono">{assumption.id}</span>
                  {assumption.open}
                </dt>
                <dd>{assumption.chosen}</dd>
              </div>
            ))}
          </dl>
        </section>
        <div className="page-plot">
          <ScheduleSection policy={policy} preview={preview} />
        </div>
      </div>
    </article>
  );
}
