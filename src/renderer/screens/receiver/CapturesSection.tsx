import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CaptureRow, Frame, RouteView } from '../../../shared/contract/views';
import { type CaptureId, shortId } from '../../../shared/model/ids';
import { Empty } from '../../parts/Empty';
import { Mark } from '../../parts/Mark';
import { VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { useVirtualNow } from '../../state/virtual-now';
import { clockTimeTenths, exactTime, listTime } from '../../view-models/instants';
import { ordinal, sayBytes } from '../../view-models/numbers';
import { sayCaptured, verdictLook } from '../../view-models/script-words';
import { CapturePane } from './CapturePane';

const capturesOf = (frame: Frame): readonly CaptureRow[] => frame.captures;
const ROW = 28;
const DAY_MS = 86_400_000;

const saySeen = (seen: number | null): string => (seen === null ? '' : seen === 1 ? 'new' : ordinal(seen));

/** What came in on a route, or on all of them and on none (`route` null), newest first. */
export function CapturesSection({ route }: { readonly route: RouteView | null }) {
  const routeId = route?.id ?? null;
  const { call } = useEngine();
  const [openId, setOpenId] = useState<CaptureId | null>(null);
  const list = useMemo(
    () =>
      keysetList<CaptureRow>({
        load: (cursor) => call('capture.list', { cursor, routeId }),
        belongs: (capture) => routeId === null || capture.routeId === routeId,
        order: (a, b) => b.at - a.at || (a.id < b.id ? 1 : -1),
      }),
    [call, routeId],
  );
  useFed(list, capturesOf);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  return (
    <div className={openId === null ? 'captures closed' : 'captures'}>
      <div className="split-list">
        <div className="capture-row head" aria-hidden="true">
          <span>Received</span>
          <span>Id</span>
          <span>Seen</span>
          <span>Answer</span>
          <span>Verdict</span>
          <span className="right">Body</span>
        </div>
        {problem === null ? null : (
          <p className="list-problem" role="alert">
            {problem.message}
          </p>
        )}
        {rows.length === 0 && phase !== 'first' ? (
          <Empty says={route === null ? 'Nothing was received yet.' : 'Nothing was received on this path yet.'} />
        ) : (
          <VirtualList
            label="Captures, newest first"
            rows={rows}
            rowHeight={ROW}
            selectedId={openId}
            onSelect={(capture) => setOpenId(capture.id)}
            onNearEnd={list.more}
            draw={(capture) => <CaptureCells capture={capture} withTarget={route === null} />}
          />
        )}
      </div>
      {openId === null ? null : (
        <CapturePane key={openId} id={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} />
      )}
    </div>
  );
}

function CaptureCells({ capture, withTarget }: { readonly capture: CaptureRow; readonly withTarget: boolean }) {
  const look = verdictLook(capture.verdict);
  const says = withTarget ? sayCaptured(capture) : look.says;
  const now = useVirtualNow(60_000);
  const today = Math.floor(now / DAY_MS) === Math.floor(capture.at / DAY_MS);
  return (
    <div className="capture-row">
      <span className="mono" title={exactTime(capture.at)}>
        {today ? clockTimeTenths(capture.at) : listTime(capture.at, now)}
      </span>
      <span className="mono cut">{capture.deliveryKey === null ? 'no id' : shortId(capture.deliveryKey)}</span>
      <span className="mono">{saySeen(capture.seen)}</span>
      <span className="answer">
        <Mark hue={look.hue} shape={look.shape} size={13} />
        {look.word}
      </span>
      <span className="second cut" title={says}>
        {says}
      </span>
      <span className="mono right">{sayBytes(capture.bodyBytes)}</span>
    </div>
  );
}
