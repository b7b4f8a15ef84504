import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
import type { Chance, SystemClock } from '../engine/ports';

/** The uptime is read from a file, and every decision asks the clock: it is looked at once in so many ms. */
const SLEEP_LOOK_MS = 50;
let slept = 0;
let nextLookAt = Number.NEGATIVE_INFINITY;

function sleptMs(): number {
  const elapsed = performance.now();
  if (elapsed >= nextLookAt) {
    slept = uptime() * 1_000 - elapsed;
    nextLookAt = elapsed + SLEEP_LOOK_MS;
  }
  return slept;
}

/** The machine's own clocks and timers. The only place that reads them. */
export const systemClock: SystemClock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  // Linux counts sleep in its uptime and not in the monotonic clock; elsewhere the two do not tell.
  ...(process.platform === 'linux' ? { sleptMs } : {}),
  ring: (afterMs, bell) => {
    const timer = setTimeout(bell, afterMs);
    return () => clearTimeout(timer);
  },
};

/** Drawn from the system in one go: a call for every id costs more than the rest of the id. */
const POOL_BYTES = 8_192;
let pool = new Uint8Array();
let used = 0;

export const systemChance: Chance = {
  bytes: (count) => {
    if (count > POOL_BYTES) return randomBytes(count);
    if (used + count > pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  },
};
