import { useMemo } from 'react';
import { useEngine } from './engine-context';
import { goTo } from './navigation';
import { openOverlay } from './overlays';
import { say } from './toasts';

export type OpenScenario = (file: { readonly fileName: string; readonly text: string }) => Promise<void>;

/** Opens a scenario in a run of its own; what is wrong with its file is listed line by line. */
export function useOpenScenario(): OpenScenario {
  const { call } = useEngine();
  return useMemo<OpenScenario>(
    () =>
      async ({ fileName, text }) => {
        const result = await call('scenario.open', { fileName, text });
        if (!result.ok) {
          openOverlay({ kind: 'scenario-problems', fileName, problems: result.problem.message.split('\n') });
          return;
        }
        say(`“${result.value.name}” runs in a run of its own. The run before is frozen.`);
        goTo('live');
      },
    [call],
  );
}
