import { GitCompareArrows } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CaptureRow, Frame, RouteView } from '../../../shared/contract/views';
import { matchCapture } from '../../../shared/filter/match-capture';
import type { CaptureId } from '../../../shared/model/ids';
import { ChooseNone } from '../../parts/ChooseNone';
import { Empty } from '../../parts/Empty';
import { FilterBar } from '../../parts/FilterBar';
import { Icon } from '../../parts/Icon';
import { ListNotes } from '../../parts/ListNotes';
import { type Picks, VirtualList } from '../../parts/VirtualList';
import { compare } from '../../state/comparing';
import { useEngine, useFed } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { navigation } from '../../state/navigation';
import { usePageActions } from '../../state/page-actions';
import { readOn } from '../../state/read-some';
import { useColumns } from '../../state/use-columns';
import { useFilter } from '../../state/use-filter';
import { useLiveNow } from '../../state/virtual-now';
import { plural } from '../../view-models/numbers';
import type { Place } from '../deliveries/DeliveryMenu';
import { CaptureMenu } from './CaptureMenu';
import { CapturePane } from './CapturePane';
import { CAPTURE_COLUMNS, drawAnyCapture, drawCapture } from './capture-columns';

const capturesOf = (frame: Frame): readonly CaptureRow[] => frame.captures;
const ROW = 28;
const NOTHING = 'Nothing was received yet. Send any request to the receiver.';
const NOTHING_HERE =
  'Nothing was received on this path yet. Send an event to an endpoint with this URL, or any request to it.';
const newest = (a: CaptureRow, b: CaptureRow): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const NONE: ReadonlyMap<CaptureId, CaptureRow> = new Map();

/** The request before one: the last before it with the same delivery id when there is one, else the last before it. */
function previousOf(rows: readonly CaptureRow[], id: CaptureId | null): CaptureId | null {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) return null;
  const earlier = rows.filter((candidate) => newest(row, candidate) < 0).sort(newest);
  const same =
    row.deliveryKey === null ? undefined : earlier.find(({ deliveryKey }) => deliveryKey === row.deliveryKey);
  return (same ?? earlier[0])?.id ?? null;
}

/** What came in on a route, or on all of them and on none (`route` null), newest first. */
export function CapturesSection({ route }: { readonly route: RouteView | null }) {
  const routeId = route?.id ?? null;
  const { call } = useEngine();
  const openId = useStore(navigation, (state) => state.captureId);
  const setOpenId = (captureId: CaptureId | null): void => navigation.setState({ captureId });
  const [menu, setMenu] = useState<{ readonly row: CaptureRow; readonly at: Place } | null>(null);
  const [chosen, setChosen] = useState(NONE);
  const columns = useColumns('captures', CAPTURE_COLUMNS);
  const { sort } = columns;
  const filter = useFilter('capture');
  const nowMs = useLiveNow();
  const list = useMemo(
    () =>
      keysetList<CaptureRow>({
        load: (cursor, limit, wanted) =>
          readOn(
            (from) =>
              call('capture.list', {
                cursor: from,
                sort,
                routeId,
                filter: filter.text,
                ...(limit === null ? {} : { limit }),
              }),
            cursor,
            wanted,
          ),
        belongs: (capture) =>
          (routeId === null || capture.routeId === routeId) && matchCapture(filter.filter, capture, nowMs()),
        order: sort === 'newest' ? newest : (a, b) => newest(b, a),
      }),
    [call, routeId, sort, filter.text, filter.filter, nowMs],
  );
  useFed(list, capturesOf);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  const previousId = useMemo(() => previousOf(rows, openId), [rows, openId]);
  const picks = useMemo<Picks<CaptureRow>>(
    () => ({
      count: chosen.size,
      has: (row) => chosen.has(row.id),
      toggle: (row) =>
        setChosen((known) => {
          const next = new Map(known);
          if (!next.delete(row.id)) next.set(row.id, row);
          return next;
        }),
      add: (more) => setChosen((known) => new Map([...known, ...more.map((row) => [row.id, row] as const)])),
    }),
    [chosen],
  );
  return (
    <div className={openId === null ? 'captures closed' : 'captures'}>
      <div className="split-list">
        <div className="toolbar">
          <FilterBar
            subject="capture"
            label="Filter captures"
            placeholder="status:4xx, seen:again, method:POST, or any text"
            filter={filter}
          />
        </div>
        {chosen.size === 0 ? null : <ChosenCaptures chosen={chosen} onClear={() => setChosen(NONE)} />}
        {rows.length === 0 && phase !== 'first' && problem === null && filter.text !== '' ? (
          <Empty says={`No request${route === null ? '' : ' on this path'} fulfils “${filter.text}”.`}>
            <button type="button" className="button" onClick={() => filter.setTyped('')}>
              Clear the filter
            </button>
          </Empty>
        ) : rows.length === 0 && phase !== 'first' && problem === null ? (
          <Empty says={route === null ? NOTHING : NOTHING_HERE} />
        ) : (
          <VirtualList
            name="Captures"
            columns={columns}
            className="capture-row"
            rows={rows}
            rowHeight={ROW}
            selectedId={openId}
            onSelect={(capture) => setOpenId(capture.id)}
            onMenu={(row, at) => setMenu({ row, at })}
            onNearEnd={list.more}
            onKeep={list.keep}
            picks={picks}
            draw={route === null ? drawAnyCapture : drawCapture}
          />
        )}
        {menu === null ? null : <CaptureMenu {...menu} onClose={() => setMenu(null)} />}
        <ListNotes list={list} selectedId={openId} selected={undefined} />
      </div>
      {openId === null ? null : (
        <CapturePane
          key={openId}
          id={openId}
          previousId={previousId}
          onOpen={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}

/** Two that are chosen can be compared, the earlier one at the left. */
function ChosenCaptures({
  chosen,
  onClear,
}: {
  readonly chosen: ReadonlyMap<CaptureId, CaptureRow>;
  readonly onClear: () => void;
}) {
  const pair = useMemo(() => {
    const [left, right, third] = [...chosen.values()].sort((a, b) => newest(b, a));
    return left !== undefined && right !== undefined && third === undefined ? ([left, right] as const) : null;
  }, [chosen]);
  const run = useCallback((): void => {
    if (pair !== null) compare({ kind: 'capture', id: pair[0].id }, { kind: 'capture', id: pair[1].id });
  }, [pair]);
  usePageActions(
    'compare-chosen',
    useMemo(
      () => (pair === null ? [] : [{ group: 'Chosen', name: 'Compare the two chosen', icon: GitCompareArrows, run }]),
      [pair, run],
    ),
  );
  return (
    <section className="bulk" aria-label="Chosen requests">
      <b>{plural(chosen.size, 'request')} chosen</b>
      <span className="grow" />
      <button
        type="button"
        className="button small"
        disabled={pair === null}
        title={pair === null ? 'Choose two to compare them' : undefined}
        onClick={run}
      >
        <Icon of={GitCompareArrows} size={13} />
        Compare the two
      </button>
      <ChooseNone onClear={onClear} />
    </section>
  );
}
