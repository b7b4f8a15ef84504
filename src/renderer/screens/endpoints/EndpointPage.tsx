import { Activity, ChevronRight, Pencil, Send, Trash2 } from 'lucide-react';
import type { EndpointView } from '../../../shared/contract/views';
import { Acts } from '../../parts/Acts';
import { AdviceList } from '../../parts/AdviceList';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { CopyButton } from '../../parts/CopyButton';
import { FactList } from '../../parts/FactList';
import { Icon } from '../../parts/Icon';
import { later } from '../../parts/later';
import { Rules } from '../../parts/Rules';
import { Word } from '../../parts/Term';
import { editDraft } from '../../state/draft';
import { useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { streakOf } from '../../view-models/endpoint-look';
import { plural, sayCount } from '../../view-models/numbers';
import { policyFacts, sayRemoval } from '../../view-models/policy-facts';
import { AnswersMenu } from '../receiver/AnswersMenu';
import { ConditionCard } from './ConditionCard';
import { EndpointState } from './EndpointState';
import { ManageMenu } from './ManageMenu';
import { NotVerified, NotVerifiedNote } from './NotVerified';
import { QuotaBox } from './QuotaBox';
import { SecretField } from './SecretField';
import { VersionNote } from './VersionNote';

const EndpointCharts = later(async () => (await import('./EndpointCharts')).EndpointCharts);

export function EndpointPage({ endpoint }: { readonly endpoint: EndpointView }) {
  const perform = usePerform();
  const route = useMirror((mirror) => mirror.routes.find(({ id }) => id === endpoint.routeId));
  const { policy, counts } = endpoint;
  const streak = streakOf(endpoint);
  const remove = async (): Promise<void> => {
    const done = await perform('endpoint.remove', { id: endpoint.id });
    if (done === null) return;
    goTo('endpoints', { endpointId: null });
    say(`${endpoint.name} is deleted. ${plural(done.closed, 'waiting delivery', 'waiting deliveries')} closed.`);
  };
  return (
    <main className="section" aria-label={`Endpoint ${endpoint.name}`}>
      <div className="page-head">
        <button type="button" className="crumb" onClick={() => goTo('endpoints', { endpointId: null })}>
          Endpoints
        </button>
        <Icon of={ChevronRight} />
        <h1 className="cut">{endpoint.name}</h1>
        <EndpointState endpoint={endpoint} />
        <NotVerified endpoint={endpoint} />
        <code className="cut second page-url" title={endpoint.url}>
          {endpoint.url}
        </code>
        <CopyButton text={endpoint.url} says="Copy the URL" />
        <span className="grow" />
        <button type="button" className="button small-hide" onClick={() => goTo('live')}>
          <Icon of={Activity} />
          Timeline
        </button>
        <Acts label="Acts">
          {route === undefined ? null : <AnswersMenu route={route} />}
          <ManageMenu endpoint={endpoint} />
          <button
            type="button"
            className="button small-hide"
            onClick={() => openOverlay({ kind: 'edit-endpoint', id: endpoint.id })}
          >
            <Icon of={Pencil} />
            Edit
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              editDraft({ endpointIds: [endpoint.id] });
              openOverlay({ kind: 'compose' });
            }}
          >
            <Icon of={Send} />
            Send event
          </button>
        </Acts>
      </div>
      <div className="endpoint-page">
        <div className="facts-side">
          <section>
            <h2>State</h2>
            <NotVerifiedNote endpoint={endpoint} />
            <div className="boxes">
              <Box name="Waiting" count={counts.waiting} />
              <Box name="In flight" count={counts.inFlight} />
              <Box name="Delivered" count={counts.delivered} />
              <Box name="Failed" count={counts.failed} />
            </div>
            {streak === null ? null : (
              <p className="streak">
                <Word text="Failure streak" /> <b className="mono">{streak.at}</b> of{' '}
                <b className="mono">{streak.of}</b>
                <Rules ids={policy.suspension?.rules.trigger ?? []} />
              </p>
            )}
            <QuotaBox endpoint={endpoint} />
            <Acts label="Acts on its state">
              <ConditionCard endpoint={endpoint} />
            </Acts>
          </section>
          <section>
            <h2>
              <Word text="Policy" /> <span className="chip fill">{policy.name}</span>
            </h2>
            <VersionNote endpoint={endpoint} />
            <FactList facts={policyFacts(policy)} />
          </section>
          {policy.advice.length === 0 ? null : (
            <section>
              <h2>Advice to receivers</h2>
              <AdviceList advice={policy.advice} />
            </section>
          )}
          <section>
            <h2>Secret</h2>
            <SecretField endpointId={endpoint.id} />
          </section>
          <section className="last">
            <Acts label="Deleting">
              <ConfirmButton
                label="Delete endpoint"
                confirm="Delete"
                icon={Trash2}
                says={sayRemoval(policy, counts.waiting + counts.inFlight)}
                onConfirm={() => void remove()}
              />
            </Acts>
          </section>
        </div>
        <div className="page-plot">
          <EndpointCharts key={endpoint.id} endpoint={endpoint} />
        </div>
      </div>
    </main>
  );
}

const Box = ({ name, count }: { readonly name: string; readonly count: number }) => (
  <dl className="box">
    <dt>
      <Word text={name} />
    </dt>
    <dd>{sayCount(count)}</dd>
  </dl>
);
