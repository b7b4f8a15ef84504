import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_WAIT_MS } from '../../src/shared/policies/bounds';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { fianto } from '../../src/shared/policies/fianto';
import { policySchema } from '../../src/shared/policies/policy';
import { DRAW, draw } from '../../src/shared/rules/draw';
import { bandOf, drawFrom } from '../../src/shared/rules/jitter';
import { previewSchedule } from '../../src/shared/rules/preview';
import { baseDelayMs, waitBand } from '../../src/shared/rules/schedule';
import { decorrelated, failureCounts, jitters, offsets, policies, ranges, rolls, schedules } from './random-policy';

const isWholeMs = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 0;

describe('a wait', () => {
  it('lies in its band, in whole ms, for any schedule, jitter, roll and up to a million failures', () => {
    fc.assert(
      fc.property(schedules, jitters, failureCounts, rolls, (schedule, jitter, failures, roll) => {
        const band = waitBand({ schedule, jitter }, failures);
        const { drawnMs } = drawFrom(band, roll);
        expect([band.minMs, band.nominalMs, band.maxMs, drawnMs].every(isWholeMs)).toBe(true);
        expect(band.minMs).toBeLessThanOrEqual(band.nominalMs);
        expect(band.nominalMs).toBeLessThanOrEqual(band.maxMs);
        expect(drawnMs).toBeGreaterThanOrEqual(band.minMs);
        if (band.minMs === band.maxMs) expect(drawnMs).toBe(band.maxMs);
        else expect(drawnMs).toBeLessThan(band.maxMs);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lies in its band of ranges and of offsets too, whenever it begins', () => {
    const begun = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2 * LONGEST_WAIT_MS, noNaN: true }));
    const bent = fc.oneof(
      fc.record({ schedule: ranges, jitter: fc.constant({ kind: 'none' as const }) }),
      fc.record({ schedule: offsets, jitter: jitters }),
    );
    fc.assert(
      fc.property(bent, failureCounts, rolls, begun, (policy, failures, roll, sinceFirstMs) => {
        const { minMs, maxMs } = waitBand(policy, failures, { sinceFirstMs });
        const { drawnMs } = drawFrom({ baseMs: 0, nominalMs: minMs, minMs, maxMs }, roll);
        expect([minMs, maxMs, drawnMs].every(isWholeMs)).toBe(true);
        expect(maxMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
        expect(drawnMs).toBeGreaterThanOrEqual(minMs);
        expect(drawnMs).toBeLessThanOrEqual(maxMs);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never before its offset without jitter, but where the offset has passed', () => {
    fc.assert(
      fc.property(offsets, fc.integer({ min: 1, max: 50 }), fc.nat(LONGEST_WAIT_MS), (schedule, failures, since) => {
        fc.pre(schedule.kind === 'offsets');
        const { minMs } = waitBand({ schedule, jitter: { kind: 'none' } }, failures, { sinceFirstMs: since });
        const offset = schedule.offsetsMs[failures - 1];
        if (offset !== undefined) expect(since + minMs).toBe(Math.max(since, offset));
      }),
    );
  });

  it('of a decorrelated chain keeps to its caps and to what is printed ahead of it', () => {
    fc.assert(
      fc.property(
        schedules,
        decorrelated,
        fc.array(rolls, { minLength: 1, maxLength: 30 }),
        (schedule, jitter, draws) => {
          const policy = { schedule, jitter };
          let beforeMs: number | null = null;
          draws.forEach((roll, index) => {
            const ahead = waitBand(policy, index + 1);
            const wait = drawFrom(waitBand(policy, index + 1, { beforeMs }), roll);
            const cap = 'capMs' in schedule ? (schedule.capMs ?? LONGEST_WAIT_MS) : LONGEST_WAIT_MS;
            expect(isWholeMs(wait.drawnMs)).toBe(true);
            expect(wait.drawnMs).toBeLessThanOrEqual(cap);
            expect(wait.drawnMs).toBeGreaterThanOrEqual(ahead.minMs);
            expect(wait.drawnMs).toBeLessThanOrEqual(ahead.maxMs);
            beforeMs = wait.drawnMs;
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is printed ahead in no time for a chain of a million failures', () => {
    fc.assert(
      fc.property(schedules, decorrelated, failureCounts, (schedule, jitter, failures) => {
        const { minMs, maxMs } = waitBand({ schedule, jitter }, failures);
        expect([minMs, maxMs].every(isWholeMs)).toBe(true);
      }),
    );
  });

  it('lies in its band for every built-in policy, seed, delivery and attempt', () => {
    const seeds = fc.oneof(fc.maxSafeNat(), fc.nat());
    fc.assert(
      fc.property(fc.constantFrom(...BUILT_IN_POLICIES), seeds, fc.nat(), failureCounts, (policy, seed, ordinal, n) => {
        const band = waitBand(policy, n);
        const { drawnMs } = drawFrom(band, draw(seed, DRAW.retryWait, ordinal, n));
        expect(isWholeMs(drawnMs)).toBe(true);
        expect(drawnMs).toBeGreaterThanOrEqual(band.minMs);
        expect(drawnMs).toBeLessThanOrEqual(band.maxMs);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never exceeds the cap, whatever the jitter adds', () => {
    fc.assert(
      fc.property(schedules, jitters, failureCounts, rolls, (schedule, jitter, failures, roll) => {
        const cap = 'capMs' in schedule ? (schedule.capMs ?? LONGEST_WAIT_MS) : LONGEST_WAIT_MS;
        expect(drawFrom(waitBand({ schedule, jitter }, failures), roll).drawnMs).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never shorter or longer than the ratio allows, not even by a fraction of a ms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        rolls,
        (baseMs, percent, roll) => {
          const { drawnMs } = drawFrom(bandOf({ kind: 'proportional', ratio: percent / 100 }, baseMs), roll);
          expect(drawnMs * 100).toBeGreaterThanOrEqual(baseMs * (100 - percent));
          expect(drawnMs * 100).toBeLessThanOrEqual(baseMs * (100 + percent));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('F7 of Fianto is never shortened by more than a fifth, at the very lowest draw', () => {
    const printed = [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000];
    printed.forEach((baseMs, index) => {
      const wait = drawFrom(waitBand(fianto, index + 1), 0);
      expect(wait.drawnMs * 5).toBe(baseMs * 4);
    });
  });

  it('rounds the ends of a narrow band inwards: ±20 % of 3 ms is 3 ms, ±20 % of 7 ms is 6 to 8 ms', () => {
    expect(bandOf({ kind: 'proportional', ratio: 0.2 }, 3)).toEqual({ baseMs: 3, minMs: 3, nominalMs: 3, maxMs: 3 });
    expect(bandOf({ kind: 'proportional', ratio: 0.2 }, 7)).toEqual({ baseMs: 7, minMs: 6, nominalMs: 7, maxMs: 8 });
  });
});

describe('a schedule', () => {
  it('stops growing at ten years: 1 min doubled 999,999 times', () => {
    expect(baseDelayMs({ kind: 'exponential', baseMs: 60_000, factor: 2, capMs: null }, 1_000_000)).toBe(
      315_360_000_000,
    );
  });
  it('stays at zero when it begins there, however often it is doubled', () => {
    expect(baseDelayMs({ kind: 'exponential', baseMs: 0, factor: 100, capMs: null }, 1_000_000)).toBe(0);
  });
  it('keeps to its cap: 1 min doubled 999,999 times, cap 1 h', () => {
    expect(baseDelayMs({ kind: 'exponential', baseMs: 60_000, factor: 2, capMs: 3_600_000 }, 1_000_000)).toBe(
      3_600_000,
    );
  });
  it('keeps to its cap after jitter: ±50 % of a capped hour is half an hour to an hour', () => {
    const policy = {
      schedule: { kind: 'exponential', baseMs: 3_600_000, factor: 2, capMs: 3_600_000 },
      jitter: { kind: 'proportional', ratio: 0.5 },
    } as const;
    expect(waitBand(policy, 3)).toEqual({
      baseMs: 3_600_000,
      minMs: 1_800_000,
      nominalMs: 3_600_000,
      maxMs: 3_600_000,
    });
  });
  it('repeats the last entry of a list', () => {
    const list = { kind: 'list', delaysMs: [5, 10] } as const;
    expect([1, 2, 3, 1_000_000].map((failures) => baseDelayMs(list, failures))).toEqual([5, 10, 10, 10]);
  });
  it('rounds a fractional factor to whole ms: 1 s × 1.5 is 1,000, 1,500, 2,250, 3,375, 5,063', () => {
    const schedule = { kind: 'exponential', baseMs: 1_000, factor: 1.5, capMs: null } as const;
    expect([1, 2, 3, 4, 5].map((failures) => baseDelayMs(schedule, failures))).toEqual([
      1_000, 1_500, 2_250, 3_375, 5_063,
    ]);
  });
  it('never falls from one failure to the next when it is exponential', () => {
    fc.assert(
      fc.property(schedules, failureCounts, (schedule, failures) => {
        fc.pre(schedule.kind === 'exponential');
        expect(baseDelayMs(schedule, failures + 1)).toBeGreaterThanOrEqual(baseDelayMs(schedule, failures));
      }),
    );
  });
  it('is previewed as a sum: every age is the age before and the delay, for any policy', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        expect(policySchema.safeParse(policy).success).toBe(true);
        const rows = previewSchedule(policy);
        expect(rows).toHaveLength(policy.attempts);
        rows.forEach((row, index) => {
          const before = rows[index - 1]?.ageMs ?? { min: 0, nominal: 0, max: 0 };
          expect(row.ageMs.min).toBe(before.min + row.delayMs.min);
          expect(row.ageMs.max).toBe(before.max + row.delayMs.max);
          expect(isWholeMs(row.ageMs.nominal)).toBe(true);
        });
      }),
    );
  });
});
