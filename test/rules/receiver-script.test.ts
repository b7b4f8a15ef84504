import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/shared/model/asked';
import type { Script, ScriptStep, StepSpan } from '../../src/shared/model/script';
import {
  answerFor,
  answerRoll,
  type ChanceRoll,
  chanceRoll,
  nextEdge,
  positionAfter,
  positionAt,
  type ScriptPosition,
  startOfScript,
} from '../../src/shared/rules/receiver-script';

const HOUR = 3_600_000;
const T0 = 1_767_225_600_000;

const reply = (status: number, more: Partial<Extract<ScriptStep, { kind: 'reply' }>> = {}): ScriptStep => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  times: null,
  forMs: null,
  ...more,
});
const GET: Asked = { method: 'GET', target: '/hooks', headers: [], body: '', attempt: 1 };

/** Lets a step answer whenever its chance is above 0. */
const certain: ChanceRoll = () => 0;
const script = (...steps: ScriptStep[]): Script => ({ scope: 'all', steps });

/** Answers requests at the given virtual ms after T0, each from what the one before it left behind. */
function walk(of: Script, ...instants: readonly number[]): readonly string[] {
  let position = startOfScript(T0);
  return instants.map((after) => {
    const { verdict, next } = answerFor(of, position, GET, { beganAt: T0, now: T0 + after, roll: 0 }, certain);
    position = next;
    return `${verdict.status} step ${verdict.index} nth ${verdict.nth}`;
  });
}

describe('steps that answer so many times', () => {
  it('take their turn one after the other, and the last one repeats', () => {
    const three = script(reply(503, { times: 2 }), reply(429, { times: 1 }), reply(200, { times: 1 }));
    expect(walk(three, 0, 0, 0, 0, 0)).toEqual([
      '503 step 0 nth 1',
      '503 step 0 nth 2',
      '429 step 1 nth 1',
      '200 step 2 nth 1',
      '200 step 2 nth 2',
    ]);
  });

  it('without a number hold their place from then on', () => {
    expect(walk(script(reply(500), reply(200)), 0, 0, HOUR)).toEqual([
      '500 step 0 nth 1',
      '500 step 0 nth 2',
      '500 step 0 nth 3',
    ]);
  });
});

describe('steps that last for a span of virtual time', () => {
  const outage = script(reply(503, { forMs: 48 * HOUR }), reply(200));

  it('answer up to the last millisecond; the edge belongs to the next step', () => {
    expect(walk(outage, 0, 48 * HOUR - 1, 48 * HOUR, 48 * HOUR + 1)).toEqual([
      '503 step 0 nth 1',
      '503 step 0 nth 2',
      '200 step 1 nth 1',
      '200 step 1 nth 2',
    ]);
  });

  it('count from the instant their step became current: after a counted step, from its last answer', () => {
    const late = script(reply(200, { times: 1 }), reply(503, { forMs: HOUR }), reply(202));
    expect(walk(late, 5 * HOUR, 6 * HOUR - 1, 6 * HOUR)).toEqual([
      '200 step 0 nth 1',
      '503 step 1 nth 1',
      '202 step 2 nth 1',
    ]);
  });

  it('follow each other at their edges, even when no request comes for a long time', () => {
    const two = script(reply(500, { forMs: HOUR }), reply(503, { forMs: 2 * HOUR }), reply(200));
    expect(walk(two, 2 * HOUR, 3 * HOUR)).toEqual(['503 step 1 nth 1', '200 step 2 nth 1']);
    expect(positionAt(two, startOfScript(T0), T0 + 99 * HOUR)).toEqual({
      index: 2,
      answered: 0,
      fallen: 0,
      sinceAt: T0 + 3 * HOUR,
    });
  });

  it('as the last step never end', () => {
    expect(walk(script(reply(503, { forMs: HOUR })), 0, 2 * HOUR)).toEqual(['503 step 0 nth 1', '503 step 0 nth 2']);
    expect(nextEdge(script(reply(503, { forMs: HOUR })), startOfScript(T0), T0, T0)).toBeNull();
  });
});

