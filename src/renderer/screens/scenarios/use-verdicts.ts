import { useEffect, useState } from 'react';
import type { ScenarioVerdicts } from '../../../shared/contract/scenario-commands';
import type { RunId } from '../../../shared/model/ids';
import { useEngine } from '../../state/engine-context';

const REST_MS = 500;
/** The answer of a long run takes its time: so many times as long nothing is asked. */
const REST_TIMES = 4;

/** How the expectations of a run stand, asked for again until it is over; null before the first answer. */
export function useVerdicts(runId: RunId | null): ScenarioVerdicts | null {
  const { call } = useEngine();
  const [known, setKnown] = useState<{ readonly runId: RunId; readonly verdicts: ScenarioVerdicts } | null>(null);
  useEffect(() => {
    if (runId === null) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const begunAt = performance.now();
      const result = await call('scenario.verdicts', { runId });
      if (gone) return;
      if (result.ok) setKnown({ runId, verdicts: result.value });
      if (result.ok && result.value.state === 'over') return;
      if (!result.ok && result.problem.code === 'not-found') return;
      timer = setTimeout(() => void ask(), REST_MS + REST_TIMES * (performance.now() - begunAt));
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [call, runId]);
  return known !== null && known.runId === runId ? known.verdicts : null;
}
