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

/** How often a process shows that it runs. */
const PULSE_MS = 500;
/** A pulse that comes so much later than it should was held up by more than a busy moment. */
const STANDSTILL_MS = 1_000;

/**
 * Ms in which this process did not run although its monotonic clock did, since it was first asked: it was stopped, or
 * something blocked its thread. Told to within a pulse; less than a second is nothing.
 */
export function watchStandstill(elapsedMs: () => number): () => number {
  let stoodStillMs = 0;
  let beatAt: number | null = null;
  const beat = (): void => {
    const now = elapsedMs();
    const lateMs = beatAt === null ? 0 : now - beatAt - PULSE_MS;
    if (lateMs >= STANDSTILL_MS) stoodStillMs += lateMs;
    beatAt = now;
  };
  return () => {
    const isFirst = beatAt === null;
    // Whoever asks first after a standstill may come before the pulse.
    beat();
    if (isFirst) setInterval(beat, PULSE_MS).unref();
    return stoodStillMs;
  };
}

/** The machine's own clocks and timers. The only place that reads them. */
export const systemClock: SystemClock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  // Linux counts sleep in its uptime and not in the monotonic clock; elsewhere the two do not tell.
  ...(process.platform === 'linux' ? { sleptMs } : {}),
  stoodStillMs: watchStandstill(() => performance.now()),
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
