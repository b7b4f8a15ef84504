import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CommandInput } from '../../shared/contract/commands';
import type { Stats } from '../../shared/contract/stats';
import type { Frame } from '../../shared/contract/views';
import { virtualAt } from '../../shared/model/pace';
import { coalesce } from './coalesce';
import { useEngine, useMirror } from './engine-context';

export type StatsScope = CommandInput<'stats.read'>['scope'];

/** Charts are drawn anew this often at most. */
const GAP_MS = 1_000;
/** The engine's reader rests so many times as long as an answer took it, so that lists come first; but not for long. */
const REST = 4;
const LONGEST_REST_MS = 3_000;

export type StatsState = { readonly stats: Stats | null; readonly problem: string | null };
const NOTHING: StatsState = { stats: null, problem: null };

/** Whether a frame changes what is counted. */
const concerns = ({ deliveries, overflow }: Frame, scope: StatsScope): boolean =>
  overflow || deliveries.some(({ endpointId }) => scope.kind !== 'endpoint' || endpointId === scope.id);

/**
 * What charts show, kept true while `shown`: asked at once, and again after changes, at most once a second.
 * @param lastMs the newest so many virtual ms; null for all there is
 */
export function useStats(scope: StatsScope, lastMs: number | null, shown: boolean): StatsState {
  const { call, onFeed, store } = useEngine();
  const runId = useMirror((mirror) => mirror.run.id);
  const [state, setState] = useState<StatsState & { readonly key: string }>({ ...NOTHING, key: '' });
  const key = JSON.stringify([runId, scope, lastMs]);
  const scopeNow = useRef(scope);
  scopeNow.current = scope;

  useEffect(() => {
    if (!shown) return;
    let gone = false;
    const read = coalesce(async () => {
      if (gone) return;
      const beganMs = performance.now();
      const { mirror } = store.getState().sync;
      const nowMs = mirror === null ? null : virtualAt(mirror.clock, beganMs - mirror.receivedAtMs);
      const fromMs = lastMs === null || nowMs === null ? null : nowMs - lastMs;
      const answer = await call('stats.read', { scope: scopeNow.current, fromMs });
      if (gone) return;
      if (answer.ok) setState({ stats: answer.value, problem: null, key });
      else if (answer.problem.code !== 'unavailable') setState({ stats: null, problem: answer.problem.message, key });
      const tookMs = performance.now() - beganMs;
      const restMs = Math.min(LONGEST_REST_MS, Math.max(0, REST * tookMs - GAP_MS));
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }, GAP_MS);
    read();
    const off = onFeed((news) => {
      if (news.kind === 'reload' || concerns(news.frame, scopeNow.current)) read();
    });
    return () => {
      gone = true;
      off();
    };
  }, [call, onFeed, store, key, lastMs, shown]);

  return state.key === key ? state : NOTHING;
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
