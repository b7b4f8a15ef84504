/** A minute without a death ends a streak. */
const MEMORY_MS = 60_000;
const DELAYS_MS = [0, 500, 1_000, 2_000, 5_000];
const DEATHS_TOO_MANY = 5;

export type AfterDeath = { readonly kind: 'restart'; readonly delayMs: number } | { readonly kind: 'give-up' };

/**
 * What follows a death. `deathsMs` are the monotonic times of all deaths so far, the last one just now: at once the
 * first time, then after 0.5, 1, 2 and 5 s; five deaths within a minute are the end of it.
 */
export function afterDeath(deathsMs: readonly number[]): AfterDeath {
  const last = deathsMs.at(-1) ?? 0;
  const withinMinute = deathsMs.filter((at) => last - at <= MEMORY_MS).length;
  if (withinMinute >= DEATHS_TOO_MANY) return { kind: 'give-up' };
  const streak = deathsMs.length - streakStart(deathsMs);
  return { kind: 'restart', delayMs: DELAYS_MS[Math.min(streak, DELAYS_MS.length) - 1] ?? 0 };
}

/** Index of the first death of the current streak. */
function streakStart(deathsMs: readonly number[]): number {
  let start = Math.max(0, deathsMs.length - 1);
  while (start > 0 && (deathsMs[start] ?? 0) - (deathsMs[start - 1] ?? 0) <= MEMORY_MS) start -= 1;
  return start;
}