describe('a step with a chance', () => {
  /** Answers one request after the other at T0, by what each of them draws for the steps that are asked. */
  function flaky(of: Script, ...requests: readonly (readonly number[])[]): readonly string[] {
    let position = startOfScript(T0);
    return requests.map((rolls) => {
      let asked = 0;
      const { verdict, next } = answerFor(
        of,
        position,
        GET,
        { beganAt: T0, now: T0, roll: 0 },
        () => rolls[asked++] ?? Number.NaN,
      );
      expect(asked).toBe(rolls.length);
      expect(positionAfter(of, { ...verdict, at: T0 })).toEqual(next);
      position = next;
      return `${verdict.status} of ${verdict.index}, ${verdict.nth}; at ${next.index}: ${next.answered}, ${next.fallen}`;
    });
  }

  it('answers when the draw is below its chance; else the request goes to the next step, and its turn goes on', () => {
    const half = script(reply(503, { chance: 0.5 }), reply(200));
    expect(flaky(half, [0.499], [0.5], [0.999], [0])).toEqual([
      '503 of 0, 1; at 0: 1, 0',
      '200 of 1, 1; at 0: 1, 1',
      '200 of 1, 2; at 0: 1, 2',
      '503 of 0, 2; at 0: 2, 2',
    ]);
  });

  it('uses up no times, neither its own nor those of the step that answers instead', () => {
    const two = script(reply(503, { chance: 0.3, times: 2 }), reply(429, { times: 1 }), reply(200));
    expect(flaky(two, [0.9], [0.1], [0.9], [0.2], [], [])).toEqual([
      '429 of 1, 1; at 0: 0, 1',
      '503 of 0, 1; at 0: 1, 1',
      '429 of 1, 2; at 0: 1, 2',
      '503 of 0, 2; at 1: 0, 0',
      '429 of 1, 1; at 2: 0, 0',
      '200 of 2, 1; at 2: 1, 0',
    ]);
  });

  it('hands on to the next, which may have a chance too; the last step answers whatever its own', () => {
    const chain = script(reply(500, { chance: 0.2 }), reply(502, { chance: 0.2 }), reply(200, { chance: 0 }));
    expect(flaky(chain, [0.1], [0.5, 0.1], [0.5, 0.5])).toEqual([
      '500 of 0, 1; at 0: 1, 0',
      '502 of 1, 1; at 0: 1, 1',
      '200 of 2, 2; at 0: 1, 2',
    ]);
  });

  it('of 0 never answers, of 1 always, and without one always: nothing is drawn for nothing', () => {
    expect(flaky(script(reply(503, { chance: 0 }), reply(200)), [0])).toEqual(['200 of 1, 1; at 0: 0, 1']);
    expect(flaky(script(reply(503, { chance: 1 }), reply(200)), [0.999_999])).toEqual(['503 of 0, 1; at 0: 1, 0']);
  });

  it('lasts for its span of time, whoever answers meanwhile', () => {
    const hour = script(reply(503, { chance: 0.5, forMs: HOUR }), reply(200, { times: 1 }), reply(201));
    const fell = answerFor(hour, startOfScript(T0), GET, { beganAt: T0, now: T0 + HOUR - 1, roll: 0 }, () => 0.9);
    expect(fell.verdict).toMatchObject({ index: 1, turn: { index: 0, answered: 0, fallen: 1 } });
    expect(fell.changesAt).toBe(T0 + HOUR);
    const after = answerFor(hour, fell.next, GET, { beganAt: T0, now: T0 + HOUR, roll: 0 }, () => 0.9);
    expect(after.verdict).toMatchObject({ index: 1, nth: 1, sinceAt: T0 + HOUR });
    expect(after.verdict.turn).toBeUndefined();
    expect(after.next).toEqual({ index: 2, answered: 0, fallen: 0, sinceAt: T0 + HOUR });
  });

  it('is drawn by seed, path, epoch, the delivery id’s ordinal, turn, the request’s ordinal and the step: the same again, else another', () => {
    const route = { path: '/hooks', epoch: 1 };
    const here: ScriptPosition = { index: 0, answered: 2, fallen: 3, sinceAt: T0 };
    const rolls = [
      chanceRoll(7, route, null, here)(0),
      chanceRoll(8, route, null, here)(0),
      chanceRoll(7, { ...route, path: '/hook' }, null, here)(0),
      chanceRoll(7, { ...route, epoch: 2 }, null, here)(0),
      chanceRoll(7, route, 1, here)(0),
      chanceRoll(7, route, null, { ...here, index: 1 })(0),
      chanceRoll(7, route, null, { ...here, fallen: 4 })(0),
      chanceRoll(7, route, null, here)(1),
      answerRoll(7, route, null, here),
    ];
    expect(new Set(rolls).size).toBe(rolls.length);
    // The sixth request of the turn, however many of the five before it were let through.
    expect(chanceRoll(7, route, null, { ...here, answered: 5, fallen: 0, sinceAt: T0 + HOUR })(0)).toBe(rolls[0]);
  });

  it('of 0.3 answers about three in ten: 2,000 requests stay within five deviations of 600', () => {
    const route = { path: '/hooks', epoch: 1 };
    const of = script(reply(503, { chance: 0.3 }), reply(200));
    let position = startOfScript(T0);
    for (let n = 0; n < 2_000; n++) {
      position = answerFor(
        of,
        position,
        GET,
        { beganAt: T0, now: T0, roll: 0 },
        chanceRoll(42, route, null, position),
      ).next;
    }
    expect(position.answered + position.fallen).toBe(2_000);
    // sqrt(2,000 × 0.3 × 0.7) is 20.5.
    expect(Math.abs(position.answered - 600)).toBeLessThan(103);
  });
});

