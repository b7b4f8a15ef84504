import { useMemo } from 'react';
import type { CommandArgs } from '../../../shared/contract/commands';
import type { RunView } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import { editDraft } from '../../state/draft';
import { useEngine, usePerform } from '../../state/engine-context';
import { leaveRun } from '../../state/navigation';
import { closeLater } from '../../state/overlays';
import { say } from '../../state/toasts';

export type RunActs = {
  /** Null when it was made, else why not. */
  readonly create: (args: CommandArgs<'run.create'>) => Promise<Problem | null>;
  readonly open: (run: RunView) => Promise<void>;
  /** Null when it is renamed, else why not. */
  readonly rename: (run: RunView, name: string) => Promise<Problem | null>;
  readonly remove: (run: RunView, onChange: () => void) => Promise<void>;
  readonly restore: (run: RunView) => Promise<void>;
};

/** What can be done with runs. A run that another one takes the place of is frozen, clock and all. */
export function useRunActs(): RunActs {
  const { call, refresh } = useEngine();
  const perform = usePerform();
  return useMemo(() => {
    const entered = (message: string, close: () => void): void => {
      close();
      editDraft({ endpointIds: [] });
      leaveRun();
      refresh();
      say(message);
    };
    const restore = async (run: RunView): Promise<void> => {
      if ((await perform('run.restore', { id: run.id })) !== null) say(`“${run.name}” is back.`);
    };
    return {
      create: async (args) => {
        const close = closeLater();
        const made = await call('run.create', args);
        if (!made.ok) return made.problem;
        entered(
          `“${made.value.name}” is live, with seed ${made.value.seed}. The run before it is kept as it was.`,
          close,
        );
        return null;
      },
      open: async (run) => {
        const close = closeLater();
        if ((await perform('run.open', { id: run.id })) === null) return;
        entered(`“${run.name}” goes on where it was frozen.`, close);
      },
      rename: async (run, name) => {
        const renamed = await call('run.rename', { id: run.id, name });
        if (!renamed.ok) return renamed.problem;
        if (run.live) refresh();
        return null;
      },
      remove: async (run, onChange) => {
        if ((await perform('run.remove', { id: run.id })) === null) return;
        onChange();
        say(`“${run.name}” is deleted. It can be taken back until the app is started again.`, {
          label: 'Undo',
          run: () => void restore(run).then(onChange),
        });
      },
      restore,
    };
  }, [call, refresh, perform]);
}
