import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
import type { Chance, SystemClock } from '../engine/ports';

/** The machine's own clocks and timers. The only place that reads them. */
export const systemClock: SystemClock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  // Linux counts sleep in its uptime and not in the monotonic clock; elsewhere the two do not tell.
  ...(process.platform === 'linux' ? { sleptMs: () => uptime() * 1_000 - performance.now() } : {}),
  ring: (afterMs, bell) => {
    const timer = setTimeout(bell, afterMs);
    return () => clearTimeout(timer);
  },
};

export const systemChance: Chance = { bytes: (count) => randomBytes(count) };