describe('the next edge', () => {
  const outage = script(reply(503, { forMs: 48 * HOUR }), reply(200, { times: 1 }), reply(201));

  it('is the instant at which time alone changes the answer', () => {
    expect(nextEdge(outage, startOfScript(T0), T0, T0)).toBe(T0 + 48 * HOUR);
    expect(answerFor(outage, startOfScript(T0), GET, { beganAt: T0, now: T0 + HOUR, roll: 0 }, certain).changesAt).toBe(
      T0 + 48 * HOUR,
    );
  });

  it('is none where only a request changes it', () => {
    expect(nextEdge(outage, startOfScript(T0), T0 + 48 * HOUR, T0)).toBeNull();
  });
});

describe('the position', () => {
  const anySpan: fc.Arbitrary<StepSpan> = fc.oneof(
    fc.record({ times: fc.integer({ min: 1, max: 4 }), forMs: fc.constant(null) }),
    fc.record({ times: fc.constant(null), forMs: fc.integer({ min: 1, max: 50 }) }),
    fc.constant({ times: null, forMs: null }),
  );
  const anyChance = fc.constantFrom({}, { chance: 0.5 }, { chance: 0 });
  const anyScript = fc
    .array(fc.tuple(anySpan, anyChance), { minLength: 1, maxLength: 6 })
    .map((spans) => script(...spans.map(([span, chance]) => reply(200, { ...span, ...chance }))));
  const drawn = (position: ScriptPosition): ChanceRoll => chanceRoll(1, { path: '/p', epoch: 1 }, null, position);
  const anyGaps = fc.array(fc.nat(40), { maxLength: 30 });

  it('after a restart, read from the newest answer, is what it was before', () => {
    fc.assert(
      fc.property(anyScript, anyGaps, (of, gaps) => {
        let position: ScriptPosition = startOfScript(T0);
        let now = T0;
        for (const gap of gaps) {
          now += gap;
          const { verdict, next } = answerFor(of, position, GET, { beganAt: T0, now, roll: 0 }, drawn(position));
          expect(positionAfter(of, { ...verdict, at: now })).toEqual(next);
          position = next;
        }
      }),
    );
  });

  it('only moves forward, and never before its edge', () => {
    fc.assert(
      fc.property(anyScript, anyGaps, (of, gaps) => {
        let position: ScriptPosition = startOfScript(T0);
        let now = T0;
        for (const gap of gaps) {
          const edge = nextEdge(of, position, now, T0);
          const before = positionAt(of, position, now);
          now += gap;
          const { verdict, next } = answerFor(of, position, GET, { beganAt: T0, now, roll: 0 }, drawn(position));
          const turn = verdict.turn?.index ?? verdict.index;
          if (edge !== null && now < edge) expect(turn).toBe(before.index);
          if (edge !== null && now >= edge) expect(turn).toBeGreaterThan(before.index);
          expect(verdict.index).toBeGreaterThanOrEqual(turn);
          expect(next.sinceAt).toBeLessThanOrEqual(now);
          position = next;
        }
      }),
    );
  });
});

