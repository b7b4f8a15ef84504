import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Call } from '../../shared/contract/commands';
import type { Frame } from '../../shared/contract/views';
import type { ClockReport } from '../../shared/model/pace';
import type { Problem } from '../../shared/model/problem';
import { startClient } from '../engine/client';
import type { LinkState, Transport } from '../engine/line';
import { readLiveRows } from '../engine/live-rows';
import { BEFORE_SYNC, type SyncNews, type SyncState, sync } from '../engine/sync';
import { coalesce } from './coalesce';
import { askPast, PastMoves, past } from './past';
import { guardPast } from './past-guard';
import { sayProblem } from './toasts';

export type LinkStore = {
  readonly link: LinkState;
  readonly sync: SyncState;
  /** Why the newest snapshot could not be read. */
  readonly problem: Problem | null;
};

/** What open lists hear: rows that changed, or that too much changed and they have to be read again. */
export type FeedNews = { readonly kind: 'frame'; readonly frame: Frame } | { readonly kind: 'reload' };

export type EngineLink = {
  readonly call: Call;
  /** Resolves when the commands about the clock that were given are answered, and the page's copy knows of it. */
  readonly clockSettled: () => Promise<unknown>;
  /** Where the page looks in the run's past. */
  readonly moves: PastMoves;
  readonly store: StoreApi<LinkStore>;
  /** Listens to what lists have to know; answers with the way to stop. */
  readonly onFeed: (listener: (news: FeedNews) => void) => () => void;
  /** Asks for everything anew, after a change that no frame tells of. */
  readonly refresh: () => void;
  readonly stop: () => void;
};

const RETRY_SNAPSHOT_MS = 1_000;
/** In a burst every frame may ask for the rows again; they are read this often at most. */
const READ_ROWS_GAP_MS = 400;

/** Holds the page's copy of the engine true: applies frames, and asks again after a gap. */
export function linkEngine(transport: Transport, nowMs: () => number = () => performance.now()): EngineLink {
  const store = createStore<LinkStore>(() => ({ link: { kind: 'connecting' }, sync: BEFORE_SYNC, problem: null }));
  const listeners = new Set<(news: FeedNews) => void>();
  const tell = (news: FeedNews): void => {
    for (const listener of listeners) listener(news);
  };

  const take = (news: SyncNews): void => {
    const [state, demand] = sync(store.getState().sync, news);
    store.setState({ sync: state });
    switch (demand) {
      case 'nothing':
        return;
      case 'snapshot':
        void askSnapshot();
        return;
      case 'rows':
        readRows();
    }
  };

  const readRows = coalesce(() => {
    tell({ kind: 'reload' });
    return readLiveRows(client.call, (rows) => take({ kind: 'rows', rows })).then((problem) => {
      if (problem !== null && problem.code !== 'unavailable') store.setState({ problem });
    });
  }, READ_ROWS_GAP_MS);

  const client = startClient(transport, {
    connected: () => take({ kind: 'connected' }),
    frame(frame) {
      take({ kind: 'frame', frame, atMs: nowMs() });
      if (!frame.overflow) tell({ kind: 'frame', frame });
    },
    link: (link) => store.setState({ link }),
    garbled: (text) => console.error('The engine sent something that is not of the contract:', text.slice(0, 200)),
  });

  let clockAnswer: Promise<unknown> = Promise.resolve();
  const call: Call = (name, args) => {
    const answer = client.call(name, args).then((result) => {
      if (result.ok && isClockReport(result.value)) take({ kind: 'clock', clock: result.value, atMs: nowMs() });
      return result;
    });
    if (name.startsWith('clock.')) clockAnswer = answer;
    return answer;
  };

  const moves = new PastMoves(askPast(client.call, (problem) => sayProblem(problem.message)));

  async function askSnapshot(): Promise<void> {
    const answer = await client.call('snapshot', {});
    if (answer.ok) {
      store.setState({ problem: null });
      // Another run has another past.
      if (past.getState().shown !== null && store.getState().sync.mirror?.run.id !== answer.value.run.id) moves.leave();
      take({ kind: 'snapshot', snapshot: answer.value, atMs: nowMs() });
      return;
    }
    // A dead line asks again when it is back; anything else is asked again here.
    if (answer.problem.code === 'unavailable') return;
    store.setState({ problem: answer.problem });
    setTimeout(() => void askSnapshot(), RETRY_SNAPSHOT_MS);
  }

  return {
    call: guardPast(call),
    clockSettled: () => clockAnswer,
    moves,
    store,
    onFeed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => take({ kind: 'connected' }),
    stop: client.stop,
  };
}

const isClockReport = (value: unknown): value is ClockReport =>
  typeof value === 'object' && value !== null && 'virtualMs' in value && 'pace' in value && 'inFlight' in value;
