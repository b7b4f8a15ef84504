import { Lock } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { useFileDrop } from '../../parts/use-file-drop';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { EndpointDoor } from './EndpointDoor';
import { ReceiverPanel } from './ReceiverPanel';
import { ScenarioDoor } from './ScenarioDoor';
import { TryDoor } from './TryDoor';

/** The invitation: what the app does, and doors into it. */
export function FirstRun() {
  const { openFile } = useOpenScenario();
  const drop = useFileDrop(openFile);
  return (
    <main
      className={drop.over ? 'section first-run dropping' : 'section first-run'}
      aria-label="Live"
      {...drop.handlers}
    >
      <div className="first-run-scroll">
        <div className="first-run-page">
          <h1>See what a webhook provider will do to your endpoint</h1>
          <p className="lead">
            Retryscope sends real requests under a real retry policy and lets the clock run fast. Choose a door; you can
            come back to the others.
          </p>
          <div className="doors">
            <TryDoor />
            <EndpointDoor />
            <ScenarioDoor />
          </div>
          <ReceiverPanel />
        </div>
      </div>
      <footer className="footer">
        <span>
          <Icon of={Lock} size={12} />
          Everything stays on this computer. No account, no telemetry.
        </span>
        <span className="grow" />
        <span>
          <KeyHint of="palette" />
          all commands
        </span>
        <span>
          <KeyHint of="sheet" />
          keys
        </span>
      </footer>
    </main>
  );
}
