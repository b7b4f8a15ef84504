import { randomBytes } from 'node:crypto';
import type { Chance, SystemClock } from '../engine/ports';

/** The machine's own clocks and timers. The only place that reads them. */
export const systemClock: SystemClock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  ring: (afterMs, bell) => {
    const timer = setTimeout(bell, afterMs);
    return () => clearTimeout(timer);
  },
};

export const systemChance: Chance = { bytes: (count) => randomBytes(count) };
