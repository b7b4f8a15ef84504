import { FolderOpen } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { usePolicies } from '../../state/policies';
import { SAMPLES } from '../scenarios/samples';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { Door } from './Door';

export function ScenarioDoor() {
  const { open, choose } = useOpenScenario();
  const policies = usePolicies();
  const nameOf = (id: string): string => policies.find(({ policy }) => policy.id === id)?.policy.name ?? id;
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
          {SAMPLES.map((sample) => (
            <li key={sample.fileName}>
              <button
                type="button"
                className="inset-focus"
                title={sample.says}
                onClick={() => void open(sample.fileName, sample.text)}
              >
                <span>
                  <b className="cut">{sample.name}</b>
                  <small className="cut">{sample.says}</small>
                </span>
                <span className="chip fill">{sample.policyIds.map(nameOf).join(', ')}</span>
              </button>
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className="button large" onClick={choose}>
        <Icon of={FolderOpen} />
        Open a file
      </button>
      <span>or drop one on this page</span>
    </Door>
  );
}
