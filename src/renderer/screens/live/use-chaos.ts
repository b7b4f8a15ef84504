import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow } from '../../../shared/contract/views';
import { useMirror, usePerform } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { say } from '../../state/toasts';
import { sayLosing, whyNoJob } from '../../view-models/chaos';

export type Chaos = {
  /** The delivery that is marked on the timeline, or open beside the list. */
  readonly row: DeliveryRow | undefined;
  /** Why no job of it can be lost; null when one can. */
  readonly noJob: string | null;
  readonly crash: () => Promise<void>;
  /** `jobs` null: every one from now on; 0: none any more. */
  readonly loseJobs: (jobs: 0 | 1 | null) => Promise<void>;
};

/** A person's experiments with an engine that fails. */
export function useChaos(): Chaos {
  const perform = usePerform();
  const markedId = useStore(navigation, (state) => state.markedId);
  const row = useMirror((mirror) => mirror.deliveries.find(({ id }) => id === markedId));
  return useMemo(() => {
    const noJob = whyNoJob(row);
    return {
      row,
      noJob,
      crash: async () => {
        if ((await perform('engine.crash', {})) !== null) say('The engine is killed. It starts again by itself.');
      },
      loseJobs: async (jobs) => {
        if (row === undefined || noJob !== null) {
          say(noJob ?? '');
          return;
        }
        if ((await perform('delivery.loseJob', { id: row.id, jobs })) === null) return;
        say(sayLosing(row.eventType, jobs));
      },
    };
  }, [row, perform]);
}
