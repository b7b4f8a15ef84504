import type { Policy, Schedule } from '../policies/policy';
import { LONGEST_WAIT_MS } from '../policies/policy';
import { type Band, bandOf } from './jitter';

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
  return Math.round(Math.min(grown, schedule.capMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS));
}

/** The band of the wait that follows `failures` failed attempts. */
export const waitBand = (policy: Pick<Policy, 'schedule' | 'jitter'>, failures: number): Band =>
  bandOf(policy.jitter, baseDelayMs(policy.schedule, failures));
