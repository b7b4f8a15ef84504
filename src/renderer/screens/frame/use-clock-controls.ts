import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Pace } from '../../../shared/model/pace';
import { useEngine, usePerform } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { mustAsk, trafficAhead } from '../../view-models/traffic';

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
  return useMemo(() => {
    const clock = () => store.getState().sync.mirror?.clock;
    const resume = async (): Promise<void> => {
      if ((await perform('clock.resume', {})) !== null) stopped.setState({ interrupted: null });
    };
    const stop = async (): Promise<void> => {
      const inFlight = clock()?.inFlight ?? 0;
      if ((await perform('clock.stop', {})) !== null) stopped.setState({ interrupted: inFlight });
    };
    const setPace = (pace: Pace): void => {
      const { mirror } = store.getState().sync;
      if (mirror !== null && mustAsk(mirror.clock, pace, trafficAhead(mirror.endpoints, mirror.deliveries))) {
        openOverlay({ kind: 'fast', pace });
      } else void perform('clock.setPace', { pace });
    };
    return {
      togglePause: () => void (clock()?.paused === true ? resume() : perform('clock.pause', {})),
      setFactor: (factor) => setPace({ kind: 'factor', factor }),
      toggleSkip: () => {
        const skips = clock()?.pace.kind === 'skip';
        setPace(skips ? { kind: 'factor', factor: 1 } : { kind: 'skip' });
      },
      step: () => {
        if (clock()?.paused !== true) say('The clock runs. Pause it to step.');
        else if (clock()?.nextAt == null) say('Nothing is waiting.');
        else void perform('clock.step', {});
      },
      jump: (atMs) => {
        const { mirror } = store.getState().sync;
        const asks = mirror !== null && mustAsk(mirror.clock, SKIP, trafficAhead(mirror.endpoints, mirror.deliveries));
        if (asks) openOverlay({ kind: 'fast', pace: SKIP, jumpTo: atMs });
        else void perform('clock.jump', { atMs });
      },
      toggleJump: () => {
        if (clock()?.jumpsTo == null) openOverlay({ kind: 'jump' });
        else void perform('clock.cancelJump', {});
      },
      stop: () => void stop(),
      resume: () => void resume(),
    };
  }, [store, perform]);
}
