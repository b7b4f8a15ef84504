import { describe, expect, it } from 'vitest';
import { kestrel } from '../../src/shared/policies/kestrel';
import { type Policy, policySchema, type Schedule } from '../../src/shared/policies/policy';
import { previewSchedule } from '../../src/shared/rules/preview';
import { baseDelayMs, waitBand } from '../../src/shared/rules/schedule';
import { answer, drawnWaits, failUntilFinal } from './walk';

const waits = (schedule: Schedule, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => baseDelayMs(schedule, index + 1));
const policyOf = (over: Partial<Policy>): Policy => policySchema.parse({ ...kestrel, attempts: 6, ...over });

describe('a schedule', () => {
  it('that is constant is the same after the first and the millionth failure', () => {
    const schedule: Schedule = { kind: 'constant', delayMs: 30_000 };
    expect([1, 2, 1_000_000].map((n) => baseDelayMs(schedule, n))).toEqual([30_000, 30_000, 30_000]);
  });
  it('that is linear: 10 s and 5 s more each time, cap 22 s', () => {
    expect(waits({ kind: 'linear', baseMs: 10_000, stepMs: 5_000, capMs: 22_000 }, 5)).toEqual([
      10_000, 15_000, 20_000, 22_000, 22_000,
    ]);
    expect(baseDelayMs({ kind: 'linear', baseMs: 0, stepMs: 1_000_000, capMs: null }, 1_000_000)).toBe(315_360_000_000);
  });
  it('that is polynomial: 1 s × n² is 1, 4, 9, 16 s, cap 20 s; × n^1.5 is 1,000, 2,828, 5,196 ms', () => {
    expect(waits({ kind: 'polynomial', baseMs: 1_000, exponent: 2, capMs: 20_000 }, 6)).toEqual([
      1_000, 4_000, 9_000, 16_000, 20_000, 20_000,
    ]);
    expect(waits({ kind: 'polynomial', baseMs: 1_000, exponent: 1.5, capMs: null }, 3)).toEqual([1_000, 2_828, 5_196]);
  });
  it('that is a list with a tail of two repeats its last two entries, one after the other', () => {
    expect(waits({ kind: 'list', delaysMs: [1, 5, 60], tail: 2 }, 8)).toEqual([1, 5, 60, 5, 60, 5, 60, 5]);
    expect(waits({ kind: 'list', delaysMs: [1, 5, 60], tail: 3 }, 7)).toEqual([1, 5, 60, 1, 5, 60, 1]);
  });
  it('that is made of ranges draws each wait between its own two ends', () => {
    const policy = policyOf({
      schedule: {
        kind: 'ranges',
        rangesMs: [
          [30_000, 60_000],
          [60_000, 120_000],
        ],
      },
      jitter: { kind: 'none' },
    });
    expect(waitBand(policy, 1)).toEqual({ baseMs: 45_000, minMs: 30_000, nominalMs: 45_000, maxMs: 60_000 });
    expect(drawnWaits(policy, 0)).toEqual([30_000, 60_000, 60_000, 60_000, 60_000]);
    expect(drawnWaits(policy, 0.5)).toEqual([45_000, 90_000, 90_000, 90_000, 90_000]);
  });
  it('of offsets counts from the first attempt, whatever the attempts before took', () => {
    // Each attempt takes 4 s: attempt 2 at 10 s, 3 at 20 s, 4 at 22 s though 3 ended at 24 s: at once, at 24 s.
    const policy = policyOf({
      attempts: 5,
      schedule: { kind: 'offsets', offsetsMs: [10_000, 20_000, 22_000, 60_000] },
      jitter: { kind: 'none' },
    });
    const tries = failUntilFinal(policy, answer(503, 4_000));
    expect(tries.map(({ attempt }) => attempt.startedAt)).toEqual([0, 10_000, 20_000, 24_000, 60_000]);
  });
  it('of offsets repeats its last steps past its end: 10, 30, then 20 s more each time', () => {
    const policy = policyOf({
      schedule: { kind: 'offsets', offsetsMs: [10_000, 30_000] },
      jitter: { kind: 'none' },
    });
    expect(failUntilFinal(policy, answer(503)).map(({ attempt }) => attempt.startedAt)).toEqual([
      0, 10_000, 30_000, 50_000, 70_000, 90_000,
    ]);
    const tailed = policyOf({
      attempts: 7,
      schedule: { kind: 'offsets', offsetsMs: [5_000, 10_000, 30_000], tail: 2 },
      jitter: { kind: 'none' },
    });
    // The steps are 5, 5, 20 s; the last two go on: 5, 20, 5 …
    expect(failUntilFinal(tailed, answer(503)).map(({ attempt }) => attempt.startedAt)).toEqual([
      0, 5_000, 10_000, 30_000, 35_000, 55_000, 60_000,
    ]);
  });
  it('of offsets waits for a part of a millisecond too, and is never early', () => {
    const policy = policyOf({ schedule: { kind: 'offsets', offsetsMs: [1_000] }, jitter: { kind: 'none' } });
    expect(waitBand(policy, 1, { sinceFirstMs: 0.25 }).minMs).toBe(1_000);
    expect(waitBand(policy, 1, { sinceFirstMs: 999.5 }).minMs).toBe(1);
  });
  it('of offsets is previewed at its offsets, and what jitter spreads before an offset does not add up', () => {
    const policy = policyOf({
      attempts: 3,
      schedule: { kind: 'offsets', offsetsMs: [10_000, 30_000] },
      jitter: { kind: 'additive', ms: 2_000 },
    });
    expect(previewSchedule(policy).map(({ ageMs }) => [ageMs.min, ageMs.nominal, ageMs.max])).toEqual([
      [0, 0, 0],
      [10_000, 10_000, 12_000],
      [30_000, 30_000, 32_000],
    ]);
  });
});

