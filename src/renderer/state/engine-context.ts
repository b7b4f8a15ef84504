import { createContext, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { CommandArgs, CommandName, CommandOutputs } from '../../shared/contract/commands';
import type { Mirror } from '../engine/sync';
import { pastMirror } from '../view-models/past-mirror';
import type { EngineLink, FeedNews } from './engine-link';
import type { KeysetList } from './keyset-list';
import { past } from './past';
import { sayProblem } from './toasts';

export const EngineContext = createContext<EngineLink | null>(null);

export function useEngine(): EngineLink {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('useEngine stands outside of EngineContext');
  return engine;
}

/**
 * A part of what the page looks at: the present, or the run as it was at the time that is chosen.
 * @throws Error when there is no snapshot yet: the frame draws sections only afterwards
 */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  const shown = useStore(past, (state) => state.shown);
  return useLiveMirror((mirror) => select(shown === null ? mirror : pastMirror(mirror, shown)));
}

/** A part of the present, whatever the page looks at. @throws Error when there is no snapshot yet */
export function useLiveMirror<T>(select: (mirror: Mirror) => T): T {
  const engine = useEngine();
  return useStore(engine.store, ({ sync }) => {
    if (sync.mirror === null) throw new Error('a section was drawn before the first snapshot');
    return select(sync.mirror);
  });
}

/** The place in the log that is looked at, or null for the present. */
export const usePastSeq = (): number | null => useStore(past, (state) => state.shown?.view.seq ?? null);

export type Perform = <K extends CommandName>(name: K, args: CommandArgs<K>) => Promise<CommandOutputs[K] | null>;

/** Runs a command whose refusal is said at the window's foot; answers null then. */
export function usePerform(): Perform {
  const { call } = useEngine();
  return useMemo<Perform>(
    () => async (name, args) => {
      const result = await call(name, args);
      if (result.ok) return result.value;
      sayProblem(result.problem.message);
      return null;
    },
    [call],
  );
}

/**
 * Keeps an open list true: reads it when it opens, then lets the feed change it; the list of a past time only when
 * another time is looked at.
 * @param asOf the place in the log that the list is read as of; null is the present
 */
export function useFed<Row extends { readonly id: string }>(
  list: KeysetList<Row>,
  pick: (news: Extract<FeedNews, { kind: 'frame' }>['frame']) => readonly Row[],
  asOf: number | null = null,
): void {
  const { onFeed } = useEngine();
  useEffect(() => {
    void list.reload();
    if (asOf !== null) return;
    return onFeed((news) => {
      if (news.kind === 'reload') void list.reload();
      else list.merge(pick(news.frame));
    });
  }, [list, onFeed, pick, asOf]);
}
