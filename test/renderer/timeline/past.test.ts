import { describe, expect, it } from 'vitest';
import { closedSpans, pastOf, pastUntil, streakLine } from '../../../src/renderer/timeline/past';
import { FRESH_CONDITION } from '../../../src/shared/model/condition';
import type { EndpointStep, StepRecord } from '../../../src/shared/model/step';

const turn = (at: number, step: EndpointStep): StepRecord => ({
  seq: at,
  revision: 1,
  at,
  wallAt: at,
  deliveryId: null,
  endpointId: null,
  step,
  error: null,
});
const suspend = (at: number, streak = 5) => turn(at, { kind: 'suspend', streak, waiting: 0, rules: [] });
const probe = (at: number, passed = 0) => turn(at, { kind: 'probe', deliveryId: null, passed, needed: 2, rules: [] });
const reopen = (at: number) => turn(at, { kind: 'reopen', by: 'verify', released: 0, rules: [] });
const disable = (at: number) => turn(at, { kind: 'disable', closed: 0, rules: [] });
const past = (...turns: readonly StepRecord[]) => pastOf({ turns, held: [], streak: [] }, undefined);

const open = { state: 'enabled', condition: FRESH_CONDITION } as const;
const suspended = (suspendedAt: number) => ({ ...open, condition: { ...FRESH_CONDITION, suspendedAt, streak: 5 } });
const disabled = { ...open, state: 'disabled' } as const;

describe('stretches in which nothing was received', () => {
  it('go from each suspension to what opened the endpoint again', () => {
    expect(closedSpans(past(suspend(10), reopen(30), suspend(50, 6), reopen(60)), open)).toEqual([
      { fromMs: 10, toMs: 30, by: 'policy', streak: 5, halfOpen: [] },
      { fromMs: 50, toMs: 60, by: 'policy', streak: 6, halfOpen: [] },
    ]);
  });

  it('have no end while the endpoint is closed', () => {
    expect(closedSpans(past(suspend(10), reopen(30), suspend(50)), suspended(50)).at(-1)).toMatchObject({
      fromMs: 50,
      toMs: null,
    });
  });

  it('tell a person’s doing from the policy’s, also when one follows the other', () => {
    expect(closedSpans(past(suspend(10), disable(20)), disabled)).toEqual([
      { fromMs: 10, toMs: 20, by: 'policy', streak: 5, halfOpen: [] },
      { fromMs: 20, toMs: null, by: 'person', streak: null, halfOpen: [] },
    ]);
  });

  it('say where probes went: from the first of them to where one fails, or to the end', () => {
    const told = past(suspend(10), probe(20), suspend(25), probe(40), probe(45, 1), reopen(50));
    expect(closedSpans(told, open)).toEqual([
      {
        fromMs: 10,
        toMs: 50,
        by: 'policy',
        streak: 5,
        halfOpen: [
          { fromMs: 20, toMs: 25 },
          { fromMs: 40, toMs: 50 },
        ],
      },
    ]);
    const halfOpen = closedSpans(past(suspend(10), probe(20)), suspended(10)).at(-1)?.halfOpen;
    expect(halfOpen).toEqual([{ fromMs: 20, toMs: null }]);
  });

  it('follow the endpoint’s own condition until its log is read, and when that is behind', () => {
    expect(closedSpans(null, suspended(70))).toEqual([
      { fromMs: 70, toMs: null, by: 'policy', streak: 5, halfOpen: [] },
    ]);
    expect(closedSpans(past(suspend(10), reopen(30)), suspended(70)).at(-1)).toMatchObject({ fromMs: 70 });
    expect(closedSpans(past(suspend(10)), open)).toEqual([]);
    expect(closedSpans(null, open)).toEqual([]);
  });
});

describe('the failure streak over time', () => {
  it('is its steps, and 0 from each opening on (f6)', () => {
    const streak = [1, 2, 3, 4, 5].map((value) => ({ at: value, value }));
    const line = streakLine(pastOf({ turns: [suspend(5), reopen(9)], held: [], streak }, undefined));
    expect(line.slice(-2)).toEqual([
      { at: 5, value: 5 },
      { at: 9, value: 0 },
    ]);
  });

  it('says nothing of openings before its first step', () => {
    const told = pastOf({ turns: [reopen(3)], held: [], streak: [{ at: 5, value: 1 }] }, undefined);
    expect(streakLine(told)).toEqual([{ at: 5, value: 1 }]);
    expect(streakLine(null)).toEqual([]);
  });
});

it('as it was known at a place of the log, what came later is left out', () => {
  const read = pastOf(
    {
      turns: [suspend(100), reopen(200), disable(300)],
      held: [
        { at: 110, value: 3 },
        { at: 200, value: 0 },
      ],
      streak: [{ at: 100, value: 5 }],
    },
    undefined,
  );
  const then = pastUntil(read, { seq: 150, atMs: 150 });
  expect(then.turns.map(({ step }) => step.kind)).toEqual(['suspend']);
  expect(then.held).toEqual([{ at: 110, value: 3 }]);
  expect(then.streak).toEqual([{ at: 100, value: 5 }]);
  // The lane that the person sees does not come and go with the time that is looked at.
  expect(pastUntil(read, { seq: 50, atMs: 50 }).hadHeld).toBe(true);
});
