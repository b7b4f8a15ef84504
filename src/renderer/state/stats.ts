import { type RefObject, useEffect, useState } from 'react';
import type { CommandInput } from '../../shared/contract/commands';
import type { Stats } from '../../shared/contract/stats';
import type { Frame } from '../../shared/contract/views';
import { virtualAt } from '../../shared/model/pace';
import type { Result } from '../../shared/model/problem';
import { coalesce } from './coalesce';
import { useEngine, useMirror } from './engine-context';
import type { EngineLink } from './engine-link';

export type StatsScope = CommandInput<'stats.read'>['scope'];
export type StatsState = { readonly stats: Stats | null; readonly problem: string | null };

/** Charts are drawn anew this often at most. */
const GAP_MS = 1_000;
/** The engine's reader rests so many times as long as an answer took it, so that lists come first; but not for long. */
const REST = 4;
const LONGEST_REST_MS = 3_000;

/** Whether a frame changes what is counted. */
const concerns = ({ deliveries, overflow }: Frame, scope: StatsScope): boolean =>
  overflow || deliveries.some(({ endpointId }) => scope.kind !== 'endpoint' || endpointId === scope.id);

/**
 * Asks at once, and again after every change that concerns the scope, at most once a second. Returns the way to stop,
 * after which nothing is asked and nothing is told.
 */
export function followStats(
  scope: StatsScope,
  ports: {
    readonly ask: () => Promise<Result<Stats>>;
    readonly onFeed: EngineLink['onFeed'];
    readonly nowMs: () => number;
    readonly tell: (state: StatsState) => void;
  },
): () => void {
  let stopped = false;
  const read = coalesce(async () => {
    if (stopped) return;
    const beganMs = ports.nowMs();
    const answer = await ports.ask();
    if (stopped) return;
    if (answer.ok) ports.tell({ stats: answer.value, problem: null });
    else if (answer.problem.code !== 'unavailable') ports.tell({ stats: null, problem: answer.problem.message });
    const restMs = Math.min(LONGEST_REST_MS, REST * (ports.nowMs() - beganMs) - GAP_MS);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }, GAP_MS);
  read();
  const off = ports.onFeed((news) => {
    if (news.kind === 'reload' || concerns(news.frame, scope)) read();
  });
  return () => {
    stopped = true;
    off();
  };
}

const NOTHING: StatsState = { stats: null, problem: null };

/**
 * What charts show, kept true while `shown`.
 * @param lastMs the newest so many virtual ms; null for all there is
 */
export function useStats(scope: StatsScope, lastMs: number | null, shown: boolean): StatsState {
  const { call, onFeed, store } = useEngine();
  const runId = useMirror((mirror) => mirror.run.id);
  const [state, setState] = useState<StatsState & { readonly of: string }>({ ...NOTHING, of: '' });
  const of = JSON.stringify({ runId, scope, lastMs });

  useEffect(() => {
    if (!shown) return;
    const asked = JSON.parse(of).scope as StatsScope;
    const nowMs = (): number => performance.now();
    return followStats(asked, {
      ask() {
        const { mirror } = store.getState().sync;
        const now = mirror === null ? null : virtualAt(mirror.clock, nowMs() - mirror.receivedAtMs);
        return call('stats.read', { scope: asked, fromMs: lastMs === null || now === null ? null : now - lastMs });
      },
      onFeed,
      nowMs,
      tell: (news) => setState({ ...news, of }),
    });
  }, [call, onFeed, store, of, lastMs, shown]);

  return state.of === of ? state : NOTHING;
}

/** Whether an element is in sight of a page that is: what is not seen is not asked for. */
export function useInSight(ref: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false);
  const [pageShown, setPageShown] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element);
    const turned = (): void => setPageShown(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', turned);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', turned);
    };
  }, [ref]);
  return inSight && pageShown;
}
