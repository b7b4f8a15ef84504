import {
  Activity,
  BookA,
  CalendarClock,
  CirclePause,
  Copy,
  Download,
  FastForward,
  FlaskConical,
  FolderOpen,
  History,
  Inbox,
  Info,
  Keyboard,
  OctagonX,
  Plus,
  RotateCcw,
  Send,
  SkipBack,
  SkipForward,
  StepForward,
  Undo2,
  Unplug,
  Zap,
} from 'lucide-react';
import { useMemo } from 'react';
import { FACTORS } from '../../../shared/model/pace';
import { useEngine, useLiveMirror, useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { type Action, useAddedActions } from '../../state/page-actions';
import { say } from '../../state/toasts';
import { useClear } from '../../state/use-clear';
import { useChaos } from '../live/use-chaos';
import { SAMPLES } from '../scenarios/samples';
import { useOpenScenario } from '../scenarios/use-open-scenario';
import { useScenarioActs } from '../scenarios/use-scenario-acts';
import { SECTION_FACES } from './sections';
import { useDeliveryActions, useEndpointActions } from './subject-actions';
import { useClockControls } from './use-clock-controls';

/** Every command there is, for the palette. */
export function useActions(): readonly Action[] {
  const routes = useMirror((mirror) => mirror.routes);
  const controls = useClockControls();
  const perform = usePerform();
  const { moves } = useEngine();
  const scenarios = useOpenScenario();
  const chaos = useChaos();
  const ofScenarios = useScenarioActs();
  const run = useLiveMirror((mirror) => mirror.run);
  const ofDelivery = useDeliveryActions();
  const ofEndpoints = useEndpointActions();
  const ofPage = useAddedActions();
  const clears = useClear();
  return useMemo(() => {
    const tryReceiver = async (): Promise<void> => {
      const made = await perform('door.tryReceiver', {});
      if (made !== null) goTo('live', { markedId: made.deliveryId });
    };
    const startOver = async (route: (typeof routes)[number]): Promise<void> => {
      if ((await perform('route.startOver', { id: route.id })) !== null) say(`${route.path} starts over with step 1.`);
    };
    return [
      ...ofDelivery,
      ...ofPage,
      {
        group: 'Do',
        name: 'Send an event',
        icon: Send,
        command: 'compose',
        run: () => openOverlay({ kind: 'compose' }),
      },
      { group: 'Do', name: 'Add an endpoint', icon: Plus, run: () => openOverlay({ kind: 'new-endpoint' }) },
      { group: 'Do', name: 'Add a route to the receiver', icon: Inbox, run: () => openOverlay({ kind: 'new-route' }) },
      {
        group: 'Do',
        name: 'Signature lab: check a pasted request',
        icon: FlaskConical,
        run: () => openOverlay({ kind: 'signature-lab', subject: { kind: 'pasted' }, start: {} }),
      },
      { group: 'Do', name: 'Try the built-in receiver', icon: FastForward, run: () => void tryReceiver() },
      {
        group: 'Do',
        name: 'Show the keys',
        icon: Keyboard,
        command: 'sheet',
        run: () => openOverlay({ kind: 'shortcuts' }),
      },
      { group: 'Do', name: 'Glossary: what the words mean', icon: BookA, run: () => openOverlay({ kind: 'glossary' }) },
      { group: 'Do', name: 'Export the log', icon: Download, run: () => openOverlay({ kind: 'export', scopes: [] }) },
      {
        group: 'Do',
        name: 'Bring back the requests that were cleared last',
        icon: Undo2,
        command: 'undo',
        run: () => void clears.undo(null),
      },
      { group: 'Do', name: 'New run', icon: History, run: () => openOverlay({ kind: 'new-run' }) },
      {
        group: 'Do',
        name: 'Runs: open, rename or delete one',
        icon: History,
        command: 'runs',
        run: () => openOverlay({ kind: 'runs' }),
      },
      { group: 'Do', name: 'About Retryscope', icon: Info, run: () => openOverlay({ kind: 'about' }) },
      ...SECTION_FACES.map((face) => ({
        group: 'Go to' as const,
        name: face.name,
        icon: face.icon,
        command: face.id,
        run: () => goTo(face.id),
      })),
      { group: 'Clock', name: 'Pause or let it run', icon: CirclePause, run: controls.togglePause },
      {
        group: 'Clock',
        name: 'Step to the next event (while paused)',
        icon: StepForward,
        run: controls.step,
      },
      {
        group: 'Clock',
        name: 'Jump to a time, or end a jump',
        icon: CalendarClock,
        command: 'jump',
        run: controls.toggleJump,
      },
      {
        group: 'Clock',
        name: 'Look at the past: one step of the log back',
        icon: History,
        command: 'back',
        run: () => moves.move({ kind: 'by', steps: -1 }),
      },
      {
        group: 'Clock',
        name: 'Look at the past: its first step',
        icon: SkipBack,
        run: () => moves.move({ kind: 'start' }),
      },
      { group: 'Clock', name: 'Back to live', icon: Activity, run: () => moves.leave() },
      { group: 'Clock', name: 'Skip waits, or stop skipping', icon: SkipForward, run: controls.toggleSkip },
      ...FACTORS.map((factor) => ({
        group: 'Clock' as const,
        name: `Speed ${factor}×`,
        icon: FastForward,
        run: () => controls.setFactor(factor),
      })),
      { group: 'Clock', name: 'Stop all traffic', icon: OctagonX, command: 'stop', run: controls.stop },
      { group: 'Chaos', name: 'Crash the engine', icon: Zap, run: () => void chaos.crash() },
      {
        group: 'Chaos',
        name: 'Lose the next job of the selected delivery',
        icon: Unplug,
        run: () => void chaos.loseJobs(1),
      },
      {
        group: 'Chaos',
        name: 'Lose every job of the selected delivery',
        icon: Unplug,
        run: () => void chaos.loseJobs(null),
      },
      { group: 'Scenarios', name: 'Open a scenario file', icon: FolderOpen, run: scenarios.choose },
      {
        group: 'Scenarios',
        name: 'Save what is on screen as a scenario',
        icon: Copy,
        run: () => void ofScenarios.fromRun(run.id, run.name),
      },
      ...SAMPLES.map((sample) => ({
        group: 'Scenarios' as const,
        name: `Open scenario ${sample.name}`,
        icon: FolderOpen,
        run: () => void scenarios.open(sample.fileName, sample.text),
      })),
      ...ofEndpoints,
      ...routes.flatMap((route) => [
        {
          group: 'Routes' as const,
          name: route.path,
          icon: Inbox,
          run: () => goTo('receiver', { routeId: route.id }),
        },
        {
          group: 'Routes' as const,
          name: `Start ${route.path} over`,
          icon: RotateCcw,
          run: () => void startOver(route),
        },
      ]),
    ] satisfies readonly Action[];
  }, [ofDelivery, ofEndpoints, ofPage, routes, controls, perform, scenarios, chaos, moves, clears, ofScenarios, run]);
}
