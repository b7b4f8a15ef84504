import { useEffect } from 'react';
import type { PageAct, ShellCommand } from '../../../shared/contract/shell';
import { askedLink } from '../../state/asked-link';
import { useLiveMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { sayProblem } from '../../state/toasts';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { useScenarioActs } from '../scenarios/use-scenario-acts';
import { useClockControls } from './use-clock-controls';
import { useGoToPlace } from './use-go-to-place';

/** Does what the window's menu, its tray, a notification or a link asks of the page. */
export function useShellCommands(): void {
  const clock = useClockControls();
  const scenarios = useOpenScenario();
  const ofScenarios = useScenarioActs();
  const run = useLiveMirror((mirror) => mirror.run);
  const goToPlace = useGoToPlace();
  useEffect(() => {
    const acts: Readonly<Record<PageAct, () => void>> = {
      'new-run': () => openOverlay({ kind: 'new-run' }),
      runs: () => openOverlay({ kind: 'runs' }),
      'open-scenario': scenarios.choose,
      'save-as-scenario': () => void ofScenarios.fromRun(run.id, run.name),
      'send-event': () => openOverlay({ kind: 'compose' }),
      commands: () => openOverlay({ kind: 'palette' }),
      settings: () => goTo('settings'),
      keys: () => openOverlay({ kind: 'shortcuts' }),
      about: () => openOverlay({ kind: 'about' }),
      'toggle-pause': clock.togglePause,
      step: clock.step,
      'toggle-skip': clock.toggleSkip,
      stop: clock.stop,
    };
    const hear = (command: ShellCommand): void => {
      if (command.kind === 'act') acts[command.act]();
      if (command.kind === 'go') void goToPlace(command.place);
      if (command.kind === 'link') askedLink.setState({ place: command.place });
      if (command.kind === 'wrong-link') {
        sayProblem(
          `“${command.address}” is not a link that Retryscope opens. A link names a delivery, an endpoint, an event or a run, such as retryscope://delivery/dlv_….`,
        );
      }
    };
    return window.retryscope?.onCommand?.(hear);
  }, [clock, scenarios, ofScenarios, run, goToPlace]);
}
