import { useMemo } from 'react';
import type { Cleared } from '../../shared/contract/views';
import type { RouteId, RunId } from '../../shared/model/ids';
import { sayCleared } from '../view-models/cleared';
import { plural } from '../view-models/numbers';
import { usePerform } from './engine-context';
import { say } from './toasts';

export type ClearActs = {
  /** Clears the requests of a run (null: the live one), or of one route. False when that was refused. */
  readonly clear: (what: { readonly runId?: RunId | null; readonly routeId?: RouteId | null }) => Promise<boolean>;
  /** Brings back what was cleared under a number, or what was cleared last. */
  readonly undo: (clearId: number | null) => Promise<void>;
  /** Says what was cleared, with the way back. */
  readonly told: (cleared: Cleared, left?: number) => void;
};

/** Requests go from every list at once, and can be brought back for some minutes. */
export function useClear(): ClearActs {
  const perform = usePerform();
  return useMemo(() => {
    const undo = async (clearId: number | null): Promise<void> => {
      const done = await perform('capture.undo', { clearId });
      if (done !== null) say(`${plural(done.restored, 'request')} ${done.restored === 1 ? 'is' : 'are'} back.`);
    };
    const told = (cleared: Cleared, left = 0): void =>
      say(
        sayCleared(cleared, left),
        cleared.cleared === 0 ? null : { label: 'Undo', run: () => void undo(cleared.clearId) },
      );
    return {
      undo,
      told,
      clear: async (what) => {
        const cleared = await perform('capture.clear', what);
        if (cleared !== null) told(cleared);
        return cleared !== null;
      },
    };
  }, [perform]);
}
