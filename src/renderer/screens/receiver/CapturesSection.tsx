import { GitCompareArrows, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CaptureRow, Frame, RouteView } from '../../../shared/contract/views';
import { type CaptureId, shortId } from '../../../shared/model/ids';
import { Empty } from '../../parts/Empty';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { type Picks, VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { openOverlay } from '../../state/overlays';
import { useVirtualNow } from '../../state/virtual-now';
import { clockTimeTenths, exactTime, listTime } from '../../view-models/instants';
import { ordinal, plural, sayBytes } from '../../view-models/numbers';
import { verdictLook } from '../../view-models/script-words';
import { CapturePane } from './CapturePane';

const capturesOf = (frame: Frame): readonly CaptureRow[] => frame.captures;
const ROW = 28;
const DAY_MS = 86_400_000;
const NONE: ReadonlyMap<CaptureId, CaptureRow> = new Map();

/** The request before one: with the same delivery id when it has one, else the next in the list, newest first. */
function previousOf(rows: readonly CaptureRow[], id: CaptureId | null): CaptureId | null {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row === undefined) return null;
  const earlier = rows.slice(at + 1);
  const same =
    row.deliveryKey === null ? undefined : earlier.find(({ deliveryKey }) => deliveryKey === row.deliveryKey);
  return (same ?? earlier[0])?.id ?? null;
}

const saySeen = (seen: number | null): string => (seen === null ? '' : seen === 1 ? 'new' : ordinal(seen));

/** What came in on a route, newest first. */
export function CapturesSection({ route }: { readonly route: RouteView }) {
  const { call } = useEngine();
  const [openId, setOpenId] = useState<CaptureId | null>(null);
  const [chosen, setChosen] = useState(NONE);
  const list = useMemo(
    () =>
      keysetList<CaptureRow>({
        load: (cursor) => call('capture.list', { cursor, routeId: route.id }),
        belongs: (capture) => capture.routeId === route.id,
        order: (a, b) => b.at - a.at || (a.id < b.id ? 1 : -1),
      }),
    [call, route.id],
  );
  useFed(list, capturesOf);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  const picks = useMemo<Picks<CaptureRow>>(
    () => ({
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
        {chosen.size === 0 ? null : <ChosenCaptures chosen={chosen} onClear={() => setChosen(NONE)} />}
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
          <Empty says="Nothing was received on this path yet." />
        ) : (
          <VirtualList
            label="Captures, newest first"
            rows={rows}
            rowHeight={ROW}
            selectedId={openId}
            onSelect={(capture) => setOpenId(capture.id)}
            onNearEnd={list.more}
            picks={picks}
            draw={(capture) => <CaptureCells capture={capture} />}
          />
        )}
      </div>
      {openId === null ? null : (
        <CapturePane key={openId} id={openId} previousId={previousOf(rows, openId)} onClose={() => setOpenId(null)} />
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
  const [left, right, third] = [...chosen.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const pair = left !== undefined && right !== undefined && third === undefined ? ([left, right] as const) : null;
  return (
    <section className="bulk" aria-label="Chosen requests">
      <b>{plural(chosen.size, 'request')} chosen</b>
      <span className="grow" />
      <button
        type="button"
        className="button small"
        disabled={pair === null}
        title={pair === null ? 'Choose two to compare them' : undefined}
        onClick={() => {
          if (pair === null) return;
          const [a, b] = pair;
          openOverlay({ kind: 'compare', left: { kind: 'capture', id: a.id }, right: { kind: 'capture', id: b.id } });
        }}
      >
        <Icon of={GitCompareArrows} size={13} />
        Compare the two
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label="Choose none"
        title="Choose none"
        onClick={onClear}
      >
        <Icon of={X} />
      </button>
    </section>
  );
}

function CaptureCells({ capture }: { readonly capture: CaptureRow }) {
  const look = verdictLook(capture.verdict);
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
      <span className="second cut" title={look.says}>
        {look.says}
      </span>
      <span className="mono right">{sayBytes(capture.bodyBytes)}</span>
    </div>
  );
}
