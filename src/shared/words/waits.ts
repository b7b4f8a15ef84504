import type { Jitter, Policy, Schedule } from '../policies/policy';
import { baseDelayMs, waitBand } from '../rules/schedule';
import { sayDuration } from './duration';
import { sayOrdinal, sayShort } from './figures';

type Waits = Pick<Policy, 'schedule' | 'jitter'>;

/** What the policy does after the nth failure, in one sentence. `baseMs` is the delay that it bends. */
export function sayWaitRule(
  policy: Waits & Pick<Policy, 'name'>,
  failures: number,
  baseMs = baseDelayMs(policy.schedule, failures),
): string {
  const start = `After the ${sayOrdinal(failures)} failure ${policy.name} waits`;
  const { schedule, jitter } = policy;
  if (schedule.kind === 'ranges') {
    const { minMs, maxMs } = waitBand(policy, failures);
    return `${start} anywhere from ${sayFrom(minMs)} to ${sayDuration(maxMs)}.`;
  }
  const base = sayDuration(baseMs);
  const after = schedule.kind === 'offsets' ? ', until its time since the first attempt has come' : '';
  switch (jitter.kind) {
    case 'none':
      return `${start} exactly ${base}${after}.`;
    case 'proportional':
      return `${start} ${base}, stretched or shortened by up to ${Math.round(jitter.ratio * 100)} %${after}.`;
    case 'full':
      return `${start} anywhere from zero to ${base}${after}.`;
    case 'equal':
      return `${start} half of ${base}, and anywhere up to the other half${after}.`;
    case 'additive':
      return `${start} ${base}, and anywhere from zero to ${sayDuration(jitter.ms)} on top${after}.`;
    case 'decorrelated':
      return `${start} anywhere from ${base} to ${jitter.factor} times the wait before${sayCap(jitter.capMs)}.`;
  }
}

/** A wait that a policy would draw, in short: `2 h ± 20 %`, `0 to 16 s`. */
export function sayWaitRange(policy: Waits, failures: number): string {
  const { schedule, jitter } = policy;
  const band = waitBand(policy, failures);
  if (schedule.kind === 'ranges') return sayEnds(band.minMs, band.maxMs);
  const { baseMs } = band;
  const base = sayShort(baseMs);
  switch (jitter.kind) {
    case 'none':
      return base;
    case 'proportional':
      return `${base} ± ${Math.round(jitter.ratio * 100)} %`;
    case 'full':
      return `0 to ${base}`;
    case 'equal':
      return `${sayShort(baseMs / 2)} to ${base}`;
    case 'additive':
    case 'decorrelated':
      return sayEnds(band.minMs, band.maxMs);
  }
}

const sayFrom = (ms: number): string => (ms === 0 ? 'zero' : sayDuration(ms));
const sayEnds = (minMs: number, maxMs: number): string =>
  minMs === maxMs ? sayShort(maxMs) : `${minMs === 0 ? '0' : sayShort(minMs)} to ${sayShort(maxMs)}`;
const sayCap = (capMs: number | null): string => (capMs === null ? '' : `, at most ${sayDuration(capMs)}`);

/** A policy's jitter, for a list of what it promises. */
export function sayJitter(jitter: Jitter): string {
  switch (jitter.kind) {
    case 'none':
      return 'none';
    case 'proportional':
      return `± ${Math.round(jitter.ratio * 100)} %, each wait by itself`;
    case 'full':
      return 'full: from nothing to the whole wait';
    case 'equal':
      return 'half of the wait, and up to the other half';
    case 'additive':
      return `up to ${sayDuration(jitter.ms)} on top`;
    case 'decorrelated':
      return `decorrelated: from the wait to ${jitter.factor} times the one before${sayCap(jitter.capMs)}`;
  }
}

/** A policy's waits, for a list of what it promises. */
export function saySchedule(schedule: Schedule, attempts: number): string {
  switch (schedule.kind) {
    case 'exponential':
      return `${sayDuration(schedule.baseMs)} × ${schedule.factor} each time${sayCap(schedule.capMs)}`;
    case 'constant':
      return attempts <= 1 ? 'none' : `${sayDuration(schedule.delayMs)} each time`;
    case 'linear':
      return `${sayDuration(schedule.baseMs)}, then ${sayDuration(schedule.stepMs)} more each time${sayCap(schedule.capMs)}`;
    case 'polynomial':
      return `${sayDuration(schedule.baseMs)} × n to the power of ${schedule.exponent}${sayCap(schedule.capMs)}`;
    case 'list':
      return sayList(schedule.delaysMs.map(sayDuration), schedule.tail ?? 1, attempts);
    case 'ranges':
      return sayList(
        schedule.rangesMs.map(([from, to]) => sayEnds(from, to)),
        schedule.tail ?? 1,
        attempts,
      );
    case 'offsets': {
      const said = sayList(schedule.offsetsMs.map(sayDuration), schedule.tail ?? 1, attempts, 'step');
      return said === 'none' ? said : `${said} after the first attempt`;
    }
  }
}

function sayList(entries: readonly string[], tail: number, attempts: number, what = ''): string {
  if (attempts <= 1 || entries.length === 0) return 'none';
  const waits = entries.slice(0, attempts - 1).join(', ');
  if (attempts - 1 <= entries.length) return waits;
  const last = what === '' ? 'last' : `last ${what}`;
  return `${waits}, then the ${tail === 1 ? last : `last ${tail}${what === '' ? '' : ` ${what}s`}`} again`;
}
