import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/shared/model/header';
import type { ObeyedRetryAfter } from '../../src/shared/policies/answers';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { readHttpDate } from '../../src/shared/rules/http-date';
import { nextStep } from '../../src/shared/rules/next-step';
import { explain } from '../../src/shared/words/explain';
import { rolls } from './random-policy';
import { acceptedBy, attemptOf } from './walk';

const NOW = Date.UTC(2026, 0, 1, 12);
const obeyed: ObeyedRetryAfter = {
  mode: 'replace',
  headers: [
    { name: 'retry-after-ms', reads: 'milliseconds' },
    { name: 'retry-after', reads: 'seconds-or-date' },
  ],
  statuses: [
    [429, 429],
    [503, 503],
  ],
  capMs: 3_600_000,
};
const policyOf = (over: Partial<ObeyedRetryAfter> = {}, more: Partial<Policy> = {}): Policy => ({
  ...kestrel,
  schedule: { kind: 'constant', delayMs: 10_000 },
  jitter: { kind: 'none' },
  retryAfter: { ...obeyed, ...over },
  ...more,
});

/** What follows an answer with these headers, at virtual noon while the wall says `wallAt`. */
function followed(policy: Policy, status: number, headers: HeaderList, wallAt = NOW, roll = 0) {
  const delivery = acceptedBy(policy, NOW);
  const outcome = { kind: 'response', status, retryAfter: null, tookMs: 0 } as const;
  const step = nextStep(policy, delivery, attemptOf(delivery, NOW), outcome, { now: NOW, roll, wallAt }, headers);
  if (step.kind !== 'retry') throw new Error(`not retried: ${step.kind}`);
  return { waitMs: step.dueAt - NOW, seen: step.retryAfter, says: explain(step), rules: step.rules };
}

describe('a Retry-After that a policy obeys', () => {
  it('in seconds replaces the wait, shorter or longer, also by zero', () => {
    expect(followed(policyOf(), 429, [['Retry-After', '120']]).waitMs).toBe(120_000);
    expect(followed(policyOf(), 503, [['retry-after', '2']]).waitMs).toBe(2_000);
    expect(followed(policyOf(), 503, [['retry-after', '0']]).waitMs).toBe(0);
  });
  it('names its rules among those of the step, where it was used', () => {
    const own = policyOf({}, { rules: { ...kestrel.rules, schedule: ['x1'], jitter: [], retryAfter: ['x2'] } });
    expect(followed(own, 429, [['retry-after', '120']]).rules.slice(-2)).toEqual(['x1', 'x2']);
    expect(followed(own, 429, [['retry-after', 'soon']]).rules).not.toContain('x2');
  });
  it('in milliseconds has a header of its own, and the first one named counts', () => {
    const both: HeaderList = [
      ['Retry-After', '120'],
      ['Retry-After-Ms', '1500.2'],
    ];
    const { waitMs, seen } = followed(policyOf(), 429, both);
    expect(waitMs).toBe(1_501);
    expect(seen).toMatchObject({ value: '1500.2', header: 'retry-after-ms', used: true });
  });
  it('at least: never shortens the policy’s own wait', () => {
    const policy = policyOf({ mode: 'at-least' });
    expect(followed(policy, 429, [['retry-after', '9']])).toMatchObject({ waitMs: 10_000, seen: { note: 'shorter' } });
    expect(followed(policy, 429, [['retry-after', '11']])).toMatchObject({ waitMs: 11_000, seen: { used: true } });
  });
  it('elizaOS/eliza#22162: with a date waits until that date by the wall clock, whatever virtual time is', () => {
    const date = 'Thu, 01 Jan 2026 12:00:30 GMT';
    expect(followed(policyOf(), 503, [['retry-after', date]]).waitMs).toBe(30_000);
    // The wall is 10 s behind virtual time: 40 s are left until the date.
    expect(followed(policyOf(), 503, [['retry-after', date]], NOW - 10_000).waitMs).toBe(40_000);
  });
  it('with a date in the past is zero', () => {
    const { waitMs, seen } = followed(policyOf(), 503, [['retry-after', 'Thu, 01 Jan 2026 11:59:59 GMT']]);
    expect(waitMs).toBe(0);
    expect(seen).toMatchObject({ used: true, note: 'past' });
  });
  it.each([
    '-5',
    '1.5',
    '12s',
    '',
    'soon',
    '1e3',
    'NaN',
    'Thu, 31 Feb 2026 12:00:30 GMT',
    'Thu, 01 Jan 2026 25:00:00 GMT',
  ])('that reads %j is ignored, and the step says so', (value) => {
    const { waitMs, seen, says } = followed(policyOf(), 503, [['retry-after', value]]);
    expect(waitMs).toBe(10_000);
    expect(seen).toMatchObject({ used: false, note: 'malformed' });
    expect(says).toContain('is ignored: it cannot be read');
  });
  it('counts on its statuses only', () => {
    expect(followed(policyOf(), 500, [['retry-after', '120']])).toMatchObject({
      waitMs: 10_000,
      seen: { used: false, note: 'status' },
    });
  });
  it('is capped by its own cap and by ten years, never by the schedule’s', () => {
    expect(followed(policyOf(), 503, [['retry-after', '7200']])).toMatchObject({
      waitMs: 3_600_000,
      seen: { note: 'capped' },
    });
    expect(followed(policyOf({ capMs: null }), 503, [['retry-after', '9'.repeat(400)]]).waitMs).toBe(315_360_000_000);
    const short = policyOf({}, { schedule: { kind: 'exponential', baseMs: 1_000, factor: 2, capMs: 4_000 } });
    expect(followed(short, 503, [['retry-after', '60']]).waitMs).toBe(60_000);
  });
  it('is applied last: no jitter and no roll brings a wait below what was asked', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(4_000), rolls, (baseMs, seconds, roll) => {
        const policy = policyOf(
          { mode: 'at-least' },
          { schedule: { kind: 'constant', delayMs: baseMs }, jitter: { kind: 'full' } },
        );
        const { waitMs } = followed(policy, 429, [['retry-after', String(seconds)]], NOW, roll);
        expect(waitMs).toBeGreaterThanOrEqual(Math.min(seconds * 1_000, 3_600_000));
      }),
    );
  });
  it('never makes a wait that is NaN, negative or endless, whatever the header says', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('replace' as const, 'at-least' as const), (value, mode) => {
        const { waitMs } = followed(policyOf({ mode, capMs: null }), 503, [
          ['retry-after', value],
          ['retry-after-ms', value],
        ]);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(315_360_000_000);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an HTTP date', () => {
  it('is read in its three forms', () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', NOW)).toBe(at);
    expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(at);
    expect(readHttpDate('Sun Nov  6 08:49:37 1994', NOW)).toBe(at);
  });
  it('of two digits is at most fifty years ahead: in 2026 76 is 2076, 77 is 1977', () => {
    expect(readHttpDate('Wednesday, 01-Jan-76 00:00:00 GMT', NOW)).toBe(Date.UTC(2076, 0, 1));
    expect(readHttpDate('Saturday, 01-Jan-77 00:00:00 GMT', NOW)).toBe(Date.UTC(1977, 0, 1));
  });
});
