import {
  CirclePause,
  Clock4,
  FastForward,
  FolderOpen,
  History,
  Inbox,
  Info,
  Keyboard,
  type LucideIcon,
  OctagonX,
  Plus,
  RotateCcw,
  Send,
  ShieldCheck,
  SkipForward,
  StepForward,
  Zap,
} from 'lucide-react';
import { useMemo } from 'react';
import { FACTORS } from '../../../shared/model/pace';
import { useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { SCENARIO_SAMPLES } from '../../state/scenario-samples';
import { say } from '../../state/toasts';
import { useOpenScenario } from '../../state/use-scenarios';
import { endpointLook } from '../../view-models/endpoint-look';
import { SECTION_FACES } from './sections';
import { useClockControls } from './use-clock-controls';

export type Action = {
  readonly group: 'Do' | 'Go to' | 'Clock' | 'Scenarios' | 'Chaos' | 'Endpoints' | 'Routes';
  readonly name: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly run: () => void;
};

/** Every command there is, for the palette. */
export function useActions(): readonly Action[] {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const routes = useMirror((mirror) => mirror.routes);
  const controls = useClockControls();
  const perform = usePerform();
  const openScenario = useOpenScenario();
  return useMemo(() => {
    const tryReceiver = async (): Promise<void> => {
      const made = await perform('door.tryReceiver', {});
      if (made !== null) goTo('live', { markedId: made.deliveryId });
    };
    const startOver = async (route: (typeof routes)[number]): Promise<void> => {
      if ((await perform('route.startOver', { id: route.id })) !== null) say(`${route.path} starts over with step 1.`);
    };
    return [
      {
        group: 'Do',
        name: 'Send an event',
        icon: Send,
        keys: 'mod+enter',
        run: () => openOverlay({ kind: 'compose' }),
      },
      { group: 'Do', name: 'Add an endpoint', icon: Plus, run: () => openOverlay({ kind: 'new-endpoint' }) },
      { group: 'Do', name: 'Add a route to the receiver', icon: Inbox, run: () => openOverlay({ kind: 'new-route' }) },
      { group: 'Do', name: 'Try the built-in receiver', icon: FastForward, run: () => void tryReceiver() },
      {
        group: 'Do',
        name: 'Show the keys',
        icon: Keyboard,
        keys: 'mod+shift+/',
        run: () => openOverlay({ kind: 'shortcuts' }),
      },
      { group: 'Do', name: 'About Retryscope', icon: Info, run: () => openOverlay({ kind: 'about' }) },
      ...SECTION_FACES.map((face) => ({
        group: 'Go to' as const,
        name: face.name,
        icon: face.icon,
        keys: face.keys,
        run: () => goTo(face.id),
      })),
      { group: 'Clock', name: 'Pause or let it run', icon: CirclePause, run: controls.togglePause },
      { group: 'Clock', name: 'Skip waits, or stop skipping', icon: SkipForward, run: controls.toggleSkip },
      ...FACTORS.map((factor) => ({
        group: 'Clock' as const,
        name: `Speed ${factor}×`,
        icon: FastForward,
        run: () => controls.setFactor(factor),
      })),
      {
        group: 'Clock',
        name: 'Let the next thing happen',
        icon: StepForward,
        keys: '.',
        run: controls.step,
      },
      {
        group: 'Clock',
        name: 'Sign with virtual time',
        icon: Clock4,
        run: () => void perform('clock.signWith', { time: 'virtual' }),
      },
      {
        group: 'Clock',
        name: 'Sign with wall time',
        icon: Clock4,
        run: () => void perform('clock.signWith', { time: 'wall' }),
      },
      {
        group: 'Do',
        name: 'Runs: begin, open, rename, delete',
        icon: History,
        run: () => openOverlay({ kind: 'runs' }),
      },
      ...SCENARIO_SAMPLES.map((sample) => ({
        group: 'Scenarios' as const,
        name: sample.name,
        icon: FolderOpen,
        run: () => void openScenario(sample),
      })),
      {
        group: 'Chaos',
        name: 'Crash the engine: what is in flight is interrupted',
        icon: Zap,
        run: () => void perform('engine.crash', {}),
      },
      { group: 'Clock', name: 'Stop all traffic', icon: OctagonX, keys: 'mod+.', run: controls.stop },
      ...endpoints.map((endpoint) => ({
        group: 'Endpoints' as const,
        name: endpoint.name,
        icon: Send,
        run: () => goTo('endpoints', { endpointId: endpoint.id }),
      })),
      ...endpoints.flatMap((endpoint) => {
        const { remedy } = endpointLook(endpoint);
        if (remedy === null) return [];
        return [
          {
            group: 'Endpoints' as const,
            name: remedy === 'verify' ? `Verify ${endpoint.name} again` : `Enable ${endpoint.name}`,
            icon: ShieldCheck,
            run: () => void perform(remedy === 'verify' ? 'endpoint.verify' : 'endpoint.enable', { id: endpoint.id }),
          },
        ];
      }),
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
  }, [endpoints, routes, controls, perform, openScenario]);
}
