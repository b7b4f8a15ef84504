import { useEffect } from 'react';
import type { PageAct, Place, ShellCommand } from '../../../shared/contract/shell';
import type { DeliveryId, EndpointId, EventId } from '../../../shared/model/ids';
import { useEngine } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { sayProblem } from '../../state/toasts';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { useClockControls } from './use-clock-controls';

/** Does what the window's menu, its tray, a notification or a link asks of the page. */
export function useShellCommands(): void {
  const { call } = useEngine();
  const clock = useClockControls();
  const scenarios = useOpenScenario();
  useEffect(() => {
    const acts: Readonly<Record<PageAct, () => void>> = {
      'new-run': () => openOverlay({ kind: 'new-run' }),
      runs: () => openOverlay({ kind: 'runs' }),
      'open-scenario': scenarios.choose,
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
    /** What is not in this run is said, instead of an empty page. */
    const go = async ({ kind, id }: Place): Promise<void> => {
      if (kind === 'delivery') {
        const found = await call('delivery.get', { id: id as DeliveryId });
        if (found.ok) goTo('deliveries', { deliveryId: id as DeliveryId, markedId: id as DeliveryId });
        else sayProblem(found.problem.message);
      } else if (kind === 'event') {
        const found = await call('event.get', { id: id as EventId });
        if (found.ok) goTo('events', { eventId: id as EventId });
        else sayProblem(found.problem.message);
      } else goTo('endpoints', { endpointId: id as EndpointId });
    };
    const hear = (command: ShellCommand): void => {
      if (command.kind === 'act') acts[command.act]();
      else void go(command.place);
    };
    return window.retryscope?.onCommand?.(hear);
  }, [call, clock, scenarios]);
}
