import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CommandInput } from '../../shared/contract/commands';
import type { Stats } from '../../shared/contract/stats';
import type { EndpointHistory, Frame, Level } from '../../shared/contract/views';
import type { EndpointId } from '../../shared/model/ids';
import { virtualAt } from '../../shared/model/pace';
import { ok, type Result, refuse } from '../../shared/model/problem';
import { streakLine } from '../timeline/past';
import { coalesce } from './coalesce';
import { useEngine, useMirror } from './engine-context';
import type { EngineLink } from './engine-link';

export type StatsScope = CommandInput<'stats.read'>['scope'];
/** What was read last, or why it could not be. */
export type Followed<T> = { readonly value: T | null; readonly problem: string | null };

/** Charts are drawn anew this often at most. */
const GAP_MS = 1_000;
/** The engine's reader rests so many times as long as an answer took it, so that lists come first; but not for long. */
const REST = 4;
const LONGEST_REST_MS = 3_000;

/** Whether a frame changes what is counted. */
const concerns = ({ deliveries, endpoints, overflow }: Frame, scope: StatsScope): boolean => {
  if (overflow || scope.kind !== 'endpoint') return overflow || deliveries.length > 0;
  return deliveries.some(({ endpointId }) => endpointId === scope.id) || endpoints.some(({ id }) => id === scope.id);
};

/**
 * Asks at once, and again after every change that concerns the scope, at most once a second. Returns the way to stop,
 * after which nothing is asked and nothing is told.
 */
export function follow<T>(
  scope: StatsScope,
  ports: {
    readonly ask: () => Promise<Result<T>>;
    readonly onFeed: EngineLink['onFeed'];
    readonly nowMs: () => number;
    readonly tell: (state: Followed<T>) => void;
  },
): () => void {
  let stopped = false;
  const read = coalesce(async () => {
    if (stopped) return;
    const beganMs = ports.nowMs();
    const answer = await ports.ask();
    if (stopped) return;
    if (answer.ok) ports.tell({ value: answer.value, problem: null });
    else if (answer.problem.code !== 'unavailable') ports.tell({ value: null, problem: answer.problem.message });
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

/** What is asked for: virtual epoch ms; `fromMs` null is open. */
type Span = { readonly fromMs: number | null; readonly nowMs: number };

/** Keeps an answer true while `shown`. `ask` is read once for each `of`, which names what is asked for. */
function useFollowed<T>(
  of: string,
  scope: StatsScope,
  lastMs: number | null,
  shown: boolean,
  ask: (span: Span) => Promise<Result<T>>,
): Followed<T> {
  const { onFeed, store } = useEngine();
  const [state, setState] = useState<Followed<T> & { readonly of: string }>({ value: null, problem: null, of: '' });
  const asking = useRef({ scope, ask });
  asking.current = { scope, ask };
  useEffect(() => {
    if (!shown) return;
    const nowMs = (): number => performance.now();
    return follow<T>(asking.current.scope, {
      async ask() {
        const { mirror } = store.getState().sync;
        if (mirror === null) return refuse('unavailable', 'The engine is not there yet.');
        const now = virtualAt(mirror.clock, nowMs() - mirror.receivedAtMs);
        return asking.current.ask({ fromMs: lastMs === null ? null : now - lastMs, nowMs: now });
      },
      onFeed,
      nowMs,
      tell: (news) => setState({ ...news, of }),
    });
  }, [onFeed, store, of, lastMs, shown]);
  return state.of === of ? state : { value: null, problem: null };
}

/**
 * What charts show, kept true while `shown`.
 * @param lastMs the newest so many virtual ms; null for all there is
 */
export function useStats(scope: StatsScope, lastMs: number | null, shown: boolean): Followed<Stats> {
  const { call } = useEngine();
  const runId = useMirror((mirror) => mirror.run.id);
  const of = JSON.stringify({ runId, scope, lastMs });
  return useFollowed(of, scope, lastMs, shown, ({ fromMs }) => call('stats.read', { scope, fromMs }));
}

/** An endpoint's levels from `fromMs` to `toMs`, virtual epoch ms. */
export type Levels = Pick<EndpointHistory, 'held' | 'streak'> & { readonly toMs: number };

/** The levels of a span: the last one before it stands at its beginning, and where there is none, nothing does. */
export function since(levels: readonly Level[], fromMs: number): readonly Level[] {
  const before = levels.findLast(({ at }) => at <= fromMs);
  const within = levels.filter(({ at }) => at > fromMs);
  return levels.length === 0 ? [] : [{ at: fromMs, value: before?.value ?? 0 }, ...within];
}

/** How many deliveries an endpoint held, and its failure streak, since `createdAt` or in the newest `lastMs`. */
export function useLevels(id: EndpointId, createdAt: number, lastMs: number | null, shown: boolean): Levels | null {
  const { call } = useEngine();
  const of = JSON.stringify({ id, lastMs });
  const { value } = useFollowed<Levels>(of, { kind: 'endpoint', id }, lastMs, shown, async (span) => {
    const fromMs = span.fromMs ?? createdAt;
    const answer = await call('endpoint.history', { id, fromMs, toMs: span.nowMs });
    if (!answer.ok) return answer;
    const { value: past } = answer;
    return ok({ held: since(past.held, fromMs), streak: since(streakLine(past), fromMs), toMs: span.nowMs });
  });
  return value;
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
