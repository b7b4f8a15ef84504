import { useMemo } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import { useEngine } from '../../state/engine-context';
import { leaveRun } from '../../state/navigation';
import { closeLater, openOverlay } from '../../state/overlays';
import { say, sayProblem } from '../../state/toasts';
import { fileProblems } from '../../view-models/scenario-heads';

export type OpenScenario = {
  readonly open: (fileName: string, text: string) => Promise<void>;
  readonly openFile: (file: File) => Promise<void>;
  /** Asks for a file. */
  readonly choose: () => void;
};

/** Opens scenarios in runs of their own; what is wrong with a file is listed, line by line. */
export function useOpenScenario(): OpenScenario {
  const { call } = useEngine();
  return useMemo(() => {
    const open = async (fileName: string, text: string): Promise<void> => {
      const close = closeLater();
      const opened = await call('scenario.open', { fileName, text });
      if (opened.ok) {
        close();
        leaveRun();
        say(`“${opened.value.name}” runs in a run of its own. The run before it is kept as it was.`);
        return;
      }
      const problems = fileProblems(opened.problem.message, fileName, text);
      if (problems.some(({ line }) => line !== null))
        openOverlay({ kind: 'scenario-problems', fileName, text, problems });
      else sayProblem(opened.problem.message);
    };
    const openFile = async (file: File): Promise<void> => {
      if (file.size > LIMITS.eventBodyBytes) {
        sayProblem(`${file.name} is larger than 1 MiB, the most a scenario may have.`);
        return;
      }
      const text = await textOf(file);
      if (text !== null) await open(file.name, text);
    };
    const choose = (): void => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.yaml,.yml';
      input.addEventListener('change', () => {
        const file = input.files?.[0];
        if (file !== undefined) void openFile(file);
      });
      input.click();
    };
    return { open, openFile, choose };
  }, [call]);
}

async function textOf(file: File): Promise<string | null> {
  try {
    return await file.text();
  } catch (error) {
    sayProblem(`${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    return null;
  }
}
