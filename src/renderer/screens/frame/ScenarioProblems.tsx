import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';
import { plural } from '../../view-models/numbers';

/** Why a scenario file was not opened: each problem with its line and column. */
export function ScenarioProblems({
  fileName,
  problems,
}: {
  readonly fileName: string;
  readonly problems: readonly string[];
}) {
  return (
    <Modal
      title={`${fileName} was not opened`}
      about={`${plural(problems.length, 'problem')}. Nothing was changed. Mend the file and open it again.`}
      wide
      onClose={closeOverlay}
    >
      <div className="content">
        <ul className="problem-list mono">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <button type="button" className="button" onClick={closeOverlay}>
          Close
        </button>
      </div>
    </Modal>
  );
}