describe('jitter', () => {
  it('on top of the wait: 10 s and up to 4 s more, never past the cap of 12 s', () => {
    const jitter = { kind: 'additive', ms: 4_000 } as const;
    const free = policyOf({ schedule: { kind: 'constant', delayMs: 10_000 }, jitter });
    expect(drawnWaits(free, 0.5)).toEqual([12_000, 12_000, 12_000, 12_000, 12_000]);
    const capped = policyOf({ schedule: { kind: 'linear', baseMs: 10_000, stepMs: 0, capMs: 12_000 }, jitter });
    expect(waitBand(capped, 1)).toEqual({ baseMs: 10_000, minMs: 10_000, nominalMs: 10_000, maxMs: 12_000 });
  });
  it('that is decorrelated lies between the delay and three times the wait before: 1 s, draws in the middle', () => {
    // 1 to 3 s: 2 s; 1 to 6 s: 3.5 s; 1 to 10.5 s, cap 10 s: 5.5 s; 1 to 16.5 s, cap 10 s: 5.5 s.
    const policy = policyOf({
      schedule: { kind: 'constant', delayMs: 1_000 },
      jitter: { kind: 'decorrelated', factor: 3, capMs: 10_000 },
    });
    expect(drawnWaits(policy, 0.5)).toEqual([2_000, 3_500, 5_500, 5_500, 5_500]);
    // Ahead of any draw it reaches 3, 9, 10, 10 s.
    expect([1, 2, 3, 4].map((n) => waitBand(policy, n).maxMs)).toEqual([3_000, 9_000, 10_000, 10_000]);
  });
  it.each([
    ['ranges with jitter', { schedule: { kind: 'ranges', rangesMs: [[1, 2]] }, jitter: { kind: 'full' } }],
    [
      'offsets that are decorrelated',
      { schedule: { kind: 'offsets', offsetsMs: [1] }, jitter: { kind: 'decorrelated', factor: 3, capMs: null } },
    ],
    ['a range that falls', { schedule: { kind: 'ranges', rangesMs: [[2, 1]] }, jitter: { kind: 'none' } }],
    ['offsets that fall', { schedule: { kind: 'offsets', offsetsMs: [2, 1] }, jitter: { kind: 'none' } }],
    ['a tail longer than its list', { schedule: { kind: 'list', delaysMs: [1], tail: 2 }, jitter: { kind: 'none' } }],
  ])('cannot be read of %s', (_, over) => {
    expect(policySchema.safeParse({ ...kestrel, ...over }).success).toBe(false);
  });
});
