import { useCallback, useRef, useSyncExternalStore } from 'react';
import { virtualAt } from '../../shared/model/pace';
import { useEngine } from './engine-context';
import { past } from './past';

const TICK_MS = 100;
const CALM_TICK_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** The page's monotonic instant that is drawn; it moves with the timer alone, so that one drawing sees one instant. */
let drawnAtMs = performance.now();

/** One timer for the whole page; with reduced motion it rings once a second. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    drawnAtMs = performance.now();
    timer = setInterval(
      () => {
        drawnAtMs = performance.now();
        for (const each of listeners) each();
      },
      calm ? CALM_TICK_MS : TICK_MS,
    );
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Virtual epoch ms now, or the time of the past that is looked at, rounded down to `stepMs`, so that a component is drawn again only when its text can change.
 * @param live the present, whatever is looked at
 */
export function useVirtualNow(stepMs: number, live = false): number {
  const { store } = useEngine();
  const last = useRef(0);
  const subscribe = useCallback(
    (listener: () => void) => {
      const offClock = listen(listener);
      const offStore = store.subscribe(listener);
      const offPast = past.subscribe(listener);
      return () => {
        offClock();
        offStore();
        offPast();
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => {
    const { mirror } = store.getState().sync;
    if (mirror === null) return last.current;
    const { shown } = past.getState();
    if (shown !== null && !live) return shown.view.atMs;
    const now = virtualAt(mirror.clock, drawnAtMs - mirror.receivedAtMs);
    last.current = Math.floor(now / stepMs) * stepMs;
    return last.current;
  });
}

/** Reads the present when it is called, to the millisecond: virtual epoch ms, whatever is looked at. */
export function useLiveNow(): () => number {
  const { store } = useEngine();
  return useCallback(() => {
    const { mirror } = store.getState().sync;
    return mirror === null ? 0 : virtualAt(mirror.clock, performance.now() - mirror.receivedAtMs);
  }, [store]);
}
