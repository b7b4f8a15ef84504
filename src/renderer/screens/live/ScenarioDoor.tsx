import { FolderOpen } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Icon } from '../../parts/Icon';
import { FEATURED_SAMPLES } from '../../state/scenario-samples';
import { sayProblem } from '../../state/toasts';
import { useOpenScenario } from '../../state/use-scenarios';
import { Door } from './Door';

/** A file longer than this is no scenario; the engine refuses it too. Bytes. */
const MOST_BYTES = 1_048_576;

/** Whole experiments as files: the samples that ship, or one of the person's own. */
export function ScenarioDoor() {
  const open = useOpenScenario();
  const picker = useRef<HTMLInputElement>(null);
  const chosen = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    if (file.size > MOST_BYTES) sayProblem(`${file.name} has more than 1 MiB, which is too large for a scenario.`);
    else await open({ fileName: file.name, text: await file.text() });
  };
  return (
    <Door
      title="Open a scenario"
      icon={FolderOpen}
      about={
        <>
          A file with endpoints, scripts, events and what you expect. The same file runs in CI with{' '}
          <code>retryscope run</code>.
        </>
      }
      picture={
        <ul className="picture scenarios">
          {FEATURED_SAMPLES.map((sample) => (
            <li key={sample.fileName}>
              <button type="button" onClick={() => void open(sample)}>
                <span className="cut">
                  <b className="cut">{sample.name}</b>
                  <small className="mono">{sample.fileName.replace(/\.yaml$/, '')}</small>
                </span>
                <span className="chip fill">{sample.policy}</span>
              </button>
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className="button large" onClick={() => picker.current?.click()}>
        <Icon of={FolderOpen} />
        Open a file
      </button>
      <input
        ref={picker}
        type="file"
        accept=".yaml,.yml"
        hidden
        aria-label="Scenario file"
        onChange={(event) => void chosen(event)}
      />
      <span>More samples under all commands</span>
    </Door>
  );
}
