import { Eraser } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { LIMITS } from '../../../shared/contract/limits';
import type { CaptureRow, Frame, Page, RouteView } from '../../../shared/contract/views';
import { matchCapture } from '../../../shared/filter/match-capture';
import type { CaptureId } from '../../../shared/model/ids';
import type { Result } from '../../../shared/model/problem';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { FilterBar } from '../../parts/FilterBar';
import { Icon } from '../../parts/Icon';
import { ListNotes } from '../../parts/ListNotes';
import { type Picks, VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed, useMirror, usePerform } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { navigation } from '../../state/navigation';
import { usePageActions } from '../../state/page-actions';
import { readOn } from '../../state/read-some';
import { useBareKey } from '../../state/shortcuts';
import { sayProblem } from '../../state/toasts';
import { useClear } from '../../state/use-clear';
import { useColumns } from '../../state/use-columns';
import { useFilter } from '../../state/use-filter';
import { useLiveNow } from '../../state/virtual-now';
import { CaptureMenu } from './CaptureMenu';
import { CapturePane } from './CapturePane';
import { ChosenCaptures } from './ChosenCaptures';
import { CAPTURE_COLUMNS, drawAnyCapture, drawCapture, newestCapture as newest } from './capture-columns';

const capturesOf = (frame: Frame): readonly CaptureRow[] => frame.captures;
const ROW = 28;
const NOTHING = 'Nothing was received yet. Send any request to the receiver.';
const NOTHING_HERE =
  'Nothing was received on this path yet. Send an event to an endpoint with this URL, or any request to it.';

type Menu = { readonly row: CaptureRow; readonly at: { readonly x: number; readonly y: number } };

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

const CLEAR_SAYS = { all: 'Clear all requests', route: 'Clear the requests of this path' } as const;

/** The chosen ones as they are now; the very same map when none of them changed. */
function withNews(
  known: ReadonlyMap<CaptureId, CaptureRow>,
  news: readonly CaptureRow[],
): ReadonlyMap<CaptureId, CaptureRow> {
  const changed = news.filter(({ id }) => known.has(id));
  return changed.length === 0 ? known : new Map([...known, ...changed.map((row) => [row.id, row] as const)]);
}

/** In the place of the receiver’s page: a delivery’s details lead there too. */
const setOpenId = (captureId: CaptureId | null): void => navigation.setState({ captureId });

/** What came in on a route, or on all of them and on none (`route` null), newest first. */
export function CapturesSection({ route }: { readonly route: RouteView | null }) {
  const routeId = route?.id ?? null;
  const { call, onFeed } = useEngine();
  const perform = usePerform();
  const clears = useClear();
  const [menu, setMenu] = useState<Menu | null>(null);
  const inAll = useMirror((mirror) => mirror.totals.captures);
  const openId = useStore(navigation, (state) => state.captureId);
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
  useEffect(
    () =>
      onFeed((news) => {
        if (news.kind === 'frame') setChosen((known) => withNews(known, news.frame.captures));
      }),
    [onFeed],
  );
  /** Chooses all that match, page by page. */
  const addAll = async (stop: AbortSignal): Promise<void> => {
    let cursor: string | null = null;
    do {
      const page: Result<Page<CaptureRow>> = await call('capture.list', {
        cursor,
        sort,
        routeId,
        filter: filter.text,
        limit: LIMITS.pageRows,
      });
      if (stop.aborted) return;
      if (!page.ok) {
        sayProblem(page.problem.message);
        return;
      }
      picks.add(page.value.rows);
      cursor = page.value.next;
    } while (cursor !== null);
  };
  const isPinned = rows.find(({ id }) => id === openId)?.pinned ?? false;
  const clear = useCallback(async (): Promise<void> => {
    if (!(await clears.clear({ routeId }))) return;
    setChosen(NONE);
    if (!isPinned) setOpenId(null);
  }, [clears, routeId, isPinned]);
  useBareKey('keep', () => {
    const row = rows.find(({ id }) => id === openId);
    if (row !== undefined) void perform('capture.pin', { ids: [row.id], pinned: !row.pinned });
  });
  useBareKey('undo', () => void clears.undo(null));
  usePageActions(
    'clear',
    useMemo(
      () => [
        { group: 'List', name: CLEAR_SAYS[routeId === null ? 'all' : 'route'], icon: Eraser, run: () => void clear() },
      ],
      [routeId, clear],
    ),
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
          <Acts label="Clear">
            <button
              type="button"
              className="button"
              title={`${CLEAR_SAYS[route === null ? 'all' : 'route']}. Pinned ones stay; the others can be brought back for 10 minutes`}
              onClick={() => void clear()}
            >
              <Icon of={Eraser} />
              <span className="narrow-hide">Clear</span>
            </button>
          </Acts>
        </div>
        {chosen.size === 0 ? null : (
          <Acts label="Acts on the chosen">
            <ChosenCaptures
              chosen={chosen}
              matching={filter.text === '' ? (route?.captures ?? inAll) : null}
              onAll={addAll}
              onClear={() => setChosen(NONE)}
            />
          </Acts>
        )}
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
            onNearEnd={list.more}
            onKeep={list.keep}
            picks={picks}
            onMenu={(row, at) => setMenu({ row, at })}
            draw={route === null ? drawAnyCapture : drawCapture}
          />
        )}
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
      {menu === null ? null : (
        <CaptureMenu
          key={menu.row.id}
          row={menu.row}
          at={menu.at}
          onOpen={() => setOpenId(menu.row.id)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
