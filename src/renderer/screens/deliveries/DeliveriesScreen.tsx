import { Download, Send } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { LIMITS } from '../../../shared/contract/limits';
import type { DeliveryRow, EndpointView, Frame, Totals } from '../../../shared/contract/views';
import { matchDelivery } from '../../../shared/filter/match-delivery';
import type { DeliveryState } from '../../../shared/model/delivery';
import type { EndpointId } from '../../../shared/model/ids';
import { Acts } from '../../parts/Acts';
import { FilterBar } from '../../parts/FilterBar';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { Picker } from '../../parts/Picker';
import { TabStrip } from '../../parts/TabStrip';
import { useEngine, useFed, useMirror, usePastSeq } from '../../state/engine-context';
import type { LinkStore } from '../../state/engine-link';
import { keysetList } from '../../state/keyset-list';
import { goTo, navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { readSome } from '../../state/read-some';
import { useColumns } from '../../state/use-columns';
import { useFilter } from '../../state/use-filter';
import { useFilterHints } from '../../state/use-filter-hints';
import { useLiveNow } from '../../state/virtual-now';
import type { ChosenRow } from '../../view-models/chosen';
import { type ExportChoice, filterChoice } from '../../view-models/export-choice';
import { sayCount } from '../../view-models/numbers';
import { zoneWords } from '../../view-models/zone';
import { BulkBar } from './BulkBar';
import { DeliveryList } from './DeliveryList';
import { DeliveryMenu, type Place } from './DeliveryMenu';
import { DeliveryPane } from './DeliveryPane';
import { DELIVERY_COLUMNS } from './delivery-columns';
import { useChosen } from './use-chosen';
import { useDeliveryOrder } from './use-delivery-order';

const FACETS = {
  all: null,
  queued: ['queued'],
  retrying: ['processing', 'retrying', 'stale'],
  held: ['held'],
  failed: ['failed'],
  delivered: ['delivered'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly DeliveryState[] | null>>;
type Facet = keyof typeof FACETS;
const FACET_NAMES: Readonly<Record<Facet, string>> = {
  all: 'All',
  queued: 'Queued',
  retrying: 'Retrying',
  held: 'Held',
  failed: 'Failed',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};
const FACET_ORDER: readonly Facet[] = ['all', 'queued', 'retrying', 'held', 'failed', 'delivered', 'cancelled'];
/** Facets that are there only while they have something to show. */
const RARE: readonly Facet[] = ['queued', 'held', 'cancelled'];

const countOf = (totals: Totals, facet: Facet): number =>
  FACETS[facet]?.reduce((sum, state) => sum + totals.byState[state], 0) ?? totals.deliveries;

/** The list as it is filtered; none where it is not. */
function filterChoices(facet: Facet, endpointId: EndpointId | null, filter: string): readonly ExportChoice[] {
  const states: readonly DeliveryState[] | null = FACETS[facet];
  if (states === null && endpointId === null && filter === '') return [];
  return [filterChoice({ states: states === null ? null : [...states], endpointId, filter })];
}

/** Read when it is asked for: an endpoint's counts change with every frame, and no list is begun anew for them. */
const endpointIn = ({ sync }: LinkStore, id: EndpointId): EndpointView | null =>
  sync.mirror?.endpoints.find((endpoint) => endpoint.id === id) ?? null;

const rowsOf = (frame: Frame): readonly DeliveryRow[] => frame.deliveries;

export function DeliveriesScreen() {
  const { call, store } = useEngine();
  const [facet, setFacet] = useState<Facet>('all');
  const endpointId = useStore(navigation, (state) => state.onlyEndpointId);
  const [menu, setMenu] = useState<{ readonly row: DeliveryRow; readonly at: Place } | null>(null);
  const filter = useFilter('delivery');
  const hints = useFilterHints();
  const nowMs = useLiveNow();
  const totals = useMirror((mirror) => mirror.totals);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const openId = useStore(navigation, (state) => state.deliveryId);
  const attemptN = useStore(navigation, (state) => state.attemptN);

  const pastSeq = usePastSeq();
  const columns = useColumns(
    'deliveries',
    DELIVERY_COLUMNS,
    pastSeq === null ? null : 'The past is listed newest first',
  );
  const { sort } = columns;
  const order = useDeliveryOrder(sort);

  const query = useMemo(() => {
    const states: readonly DeliveryState[] | null = FACETS[facet];
    return { states: states === null ? null : [...states], endpointId, filter: filter.text, sort };
  }, [facet, endpointId, filter.text, sort]);
  const belongs = useCallback(
    (row: ChosenRow) =>
      (query.states === null || query.states.includes(row.state)) &&
      (endpointId === null || row.endpointId === endpointId) &&
      matchDelivery(filter.filter, row, endpointIn(store.getState(), row.endpointId), nowMs()),
    [query, endpointId, filter.filter, store, nowMs],
  );
  const list = useMemo(
    () =>
      keysetList<DeliveryRow>({
        load: (cursor, limit, wanted) =>
          readSome(call, { ...query, cursor, ...(limit === null ? {} : { limit }) }, wanted),
        belongs,
        order,
      }),
    [call, query, belongs, order],
  );
  useFed(list, rowsOf, pastSeq);
  const chosen = useChosen(list, belongs);
  const readIds = useCallback(
    (cursor: string | null) => call('delivery.list', { ...query, cursor, limit: LIMITS.pageRows }),
    [call, query],
  );
  const open = useCallback((row: DeliveryRow) => goTo('deliveries', { deliveryId: row.id, markedId: row.id }), []);

  const showAll = (): void => {
    filter.setTyped('');
    setFacet('all');
    navigation.setState({ onlyEndpointId: null });
  };

  return (
    <main className="section deliveries" aria-label="Deliveries">
      <h1 className="only-read">Deliveries</h1>
      <div className="toolbar">
        <FilterBar
          subject="delivery"
          label="Filter deliveries"
          placeholder="status:5xx, state:held, type:order.*, or any text"
          filter={filter}
          hints={hints}
        />
        <Picker
          label="Endpoint"
          value={endpointId ?? 'all'}
          choices={[
            { value: 'all', label: 'All endpoints' },
            ...endpoints.map((endpoint) => ({ value: endpoint.id, label: endpoint.name })),
          ]}
          onChoose={(value) => navigation.setState({ onlyEndpointId: value === 'all' ? null : (value as EndpointId) })}
        />
        <button
          type="button"
          className="button"
          onClick={() => openOverlay({ kind: 'export', scopes: filterChoices(facet, endpointId, filter.text) })}
        >
          <Icon of={Download} />
          <span className="narrow-hide">Export</span>
        </button>
        <Acts label="Acts">
          <button type="button" className="button primary" onClick={() => openOverlay({ kind: 'compose' })}>
            <Icon of={Send} />
            <span className="narrow-hide">Send event</span>
          </button>
        </Acts>
      </div>
      <div className={openId === null ? 'split closed' : 'split'}>
        <div className="split-list">
          <TabStrip
            className="facets"
            label="States"
            panelId="deliveries-list"
            tabs={FACET_ORDER.filter(
              (value) => value === facet || !RARE.includes(value) || countOf(totals, value) > 0,
            ).map((value) => ({ value, label: FACET_NAMES[value], note: sayCount(countOf(totals, value)) }))}
            value={facet}
            onChoose={setFacet}
          />
          {chosen.rows.size === 0 ? null : (
            <Acts label="Acts on the chosen">
              <BulkBar
                rows={chosen.rows}
                outside={chosen.outside}
                matching={filter.text === '' && endpointId === null ? countOf(totals, facet) : null}
                onAll={(stop) => chosen.addAll(readIds, stop)}
                onClear={chosen.clear}
              />
            </Acts>
          )}
          <DeliveryList
            list={list}
            columns={columns}
            onShowAll={filter.text === '' && endpointId === null && facet === 'all' ? null : showAll}
            selectedId={openId}
            onOpen={open}
            picks={chosen.picks}
            onMenu={(row, at) => setMenu({ row, at })}
          />
        </div>
        {openId === null ? null : (
          <DeliveryPane
            key={openId}
            id={openId}
            n={attemptN}
            onChoose={(n) => navigation.setState({ attemptN: n })}
            onClose={() => goTo('deliveries', { deliveryId: null })}
            beside="list"
          />
        )}
      </div>
      {menu === null ? null : (
        <DeliveryMenu key={menu.row.id} row={menu.row} at={menu.at} onClose={() => setMenu(null)} />
      )}
      <footer className="footer">
        <span>
          <KeyHint of="next" />
          <KeyHint of="previous" /> move
        </span>
        <span>
          <KeyHint of="choose" /> choose
        </span>
        <span>
          <KeyHint of="again" /> send again
        </span>
        <span>
          <KeyHint of="choose-all" /> choose all in the list
        </span>
        <span>
          <span className="key">Esc</span> close
        </span>
        <span className="grow" />
        <span className="muted">Times are virtual, {zoneWords()}</span>
      </footer>
    </main>
  );
}
