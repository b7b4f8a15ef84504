import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Scrub } from '../timeline/Scrubber';
import { sayPast } from '../view-models/past-words';
import { useEngine, useLiveMirror } from './engine-context';
import { PAST_REASON, past } from './past';
import { useLiveNow } from './virtual-now';

/** Why nothing can be changed now, or null. */
export const usePastReason = (): string | null =>
  useStore(past, (state) => (state.shown === null ? null : PAST_REASON));

/** What the overview's handle needs to look back. */
export function useScrub(): Scrub {
  const { moves } = useEngine();
  const rows = useLiveMirror((mirror) => mirror.deliveries);
  const atMs = useStore(past, (state) => state.shown?.view.atMs ?? null);
  const nowMs = useLiveNow();
  return useMemo(
    () => ({
      rows,
      atMs,
      nowMs,
      says: atMs === null ? 'Live, now' : sayPast(atMs, nowMs()),
      onInstant: (instant) => moves.move({ kind: 'instant', atMs: instant }),
      onSteps: (steps) => moves.move({ kind: 'by', steps }),
      onStart: () => moves.move({ kind: 'start' }),
      onLive: () => moves.leave(),
    }),
    [rows, atMs, nowMs, moves],
  );
}
