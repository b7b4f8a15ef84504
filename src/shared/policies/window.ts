import { z } from 'zod';
import { CHANNELS } from '../model/channel';
import { count, ruleIds, spanMs } from './bounds';

/** How many requests a channel takes in each window of its length. */
export const throttle = z
  .object({
    channels: z.array(z.enum(CHANNELS)).min(1).readonly(),
    limit: count,
    windowMs: spanMs,
    /** `fixed`, as where it is absent: windows by the clock, aligned to the epoch (a11). `sliding`: any window at all. */
    window: z.enum(['fixed', 'sliding']).optional(),
    rules: ruleIds,
  })
  .readonly();

/** A delivery older than `ms` is never sent (A19, a9). */
export const maxAge = z
  .object({
    ms: spanMs,
    /** The error of what expires while it is pending or stale; what waits for a retry keeps its own (a10, R7). */
    error: z.string(),
    rules: ruleIds,
  })
  .readonly();

/** A sweep that runs more often would keep the clock busy with nothing. */
const SHORTEST_SWEEP_MS = 1_000;

/** The background sweep that recovers what got stuck (A20). */
export const sweep = z
  .object({
    /** It runs at whole multiples of this. */
    everyMs: spanMs.min(SHORTEST_SWEEP_MS, 'A sweep runs once a second at most: 1,000 ms or more.'),
    /** Due for so long and never picked up: stale (A23, a4). */
    staleAfterMs: spanMs,
    /** Stale and untouched for so long: queued again (A21, a3). */
    requeueAfterMs: spanMs,
    /** A retry that did not come within this time of the failure was lost: queued again (A22, a7). */
    lostRetryAfterMs: spanMs,
    /** In an attempt for so long: stuck (A24, a8). */
    stuckAfterMs: spanMs,
    rules: z
      .object({ stale: ruleIds, requeue: ruleIds, lostRetry: ruleIds, stuck: ruleIds, expired: ruleIds })
      .readonly(),
  })
  .readonly()
  .refine(
    ({ everyMs, staleAfterMs, requeueAfterMs, lostRetryAfterMs, stuckAfterMs }) =>
      Math.min(staleAfterMs, requeueAfterMs, lostRetryAfterMs, stuckAfterMs) >= everyMs,
    'A sweep notices nothing sooner than it runs: no time of it may be shorter than everyMs.',
  );

/** The provider deletes events at the first daily purge at which they are older than `ms` (F34, f13). */
export const retention = z.object({ ms: spanMs, purgeEveryMs: spanMs.nullable(), rules: ruleIds }).readonly();

export type Throttle = z.infer<typeof throttle>;
export type Sweep = z.infer<typeof sweep>;
