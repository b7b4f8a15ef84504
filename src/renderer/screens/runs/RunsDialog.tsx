import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { RunView } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine } from '../../state/engine-context';
import { closeOverlay, openOverlay } from '../../state/overlays';
import { plural } from '../../view-models/numbers';
import { RunLine } from './RunLine';

/** Every run of this data folder, the live one first. */
export function RunsDialog() {
  const { call } = useEngine();
  const [runs, setRuns] = useState<readonly RunView[]>([]);
  const [removed, setRemoved] = useState<readonly RunView[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async (): Promise<void> => {
    const list = await call('run.list', {});
    if (list.ok) setRuns([...list.value].sort((a, b) => Number(b.live) - Number(a.live) || b.startedAt - a.startedAt));
    setProblem(list.ok ? null : list.problem);
  }, [call]);
  useEffect(() => {
    void read();
  }, [read]);
  const shown = [...runs, ...removed.filter((gone) => !runs.some(({ id }) => id === gone.id))];

  return (
    <Modal
      wide
      title="Runs"
      about="A run is one stretch of observation with its own clock, seed and history. One is live, and cannot be deleted; the others are frozen as they were."
      onClose={closeOverlay}
    >
      <div className="content">
        {problem === null ? null : <ProblemNote problem={problem} inForm />}
        <ul className="run-list" aria-label={plural(runs.length, 'run')}>
          {shown.map((run) => (
            <li key={run.id}>
              <RunLine
                run={run}
                gone={!runs.some(({ id }) => id === run.id)}
                onRemoved={() => setRemoved((known) => [...known, run])}
                onChange={() => void read()}
              />
            </li>
          ))}
        </ul>
      </div>
      <footer>
        <button type="button" className="button" onClick={closeOverlay}>
          Close
        </button>
        <button type="button" className="button primary" onClick={() => openOverlay({ kind: 'new-run' })}>
          <Icon of={Plus} />
          New run
        </button>
      </footer>
    </Modal>
  );
}
