import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CaptureRow, Frame, RouteView } from '../../../shared/contract/views';
import { matchCapture } from '../../../shared/filter/match-capture';
import type { CaptureId } from '../../../shared/model/ids';
import { Empty } from '../../parts/Empty';
import { FilterBar } from '../../parts/FilterBar';
import { ListNotes } from '../../parts/ListNotes';
import { VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { readOn } from '../../state/read-some';
import { useColumns } from '../../state/use-columns';
import { useFilter } from '../../state/use-filter';
import { useLiveNow } from '../../state/virtual-now';
import { CapturePane } from './CapturePane';
import { CAPTURE_COLUMNS, drawCapture } from './capture-columns';

const capturesOf = (frame: Frame): readonly CaptureRow[] => frame.captures;
const ROW = 28;
const newest = (a: CaptureRow, b: CaptureRow): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** What came in on a route, newest first. */
export function CapturesSection({ route }: { readonly route: RouteView }) {
  const { call } = useEngine();
  const [openId, setOpenId] = useState<CaptureId | null>(null);
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
                routeId: route.id,
                filter: filter.text,
                ...(limit === null ? {} : { limit }),
              }),
            cursor,
            wanted,
          ),
        belongs: (capture) => capture.routeId === route.id && matchCapture(filter.filter, capture, nowMs()),
        order: sort === 'newest' ? newest : (a, b) => newest(b, a),
      }),
    [call, route.id, sort, filter.text, filter.filter, nowMs],
  );
  useFed(list, capturesOf);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
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
        {rows.length === 0 && phase !== 'first' && problem === null && filter.text !== '' ? (
          <Empty says={`No request on this path fulfils “${filter.text}”.`}>
            <button type="button" className="button" onClick={() => filter.setTyped('')}>
              Clear the filter
            </button>
          </Empty>
        ) : rows.length === 0 && phase !== 'first' && problem === null ? (
          <Empty says="Nothing was received on this path yet. Send an event to an endpoint with this URL, or any request to it." />
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
            draw={drawCapture}
          />
        )}
        <ListNotes list={list} selectedId={openId} selected={undefined} />
      </div>
      {openId === null ? null : <CapturePane key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </div>
  );
}
