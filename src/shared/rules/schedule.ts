import { LONGEST_WAIT_MS } from '../policies/bounds';
import type { Policy, Schedule } from '../policies/policy';
import { MOST_ENTRIES } from '../policies/schedule';
import { type Band, bandOf, decorrelatedBand, withinLimit } from './jitter';
import { entryAt, offsetAt } from './tail';

/** What a wait may depend on besides the number of failures. Left out: what a page can print without it. */
export type Seen = {
  /** Ms from the beginning of the first attempt to where this wait begins. */
  readonly sinceFirstMs?: number;
  /** The wait that was drawn after the failure before, ms; null after the first one. */
  readonly beforeMs?: number | null;
};

/**
 * The delay before jitter after `failures` failed attempts (1, 2, 3 …), in whole ms: finite, and at most ten years
 * whatever the exponent. Of a range its middle; of offsets the step from one to the next.
 */
export function baseDelayMs(schedule: Schedule, failures: number): number {
  switch (schedule.kind) {
    case 'list':
      return entryAt(schedule.delaysMs, schedule.tail ?? 1, failures) ?? 0;
    case 'constant':
      return schedule.delayMs;
    case 'exponential':
      return grown(schedule, schedule.factor ** (failures - 1));
    case 'polynomial':
      return grown(schedule, failures ** schedule.exponent);
    case 'linear':
      return capped(schedule, schedule.baseMs + schedule.stepMs * (failures - 1));
    case 'ranges': {
      const [from, to] = entryAt(schedule.rangesMs, schedule.tail ?? 1, failures) ?? [0, 0];
      return Math.round((from + to) / 2);
    }
    case 'offsets': {
      const { offsetsMs, tail = 1 } = schedule;
      return entryAt(stepsOf(offsetsMs), tail, failures) ?? 0;
    }
  }
}

/** The band of the wait that follows `failures` failed attempts; no wait in it exceeds the schedule's cap. */
export function waitBand(policy: Pick<Policy, 'schedule' | 'jitter'>, failures: number, seen: Seen = {}): Band {
  const { schedule, jitter } = policy;
  if (schedule.kind === 'ranges') {
    const [minMs, maxMs] = entryAt(schedule.rangesMs, schedule.tail ?? 1, failures) ?? [0, 0];
    const baseMs = baseDelayMs(schedule, failures);
    return { baseMs, minMs, nominalMs: baseMs, maxMs };
  }
  const baseMs = leftOf(schedule, failures, seen.sinceFirstMs);
  const limitMs = longestWaitMs(schedule);
  if (jitter.kind !== 'decorrelated') return withinLimit(bandOf(jitter, baseMs), limitMs);
  const reach =
    seen.beforeMs === undefined
      ? furthestReach(schedule, jitter.factor, failures)
      : jitter.factor * (seen.beforeMs ?? baseDelayMs(schedule, 1));
  return withinLimit(decorrelatedBand(jitter, baseMs, reach), limitMs);
}

/** The delay before jitter; of offsets what is left of this one by now. A part of a ms is waited for: never early. */
function leftOf(schedule: Schedule, failures: number, sinceFirstMs: number | undefined): number {
  if (schedule.kind !== 'offsets' || sinceFirstMs === undefined) return baseDelayMs(schedule, failures);
  const left = offsetAt(schedule.offsetsMs, schedule.tail ?? 1, failures) - sinceFirstMs;
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(left)));
}

/** How far a chain of waits may have reached, each `factor` times the one before at most, whatever was drawn. */
function furthestReach(schedule: Schedule, factor: number, failures: number): number {
  // The first wait goes by the first delay itself; every later one by the wait before it.
  let reach = factor * baseDelayMs(schedule, 1);
  for (let n = 2; n <= failures && reach < LONGEST_WAIT_MS; n++) {
    const before = factor * Math.max(reach, baseDelayMs(schedule, n - 1));
    // A chain of zeros stays one, and its delays are looked at no further than any list is long.
    if (before === 0 && n > MOST_ENTRIES) break;
    reach = before;
  }
  return reach;
}

const grown = (schedule: Extract<Schedule, { baseMs: number }>, by: number): number =>
  schedule.baseMs === 0 ? 0 : capped(schedule, schedule.baseMs * by);

const capped = (schedule: Schedule, ms: number): number => Math.round(Math.min(ms, longestWaitMs(schedule)));

const longestWaitMs = (schedule: Schedule): number =>
  'capMs' in schedule && schedule.capMs !== null ? Math.min(schedule.capMs, LONGEST_WAIT_MS) : LONGEST_WAIT_MS;

const stepsOf = (offsetsMs: readonly number[]): readonly number[] =>
  offsetsMs.map((offset, index) => offset - (index === 0 ? 0 : (offsetsMs[index - 1] ?? 0)));
