import { LONGEST_WAIT_MS } from '../policies/bounds';
import type { Policy, Schedule } from '../policies/policy';
import { type Band, bandOf, withinLimit } from './jitter';

/**
 * The delay before jitter after `failures` failed attempts (1, 2, 3 …), in whole ms: finite, and at most ten years
 * whatever the exponent.
 */
export function baseDelayMs(schedule: Schedule, failures: number): number {
  if (schedule.kind === 'list') {
    return schedule.delaysMs[Math.min(failures, schedule.delaysMs.length) - 1] ?? 0;
  }
  if (schedule.baseMs === 0) return 0;
  const grown = schedule.baseMs * schedule.factor ** (failures - 1);
  return Math.round(Math.min(grown, longestWaitMs(schedule)));
}

/** The band of the wait that follows `failures` failed attempts; no wait in it exceeds the schedule's cap. */
export const waitBand = (policy: Pick<Policy, 'schedule' | 'jitter'>, failures: number): Band =>
  withinLimit(bandOf(policy.jitter, baseDelayMs(policy.schedule, failures)), longestWaitMs(policy.schedule));

const longestWaitMs = (schedule: Schedule): number =>
  schedule.kind === 'exponential' && schedule.capMs !== null
    ? Math.min(schedule.capMs, LONGEST_WAIT_MS)
    : LONGEST_WAIT_MS;
