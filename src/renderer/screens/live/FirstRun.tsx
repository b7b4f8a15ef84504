import { Lock } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { EndpointDoor } from './EndpointDoor';
import { ReceiverPanel } from './ReceiverPanel';
import { ScenarioDoor } from './ScenarioDoor';
import { TryDoor } from './TryDoor';

/** The invitation: what the app does, and doors into it. */
export function FirstRun() {
  const { openFile } = useOpenScenario();
  const [over, setOver] = useState(false);
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <main
      className={over ? 'section first-run dropping' : 'section first-run'}
      aria-label="Live"
      onDragOver={(event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) void openFile(file);
      }}
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
