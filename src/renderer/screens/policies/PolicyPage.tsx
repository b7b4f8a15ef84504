import { Lightbulb, Lock, Scale, ScrollText, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { PolicyView } from '../../../shared/contract/views';
import { builtInPolicy } from '../../../shared/policies/built-in';
import type { Policy } from '../../../shared/policies/policy';
import { settingValue } from '../../../shared/rules/settings';
import { saySetting, settingName } from '../../../shared/words/settings';
import { AdviceList } from '../../parts/AdviceList';
import { FactList } from '../../parts/FactList';
import { Icon } from '../../parts/Icon';
import { later } from '../../parts/later';
import { navigation } from '../../state/navigation';
import { plural } from '../../view-models/numbers';
import { policyFacts } from '../../view-models/policy-facts';
import { policyRules, type RuleLine, sharedRules } from '../../view-models/policy-rules';
import { Assumptions } from './Assumptions';
import { DocumentedTotals } from './DocumentedTotals';
import { PolicyActs } from './PolicyActs';
import { PolicyUse } from './PolicyUse';

const PolicyCharts = later(async () => (await import('./PolicyCharts')).PolicyCharts);

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
      <RuleList rules={rules} />
    </>
  );
}

function RuleList({ rules }: { readonly rules: readonly RuleLine[] }) {
  return (
    <dl className="rule-list">
      {rules.map(({ id, says }) => (
        <div key={id} data-rule={id}>
          <dt>
            <span className="chip mono">{id}</span>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is read in the same way for each of the four, after what is this page's own. */
function SharedRules({ policy }: { readonly policy: Policy }) {
  if (policyRules(policy).length === 0) return null;
  return (
    <>
      <h2>
        <Icon of={Scale} />
        Read alike for all four
      </h2>
      <p className="muted">Unless a rule above says otherwise.</p>
      <RuleList rules={sharedRules()} />
    </>
  );
}

function PolicySettings({ policy }: { readonly policy: Policy }) {
  if (policy.settings.length === 0) return null;
  return (
    <>
      <h2>
        <Icon of={SlidersHorizontal} />
        {plural(policy.settings.length, 'setting')}
      </h2>
      <p className="muted">What can be set for each endpoint, in its form.</p>
      <FactList
        facts={policy.settings.map((setting) => ({
          name: settingName(setting),
          says: saySetting(setting, settingValue(policy, setting)),
          rules: setting.rules,
        }))}
      />
    </>
  );
}

type PolicyPageProps = { readonly view: PolicyView; readonly onCopy: () => void; readonly onEdit: () => void };

const nameOf = (id: string): string => builtInPolicy(id)?.name ?? id;

/** What a policy promises, what it is read from, what it plans, and who runs under it. */
export function PolicyPage({ view, onCopy, onEdit }: PolicyPageProps) {
  const { policy, own } = view;
  const base = own?.base == null ? null : (builtInPolicy(own.base) ?? null);
  const facts = useRef<HTMLElement>(null);
  const ruleId = useStore(navigation, (state) => state.ruleId);
  // Whoever came by a rule's chip is led to the rule.
  useEffect(() => {
    const places = facts.current?.querySelectorAll('[data-rule]') ?? [];
    for (const place of places) place.toggleAttribute('data-pointed', place.getAttribute('data-rule') === ruleId);
    const place = facts.current?.querySelector('[data-pointed]');
    place?.scrollIntoView({ block: 'center' });
    if (place !== null && place !== undefined) facts.current?.focus({ preventScroll: true });
  }, [ruleId]);
  return (
    <article className="policy-page">
      <header>
        <h1>{policy.name}</h1>
        {own === null ? (
          <span className="chip">
            <Icon of={Lock} size={11} />
            built in
          </span>
        ) : (
          <span className="chip">{own.base === null ? 'yours' : `yours, extends ${nameOf(own.base)}`}</span>
        )}
        <span className="grow" />
        <PolicyActs view={view} onCopy={onCopy} onEdit={onEdit} />
        <p>{policy.summary}</p>
      </header>
      <div className="policy-columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
        <section ref={facts} className="policy-facts inset-focus" tabIndex={0} aria-label="What it promises">
          <PolicyUse view={view} />
          <h2>What it promises</h2>
          <FactList facts={policyFacts(policy)} />
          <DocumentedTotals policy={policy} base={base} preview={view.preview} />
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
          <Assumptions policy={policy} base={base} />
          <PolicySettings policy={policy} />
          <SharedRules policy={policy} />
        </section>
        <div className="page-plot">
          <PolicyCharts view={view} />
        </div>
      </div>
    </article>
  );
}
