import { CircleHelp, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { FilterBar } from '../../parts/FilterBar';
import { Icon } from '../../parts/Icon';
import { useLiveMirror, useMirror } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { useBareKey } from '../../state/shortcuts';
import { useSmallWindow } from '../../state/small-window';
import { useTheme } from '../../state/theme';
import { say } from '../../state/toasts';
import { useFilter } from '../../state/use-filter';
import { useFilterHints } from '../../state/use-filter-hints';
import { useScrub } from '../../state/use-past';
import { useLiveNow } from '../../state/virtual-now';
import type { Span } from '../../timeline/folds';
import { Timeline } from '../../timeline/Timeline';
import { sayCount } from '../../view-models/numbers';
import { rowsWith } from '../../view-models/row-filter';
import { DeliveryMenu, type Place } from '../deliveries/DeliveryMenu';
import { useDeliveryActs } from '../deliveries/use-delivery-acts';
import { useSelectedRow } from '../deliveries/use-selected-row';
import { ManageMenu } from '../endpoints/ManageMenu';
import { Legend } from '../frame/Legend';
import { AnswersMenu } from '../receiver/AnswersMenu';
import { Beside } from './Beside';
import { ChaosMenu } from './ChaosMenu';
import { FirstRun } from './FirstRun';
import { useLeaps } from './use-leaps';
import { usePasts } from './use-pasts';

export function LiveScreen() {
  const empty = useLiveMirror((mirror) => mirror.totals.deliveries === 0);
  return empty ? <FirstRun /> : <LiveTimeline />;
}

function LiveTimeline() {
  const filter = useFilter('delivery');
  const hints = useFilterHints();
  const nowMs = useLiveNow();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<{ readonly row: DeliveryRow; readonly at: Place } | null>(null);
  const { pasts, onSpan: onPastSpan } = usePasts();
  const { leaps, onSpan: onLeapSpan } = useLeaps();
  const onSpan = (span: Span): void => {
    onPastSpan(span);
    onLeapSpan(span);
  };
  const theme = useTheme();
  const small = useSmallWindow();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const deliveries = useMirror((mirror) => mirror.deliveries);
  const clock = useMirror((mirror) => mirror.clock);
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const total = useMirror((mirror) => mirror.totals.deliveries);
  const seed = useMirror((mirror) => mirror.run.seed);
  const runName = useMirror((mirror) => mirror.run.name);
  const scrub = useScrub();
  const marked = useStore(navigation, (state) => state.markedId);
  const rows = useMemo(
    () => (filter.text === '' ? deliveries : rowsWith(filter.filter, deliveries, endpoints, nowMs())),
    [deliveries, filter.text, filter.filter, endpoints, nowMs],
  );
  const openMenu = (id: DeliveryId, at: Place): void => {
    const row = deliveries.find((candidate) => candidate.id === id);
    if (row !== undefined) setMenu({ row, at });
  };
  return (
    <main className="section" aria-label="Live">
      <AgainKey />
      <h1 className="only-read">Live</h1>
      <div className="toolbar">
        <FilterBar
          subject="delivery"
          label="Filter deliveries"
          placeholder="Filter deliveries"
          filter={filter}
          hints={hints}
        />
        {total > deliveries.length && deliveries.length > 0 ? (
          <span className="muted cut">
            The newest {sayCount(deliveries.length)} of {sayCount(total)}
          </span>
        ) : null}
        <span className="grow" />
        <span ref={setTools} className="tl-tools" />
        {small ? (
          <button
            type="button"
            className="square"
            aria-label="What the marks mean"
            title="What the marks mean"
            onClick={() => openOverlay({ kind: 'legend' })}
          >
            <Icon of={CircleHelp} size={15} />
          </button>
        ) : null}
        <Acts label="Acts">
          <WatchedMenus />
          <ChaosMenu />
          <button
            type="button"
            className="button primary"
            aria-label="Send event"
            title={small ? 'Send event' : undefined}
            onClick={() => openOverlay({ kind: 'compose' })}
          >
            <Icon of={Send} />
            <span className="small-hide">Send event</span>
          </button>
        </Acts>
      </div>
      {rows.length === 0 && filter.text !== '' ? (
        <Empty says={`No delivery in view fulfils “${filter.text}”. Headers and bodies are searched in Deliveries.`}>
          <button type="button" className="button" onClick={() => filter.setTyped('')}>
            Clear the filter
          </button>
        </Empty>
      ) : (
        <Beside>
          {({ onOpen, onEnter, onClear }) => (
            <Timeline
              title={runName}
              endpoints={endpoints}
              rows={rows}
              clock={clock}
              receivedAtMs={receivedAtMs}
              selected={marked}
              onSelect={(id) => navigation.setState({ markedId: id })}
              onOpen={onOpen}
              onEnter={onEnter}
              onClear={onClear}
              theme={theme}
              scrub={scrub}
              pasts={pasts}
              leaps={leaps}
              onSpan={onSpan}
              onMenu={openMenu}
              headOf={HeadAnswers}
              controlsIn={tools}
            />
          )}
        </Beside>
      )}
      {menu === null ? null : (
        <DeliveryMenu key={menu.row.id} row={menu.row} at={menu.at} onClose={() => setMenu(null)} />
      )}
      <Legend seed={seed} />
    </main>
  );
}

/** For the endpoint of the selected delivery, or the only one there is: what it answers, and what may be done with it. */
function WatchedMenus() {
  const small = useSmallWindow();
  const row = useSelectedRow();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const routes = useMirror((mirror) => mirror.routes);
  const only = endpoints.length === 1 ? endpoints[0] : undefined;
  const endpoint = endpoints.find(({ id }) => id === row?.endpointId) ?? only;
  if (endpoint === undefined) return null;
  const route = routes.find(({ id }) => id === endpoint.routeId);
  return (
    <>
      {/* Where there is little room, the group's own head has it. */}
      {route === undefined || small ? null : <AnswersMenu route={route} />}
      <ManageMenu key={endpoint.id} endpoint={endpoint} row={row} places />
    </>
  );
}

/** In the head of an endpoint's group: what its route answers, one click away from what comes of it. */
function HeadAnswers({ endpoint }: { readonly endpoint: EndpointView }) {
  const route = useMirror((mirror) => mirror.routes.find(({ id }) => id === endpoint.routeId));
  if (route === undefined) return null;
  return (
    <Acts label={`Answers to ${endpoint.name}`}>
      <AnswersMenu route={route} of={endpoint.name} />
    </Acts>
  );
}

/** R sends the marked delivery again, as it does in the list. */
function AgainKey() {
  const acts = useDeliveryActs(useSelectedRow());
  const [again] = acts;
  useBareKey('again', () => {
    if (again?.may === true) again.run();
    else if (again !== undefined) say(again.says);
  });
  return null;
}
