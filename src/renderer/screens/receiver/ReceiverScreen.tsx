import { Plus } from 'lucide-react';
import { useStore } from 'zustand';
import type { RouteView } from '../../../shared/contract/views';
import type { RouteId } from '../../../shared/model/ids';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { Icon } from '../../parts/Icon';
import { Word } from '../../parts/Term';
import { useMirror } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { sayRoute } from '../../view-models/forwarding';
import { sayCount } from '../../view-models/numbers';
import { nameRouteTls } from '../../view-models/route-tls';
import { AnswersBy } from './AnswersBy';
import { CapturesSection } from './CapturesSection';
import { ForwardSection } from './ForwardSection';
import { ListeningCard } from './ListeningCard';
import { ReceiverDown } from './ReceiverDown';
import { RouteHead } from './RouteHead';
import { ScriptSection } from './ScriptSection';

const addRoute = (): void => openOverlay({ kind: 'new-route' });

export function ReceiverScreen() {
  const routes = useMirror((mirror) => mirror.routes);
  const receiver = useMirror((mirror) => mirror.receiver);
  const chosenId = useStore(navigation, (state) => state.routeId);
  const chosen = chosenId === 'all' ? undefined : (routes.find((route) => route.id === chosenId) ?? routes[0]);
  return (
    <main className="section" aria-label="Receiver">
      <h1 className="only-read">Receiver</h1>
      <div className="receiver">
        <div className="side-list">
          <div className="side-title">
            <h2>
              <Word text="Routes" />
            </h2>
            <button
              type="button"
              className="square plain small"
              aria-label="New route"
              title="New route"
              onClick={addRoute}
            >
              <Icon of={Plus} size={15} />
            </button>
          </div>
          <RouteList routes={routes} chosen={chosenId === 'all' ? 'all' : chosen?.id} />
          <ListeningCard />
        </div>
        {receiver.kind === 'down' ? (
          <div className="route-page">
            <ReceiverDown report={receiver} />
          </div>
        ) : chosenId === 'all' ? (
          <div className="route-page">
            <CapturesSection route={null} />
          </div>
        ) : chosen === undefined ? (
          <div className="route-page">
            <Empty says="A route is a path on this computer that answers as its script says, or forwards to an endpoint. There is none yet.">
              <button type="button" className="button primary" onClick={addRoute}>
                <Icon of={Plus} />
                New route
              </button>
            </Empty>
          </div>
        ) : (
          <div className="route-page" key={chosen.id}>
            <Acts label="The route’s script">
              <RouteHead route={chosen} />
              <AnswersBy route={chosen} />
              {chosen.forward === null ? (
                <ScriptSection key={`${chosen.id} ${chosen.epoch}`} route={chosen} />
              ) : (
                <ForwardSection route={chosen} forward={chosen.forward} />
              )}
            </Acts>
            <CapturesSection route={chosen} />
          </div>
        )}
      </div>
    </main>
  );
}

function RouteList({
  routes,
  chosen,
}: {
  readonly routes: readonly RouteView[];
  readonly chosen: RouteId | 'all' | undefined;
}) {
  const captures = useMirror((mirror) => mirror.totals.captures);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  return (
    <nav className="route-list" aria-label="Routes">
      {routes.map((route) => (
        <button
          key={route.id}
          type="button"
          className="side-item inset-focus"
          aria-current={route.id === chosen ? 'true' : undefined}
          onClick={() => navigation.setState({ routeId: route.id, captureId: null })}
        >
          <b className="mono cut" title={route.path}>
            {route.path}
          </b>
          <span className="mono second">{sayCount(route.captures)}</span>
          <small>
            {route.tls === 'off' ? '' : `${nameRouteTls(route.tls)}: `}
            {sayRoute(route, endpoints)}
          </small>
        </button>
      ))}
      <button
        type="button"
        className="side-item inset-focus"
        aria-current={chosen === 'all' ? 'true' : undefined}
        onClick={() => navigation.setState({ routeId: 'all', captureId: null })}
      >
        <b>All requests</b>
        <span className="mono second">{sayCount(captures)}</span>
        <small>Also those that no route took, and those that were refused</small>
      </button>
    </nav>
  );
}
