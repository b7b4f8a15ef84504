import type { DeliveryRow, EndpointView, Frame, RouteView, Snapshot } from '../../shared/contract/views';
import { keepForLive } from './live-window';

/** What the page knows of the engine. Rows are a window of the newest, never all. */
export type Mirror = Omit<Snapshot, 'revision'> & {
  readonly revision: number;
  /** performance.now() at which `clock` arrived. */
  readonly receivedAtMs: number;
  readonly deliveries: readonly DeliveryRow[];
};

export type SyncState = {
  /** Null until the first snapshot. It stays, out of date, while a connection is being found again. */
  readonly mirror: Mirror | null;
  /** A snapshot is asked for: frames wait in `early` until it is here. */
  readonly asking: boolean;
  readonly early: readonly Frame[];
};

export type SyncNews =
  | { readonly kind: 'connected' }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly atMs: number }
  | { readonly kind: 'rows'; readonly rows: readonly DeliveryRow[] }
  /** What a command answered about the clock: known before the frame that tells of it. */
  | { readonly kind: 'clock'; readonly clock: Mirror['clock']; readonly atMs: number }
  | { readonly kind: 'frame'; readonly frame: Frame; readonly atMs: number };

/** What the holder of the state has to do next. */
export type SyncDemand =
  | 'nothing'
  /** Ask for a snapshot: something was missed. */
  | 'snapshot'
  /** The counts are right, the rows are not: read the visible lists again. */
  | 'rows';

export const BEFORE_SYNC: SyncState = { mirror: null, asking: false, early: [] };

const MOST_EARLY = 200;

/**
 * Frames cover (from, to]. One that reaches beyond our revision and begins at or before it is applied: rows are
 * whole, so seeing a change twice is harmless. One that ends at or before it is dropped; one that begins after it
 * leaves a gap. A frame of another run means that the live run was changed: everything is asked for anew.
 */
export function sync(state: SyncState, news: SyncNews): readonly [SyncState, SyncDemand] {
  switch (news.kind) {
    case 'connected':
      return [{ ...state, asking: true, early: [] }, 'snapshot'];
    case 'snapshot': {
      const { snapshot, atMs } = news;
      const deliveries = sameRun(state.mirror, snapshot) ? (state.mirror?.deliveries ?? []) : [];
      const fresh: SyncState = {
        mirror: { ...snapshot, receivedAtMs: atMs, deliveries },
        asking: false,
        early: [],
      };
      return replay(fresh, state.early, atMs);
    }
    case 'rows':
      return state.mirror === null
        ? [state, 'nothing']
        : [{ ...state, mirror: withRows(state.mirror, news.rows) }, 'nothing'];
    case 'clock':
      return state.mirror === null
        ? [state, 'nothing']
        : [{ ...state, mirror: { ...state.mirror, clock: news.clock, receivedAtMs: news.atMs } }, 'nothing'];
    case 'frame':
      return onFrame(state, news.frame, news.atMs);
  }
}

const sameRun = (mirror: Mirror | null, snapshot: Snapshot): boolean => mirror?.run.id === snapshot.run.id;

function replay(fresh: SyncState, early: readonly Frame[], atMs: number): readonly [SyncState, SyncDemand] {
  let state = fresh;
  for (const frame of early) {
    const [next, demand] = onFrame(state, frame, atMs);
    state = next;
    if (demand === 'snapshot') return [state, 'snapshot'];
  }
  return [state, 'rows'];
}

function onFrame(state: SyncState, frame: Frame, atMs: number): readonly [SyncState, SyncDemand] {
  if (state.asking) {
    if (state.early.length < MOST_EARLY) return [{ ...state, early: [...state.early, frame] }, 'nothing'];
    return [{ ...state, early: [frame] }, 'nothing'];
  }
  const { mirror } = state;
  if (mirror === null) return [state, 'nothing'];
  if (frame.runId !== mirror.run.id) return [{ ...state, asking: true, early: [] }, 'snapshot'];
  if (frame.to < mirror.revision || (frame.to === mirror.revision && frame.from < frame.to)) return [state, 'nothing'];
  if (frame.runId !== mirror.run.id) return [{ ...state, asking: true, early: [] }, 'snapshot'];
  if (frame.from > mirror.revision) return [{ ...state, asking: true, early: [frame] }, 'snapshot'];
  const applied = applyFrame(mirror, frame, atMs);
  return [{ ...state, mirror: applied }, frame.overflow ? 'rows' : 'nothing'];
}

function applyFrame(mirror: Mirror, frame: Frame, atMs: number): Mirror {
  const next: Mirror = {
    ...mirror,
    revision: frame.to,
    clock: frame.clock,
    receivedAtMs: atMs,
    totals: frame.totals,
    endpoints: upsert(mirror.endpoints, frame.endpoints, frame.removed.endpoints),
    routes: upsert<RouteView>(mirror.routes, frame.routes, frame.removed.routes),
    sends: sameSends(mirror.sends, frame.sends),
    receiver: frame.receiver ?? mirror.receiver,
    settings: frame.settings ?? mirror.settings,
    policies: frame.policies ?? mirror.policies,
    notices: frame.notices ?? mirror.notices,
  };
  const kept = without(next, frame.removed.deliveries);
  return frame.deliveries.length === 0 ? kept : withRows(kept, frame.deliveries);
}

function without(mirror: Mirror, gone: readonly DeliveryRow['id'][]): Mirror {
  if (gone.length === 0) return mirror;
  const dropped = new Set(gone);
  return { ...mirror, deliveries: mirror.deliveries.filter(({ id }) => !dropped.has(id)) };
}

const withRows = (mirror: Mirror, rows: readonly DeliveryRow[]): Mirror => ({
  ...mirror,
  deliveries: keepForLive(mirror.deliveries, rows),
});

/** The same array while nothing is planned, so that nothing is drawn again. */
const sameSends = (known: Mirror['sends'], told: Frame['sends']): Mirror['sends'] =>
  known.length === 0 && told.length === 0 ? known : told;

/** Replaces by id, appends what is new, drops what is gone; the same array when nothing changed. */
function upsert<Row extends EndpointView | RouteView>(
  known: readonly Row[],
  changed: readonly Row[],
  gone: readonly Row['id'][],
): readonly Row[] {
  if (changed.length === 0 && gone.length === 0) return known;
  const fresh = new Map<string, Row>(changed.map((row) => [row.id, row]));
  const dropped = new Set<string>(gone);
  const kept = known.filter((row) => !dropped.has(row.id)).map((row) => fresh.get(row.id) ?? row);
  const before = new Set<string>(known.map((row) => row.id));
  return [...kept, ...changed.filter((row) => !before.has(row.id) && !dropped.has(row.id))];
}
