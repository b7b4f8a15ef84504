import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinal } from '../../src/shared/model/delivery';
import { alphorn } from '../../src/shared/policies/alphorn';
import { applyStep } from '../../src/shared/rules/apply-step';
import { acceptedBy, answer, killed, stopped } from './walk';
import { type Deed, MINUTE, watch } from './watch';

const MIDNIGHT = Date.UTC(2026, 10, 30);
const DAY = 86_400_000;

const deeds: fc.Arbitrary<Deed> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ status: fc.constantFrom(200, 404, 429, 503), tookMs: fc.nat(15_000) }) },
    { weight: 2, arbitrary: fc.nat(15_000).map((tookMs) => ({ ...killed, tookMs })) },
    { weight: 1, arbitrary: fc.nat(15_000).map((tookMs) => ({ ...stopped, tookMs })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: DAY + MINUTE }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 * MINUTE }) },
  )
  .map((deed): Deed => {
    if (typeof deed === 'number') return { kind: 'window-full', byMs: deed };
    return 'status' in deed ? answer(deed.status, deed.tookMs) : deed;
  });

const lives = fc.record({
  bornAt: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * MINUTE })),
  jobsToLose: fc.oneof(fc.constant(null), fc.nat(4), fc.nat(120)),
  script: fc.array(deeds, { maxLength: 12 }),
});

describe('a day of one delivery', () => {
  it('A20 is the same minute by minute and jump by jump, whatever gets lost, stuck, deferred or answered', () => {
    fc.assert(
      fc.property(lives, ({ bornAt, jobsToLose, script }) => {
        const createdAt = MIDNIGHT + bornAt;
        const start = applyStep(
          alphorn,
          acceptedBy(alphorn, createdAt),
          { kind: 'lose-job', jobs: jobsToLose, rules: [] },
          createdAt,
          null,
        );
        const until = createdAt + DAY + 30 * MINUTE;
        const jumps = watch(alphorn, start, script, until, 'by-sweep-at');
        expect(watch(alphorn, start, script, until, 'by-minute')).toEqual(jumps);

        // A19, A25: within a sweep of its day it has ended, and nothing began after it.
        const last = jumps.at(-1);
        if (last === undefined) throw new Error('something happens to it');
        expect(isFinal(last.after.state)).toBe(true);
        for (const { at, kind, after } of jumps) {
          if (kind === 'claim') expect(at - createdAt).toBeLessThanOrEqual(DAY);
          expect(after.sweepAt ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(at);
          expect(after.changedAt).toBeLessThanOrEqual(at);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('A21 is queued again no sooner than 15 minutes after it was touched, while nobody picks it up', () => {
    fc.assert(
      fc.property(fc.nat(DAY), (bornAt) => {
        const born = acceptedBy(alphorn, MIDNIGHT + bornAt, { jobsToLose: null });
        const told = watch(alphorn, born, [], MIDNIGHT + bornAt + 3 * 3_600_000, 'by-sweep-at');
        const touched = told.filter(({ kind }) => kind === 'stale' || kind === 'queue-again').map(({ at }) => at);
        touched.slice(1).forEach((at, index) => {
          expect(at - (touched[index] ?? 0)).toBe(15 * MINUTE);
        });
        expect(touched.length).toBeGreaterThan(10);
      }),
      { numRuns: 100 },
    );
  });
});
