import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { useEngine, usePerform } from '../../state/engine-context';

/** How many attempts the last Stop cut off; null when nothing was stopped since the clock last ran. */
export const stopped = createStore<{ readonly interrupted: number | null }>(() => ({ interrupted: null }));

export type ClockControls = {
  readonly togglePause: () => void;
  readonly setFactor: (factor: number) => void;
  readonly toggleSkip: () => void;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Lets the next thing happen; the clock stays as it is. */
  readonly step: () => void;
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
    return {
      togglePause: () => void (clock()?.paused === true ? resume() : perform('clock.pause', {})),
      setFactor: (factor) => void perform('clock.setPace', { pace: { kind: 'factor', factor } }),
      toggleSkip: () => {
        const skips = clock()?.pace.kind === 'skip';
        void perform('clock.setPace', { pace: skips ? { kind: 'factor', factor: 1 } : { kind: 'skip' } });
      },
      stop: () => void stop(),
      resume: () => void resume(),
      step: () => void perform('clock.step', {}),
    };
  }, [store, perform]);
}
