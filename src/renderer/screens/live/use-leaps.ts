import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LeapGroup } from '../../../shared/model/leap';
import { useEngine } from '../../state/engine-context';
import { past } from '../../state/past';
import type { Span } from '../../timeline/folds';
import { covers } from '../../timeline/past';

/** Between two readings, real ms; and so many times as long as an answer took. */
const READ_GAP_MS = 1_000;
const REST = 4;
/** A reading of so many views' width is too coarse for what is seen of it. */
const COARSE = 8;
const NONE: readonly LeapGroup[] = [];

/** Where the clock leapt around what is in view: read again when the view leaves it, and while things happen. */
export function useLeaps(): { readonly leaps: readonly LeapGroup[]; readonly onSpan: (span: Span) => void } {
  const { call, onFeed } = useEngine();
  const [leaps, setLeaps] = useState(NONE);
  const asked = useRef<Span | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restUntil = useRef(0);
  const gone = useRef(false);

  /** Whether something asked for a reading since the last one began. */
  const wanted = useRef(false);
  const soon = useCallback(() => {
    wanted.current = true;
    if (timer.current !== undefined) return;
    timer.current = setTimeout(
      async () => {
        wanted.current = false;
        const span = asked.current;
        const began = performance.now();
        const answer = span === null ? null : await call('clock.leaps', span);
        const took = performance.now() - began;
        restUntil.current = performance.now() + Math.max(READ_GAP_MS, took * REST);
        timer.current = undefined;
        if (wanted.current && !gone.current) soon();
        if (answer?.ok === true) setLeaps((before) => (isSame(before, answer.value) ? before : answer.value));
      },
      Math.max(0, restUntil.current - performance.now()),
    );
  }, [call]);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  useEffect(() => onFeed(() => soon()), [onFeed, soon]);

  const onSpan = useCallback(
    (view: Span) => {
      const known = asked.current;
      const width = view.toMs - view.fromMs;
      if (known !== null && (known.toMs - known.fromMs) / width < COARSE && covers(known, view)) return;
      asked.current = { fromMs: view.fromMs - width, toMs: view.toMs + width };
      soon();
    },
    [soon],
  );
  const view = useStore(past, (state) => state.shown?.view ?? null);
  const shown = useMemo(() => (view === null ? leaps : leaps.filter(({ toMs }) => toMs <= view.atMs)), [leaps, view]);
  return { leaps: shown, onSpan };
}

const isSame = (a: readonly LeapGroup[], b: readonly LeapGroup[]): boolean =>
  a.length === b.length &&
  a.every(({ fromMs, toMs, count }, i) => {
    const other = b[i];
    return other?.fromMs === fromMs && other.toMs === toMs && other.count === count;
  });
