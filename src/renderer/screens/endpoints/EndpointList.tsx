import { Plus } from 'lucide-react';
import type { EndpointView } from '../../../shared/contract/views';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { Icon } from '../../parts/Icon';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { sayCount } from '../../view-models/numbers';
import { EndpointState } from './EndpointState';
import { NotVerified } from './NotVerified';

const add = (): void => openOverlay({ kind: 'new-endpoint' });

export function EndpointList() {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  return (
    <main className="section" aria-label="Endpoints">
      <div className="page-head">
        <h1>Endpoints</h1>
        <span className="mono muted">{endpoints.length}</span>
        <span className="grow" />
        <Acts label="Acts">
          <button type="button" className="button primary" onClick={add}>
            <Icon of={Plus} />
            Add endpoint
          </button>
        </Acts>
      </div>
      {endpoints.length === 0 ? (
        <Empty says="An endpoint is a URL that events go to, under a provider’s policy. There is none yet.">
          <Acts label="Acts">
            <button type="button" className="button" onClick={add}>
              Add an endpoint
            </button>
          </Acts>
        </Empty>
      ) : (
        <ul className="endpoint-cards" aria-label="Endpoints">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <EndpointCard endpoint={endpoint} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function EndpointCard({ endpoint }: { readonly endpoint: EndpointView }) {
  const { counts } = endpoint;
  return (
    <button type="button" className="endpoint-card card" onClick={() => goTo('endpoints', { endpointId: endpoint.id })}>
      <span className="line">
        <b className="cut">{endpoint.name}</b>
        <EndpointState endpoint={endpoint} />
        <NotVerified endpoint={endpoint} />
        <span className="grow" />
        <span className="chip">{endpoint.policy.name}</span>
      </span>
      <code className="cut second" title={endpoint.url}>
        {endpoint.url}
      </code>
      <span className="figures">
        <Figure name="waiting" count={counts.waiting} />
        <Figure name="in flight" count={counts.inFlight} />
        <Figure name="delivered" count={counts.delivered} hue={counts.delivered > 0 ? 'hue-ok' : ''} />
        <Figure name="failed" count={counts.failed} hue={counts.failed > 0 ? 'hue-s5' : ''} />
      </span>
    </button>
  );
}

const Figure = ({
  name,
  count,
  hue = '',
}: {
  readonly name: string;
  readonly count: number;
  readonly hue?: string;
}) => (
  <span>
    <b className={`mono ${hue}`}>{sayCount(count)}</b> {name}
  </span>
);
