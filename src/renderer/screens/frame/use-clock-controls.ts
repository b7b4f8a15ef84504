import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Pace } from '../../../shared/model/pace';
import type { Mirror } from '../../engine/sync';
import { useEngine, usePerform } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { whatWaits } from '../../view-models/traffic';

/** How many attempts the last Stop cut off; null when nothing was stopped since the clock last ran. */
export const stopped = createStore<{ readonly interrupted: number | null }>(() => ({ interrupted: null }));

const SKIP: Pace = { kind: 'skip' };

export type ClockControls = {
  readonly togglePause: () => void;
  readonly setFactor: (factor: number) => void;
  readonly toggleSkip: () => void;
  /** Lets the next thing happen; the clock stays paused. */
  readonly step: () => void;
  /** Skips waits until a virtual instant, epoch ms. */
  readonly jump: (atMs: number) => void;
  /** Asks where to jump, or ends a jump. */
  readonly toggleJump: () => void;
  readonly stop: () => void;
  readonly resume: () => void;
};

export function useClockControls(): ClockControls {
  const { store } = useEngine();
  const perform = usePerform();
  const pass = useGate();
  return useMemo(() => {
    const clock = () => store.getState().sync.mirror?.clock;
    const waiting = ({ endpoints, deliveries, sends }: Mirror) => whatWaits(endpoints, deliveries, sends);
    const resume = async (): Promise<void> => {
      const act = { title: 'Let the clock run on', go: 'Run them', runs: true, going: waiting };
      if (!(await pass(act))) return;
      if ((await perform('clock.resume', {})) !== null) stopped.setState({ interrupted: null });
    };
    const stop = async (): Promise<void> => {
      const inFlight = clock()?.inFlight ?? 0;
      if ((await perform('clock.stop', {})) !== null) stopped.setState({ interrupted: inFlight });
    };
    const setPace = async (pace: Pace): Promise<void> => {
      const title = pace.kind === 'skip' ? 'Skip waits' : `Run at ${pace.factor}×`;
      if (await pass({ title, go: 'Run them', pace, going: waiting })) await perform('clock.setPace', { pace });
    };
    return {
      togglePause: () => void (clock()?.paused === true ? resume() : perform('clock.pause', {})),
      setFactor: (factor) => void setPace({ kind: 'factor', factor }),
      toggleSkip: () => {
        const skips = clock()?.pace.kind === 'skip';
        void setPace(skips ? { kind: 'factor', factor: 1 } : { kind: 'skip' });
      },
      step: () => {
        if (clock()?.paused !== true) say('The clock runs. Pause it to step.');
        else if (clock()?.nextAt == null) say('Nothing is waiting.');
        else void perform('clock.step', {});
      },
      jump: (atMs) => {
        const act = { title: 'Jump to a time', go: 'Jump', pace: SKIP, runs: true, going: waiting };
        void pass(act).then((may) => (may ? perform('clock.jump', { atMs }) : null));
      },
      toggleJump: () => {
        if (clock()?.jumpsTo == null) openOverlay({ kind: 'jump' });
        else void perform('clock.cancelJump', {});
      },
      stop: () => void stop(),
      resume: () => void resume(),
    };
  }, [store, perform, pass]);
}