describe('a delay', () => {
  const delayOf = (delayMs: number | readonly [number, number], roll: number): number =>
    answerFor(script(reply(200, { delayMs })), startOfScript(T0), GET, { beganAt: T0, now: T0, roll }, certain).verdict
      .delayMs;

  it('is fixed, or drawn from its range with both ends', () => {
    expect(delayOf(250, 0.9)).toBe(250);
    expect([0, 0.25, 0.5, 0.999_999].map((roll) => delayOf([100, 103], roll))).toEqual([100, 101, 102, 103]);
    expect(delayOf([40, 40], 0.99)).toBe(40);
  });

  it('is drawn by seed, path, epoch, delivery id, step and count: each of them makes another draw', () => {
    const route = { path: '/hooks', epoch: 1 };
    const here: ScriptPosition = { index: 0, answered: 0, fallen: 0, sinceAt: T0 };
    const rolls = [
      answerRoll(7, route, null, here),
      answerRoll(8, route, null, here),
      answerRoll(7, { ...route, path: '/hook' }, null, here),
      answerRoll(7, { ...route, epoch: 2 }, null, here),
      answerRoll(7, route, 1, here),
      answerRoll(7, route, null, { ...here, index: 1 }),
      answerRoll(7, route, null, { ...here, answered: 1 }),
    ];
    expect(new Set(rolls).size).toBe(rolls.length);
    for (const roll of rolls) expect(roll).toSatisfy((value: number) => value >= 0 && value < 1);
    expect(answerRoll(7, route, null, { ...here, sinceAt: T0 + HOUR })).toBe(rolls[0]);
  });
});

describe('what a step does', () => {
  const verdictOf = (step: ScriptStep) =>
    answerFor(script(step), startOfScript(T0), GET, { beganAt: T0, now: T0, roll: 0 }, certain).verdict;
  const span = { times: null, forMs: null };

  it('names the status that goes out, and none where none does', () => {
    expect(verdictOf({ kind: 'hang', ...span })).toMatchObject({ does: 'hang', status: null, delayMs: 0 });
    expect(verdictOf({ kind: 'reset', when: 'before-headers', reply: 200, delayMs: 5, ...span })).toMatchObject({
      does: 'reset',
      status: null,
      delayMs: 5,
    });
    expect(verdictOf({ kind: 'reset', when: 'after-headers', reply: 201, delayMs: 0, ...span })).toMatchObject({
      does: 'reset',
      status: 201,
    });
  });

  it('cannot be asked of a script without steps', () => {
    expect(() => answerFor(script(), startOfScript(T0), GET, { beganAt: T0, now: T0, roll: 0 }, certain)).toThrow(
      RangeError,
    );
  });
});
