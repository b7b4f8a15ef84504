import { FolderOpen } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { Door } from './Door';

export type ScenarioSummary = { readonly name: string; readonly says: string; readonly policy: string };

/** What the host can do with scenario files, where it can. */
export type ScenarioCapability = {
  readonly samples: readonly ScenarioSummary[];
  readonly openSample: (name: string) => void;
  readonly openFile: () => void;
};

export function ScenarioDoor({ scenarios }: { readonly scenarios: ScenarioCapability }) {
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
          {scenarios.samples.map((sample) => (
            <li key={sample.name}>
              <button type="button" onClick={() => scenarios.openSample(sample.name)}>
                <span>
                  <b>{sample.name}</b>
                  <small>{sample.says}</small>
                </span>
                <span className="chip fill">{sample.policy}</span>
              </button>
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className="button large" onClick={scenarios.openFile}>
        <Icon of={FolderOpen} />
        Open a file
      </button>
    </Door>
  );
}
