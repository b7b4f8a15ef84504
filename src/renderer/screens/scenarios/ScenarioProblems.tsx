import { FolderOpen, Pencil } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';
import { beginScenario } from '../../state/scenario-draft';
import { plural } from '../../view-models/numbers';
import { draftOfText } from '../../view-models/scenario-draft';
import type { FileProblem } from '../../view-models/scenario-heads';
import { useOpenScenario } from './use-open-scenario';

/** What is wrong with a scenario file, each with the line that it is about. */
export function ScenarioProblems({
  fileName,
  text,
  problems,
}: {
  readonly fileName: string;
  readonly text: string;
  readonly problems: readonly FileProblem[];
}) {
  const { choose } = useOpenScenario();
  return (
    <Modal
      wide
      title={`${fileName} is not opened`}
      about={`${plural(problems.length, 'problem')}. Nothing was changed and nothing was sent.`}
      onClose={closeOverlay}
    >
      <ol className="content file-problems">
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column} ${problem.says}`}>
            {problem.line === null ? null : (
              <span className="mono muted">
                line {problem.line}, column {problem.column}
              </span>
            )}
            <p>{problem.says}</p>
            {problem.source === null || problem.source === '' ? null : <code className="cut">{problem.source}</code>}
          </li>
        ))}
      </ol>
      <footer>
        <button type="button" className="button" onClick={closeOverlay}>
          Close
        </button>
        <button
          type="button"
          className="button"
          onClick={() => beginScenario(draftOfText(fileName, text, { saved: text }))}
        >
          <Icon of={Pencil} />
          Mend it here
        </button>
        <button type="button" className="button primary" onClick={choose}>
          <Icon of={FolderOpen} />
          Open again
        </button>
      </footer>
    </Modal>
  );
}
