import { createContext, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { CommandArgs, CommandName, CommandOutputs } from '../../shared/contract/commands';
import type { Mirror } from '../engine/sync';
import type { EngineLink, FeedNews } from './engine-link';
import type { KeysetList } from './keyset-list';
import { sayProblem } from './toasts';

export const EngineContext = createContext<EngineLink | null>(null);

export function useEngine(): EngineLink {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('useEngine stands outside of EngineContext');
  return engine;
}

/**
 * A part of the mirror.
 * @throws Error when there is no snapshot yet: the frame draws sections only afterwards
 */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  const engine = useEngine();
  return useStore(engine.store, ({ sync }) => {
    if (sync.mirror === null) throw new Error('a section was drawn before the first snapshot');
    return select(sync.mirror);
  });
}

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

/** Keeps an open list true: reads it when it opens, then lets the feed change it. */
export function useFed<Row extends { readonly id: string }>(
  list: KeysetList<Row>,
  pick: (news: Extract<FeedNews, { kind: 'frame' }>['frame']) => readonly Row[],
): void {
  const { onFeed } = useEngine();
  useEffect(() => {
    void list.reload();
    return onFeed((news) => {
      if (news.kind === 'reload') void list.reload();
      else list.merge(pick(news.frame));
    });
  }, [list, onFeed, pick]);
}
