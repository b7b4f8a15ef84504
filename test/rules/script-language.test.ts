import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainPath } from '../../src/shared/json/path';
import { jsonTextAt } from '../../src/shared/json/text-at';
import type { Asked } from '../../src/shared/model/asked';
import type { Script, ScriptStep, StepCondition } from '../../src/shared/model/script';
import { drawDelay } from '../../src/shared/rules/draw-delay';
import {
  answerFor,
  chanceRoll,
  nextEdge,
  positionAfter,
  positionAt,
  type ScriptPosition,
  startOfScript,
} from '../../src/shared/rules/receiver-script';
import { globMatches, holds } from '../../src/shared/rules/step-condition';
import { fillTemplate, templateProblem } from '../../src/shared/rules/template';

const T0 = 1_767_225_600_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const span = { times: null, forMs: null };
const asked = (over: Partial<Asked> = {}): Asked => ({
  method: 'POST',
  target: '/hooks',
  headers: [],
  body: '',
  attempt: 1,
  ...over,
});
const reply = (status: number, more: Partial<Extract<ScriptStep, { kind: 'reply' }>> = {}): ScriptStep => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  ...span,
  ...more,
});
const limit = (of: number, perMs: number, window: 'fixed' | 'sliding'): ScriptStep => ({
  kind: 'limit',
  limit: of,
  perMs,
  window,
  says: 'seconds',
  reply: 429,
  headers: [],
  body: '',
  delayMs: 0,
  ...span,
});
const script = (steps: readonly ScriptStep[], repeat?: Script['repeat']): Script => ({
  scope: 'all',
  steps,
  ...(repeat === undefined ? {} : { repeat }),
});

/** The statuses that requests at so many ms after T0 get, one after the other. */
function walk(of: Script, instants: readonly number[], requests: readonly Partial<Asked>[] = []): (number | null)[] {
  let position = startOfScript(T0);
  return instants.map((after, i) => {
    const moment = { now: T0 + after, beganAt: T0, roll: 0 };
    const { verdict, next } = answerFor(of, position, asked(requests[i]), moment, () => 0);
    position = next;
    return verdict.status;
  });
}

describe('repeat', () => {
  const flapping = script([reply(200, { forMs: 10 * MINUTE }), reply(503, { forMs: 2 * MINUTE })], true);

  it('begins again after the last step, for ever', () => {
    expect(walk(flapping, [0, 10 * MINUTE - 1, 10 * MINUTE, 12 * MINUTE - 1, 12 * MINUTE, 22 * MINUTE])).toEqual([
      200, 200, 503, 503, 200, 503,
    ]);
    expect(walk(script([reply(500, { times: 1 }), reply(200, { times: 2 })], true), [0, 0, 0, 0, 0, 0, 0])).toEqual([
      500, 200, 200, 500, 200, 200, 500,
    ]);
  });

  it('ends after so many rounds with the last step', () => {
    expect(walk(script([reply(500, { times: 1 }), reply(200, { times: 1 })], 2), [0, 0, 0, 0, 0, 0])).toEqual([
      500, 200, 500, 200, 200, 200,
    ]);
    const twice = script([reply(200, { forMs: HOUR }), reply(503, { forMs: HOUR })], 2);
    expect(walk(twice, [0, HOUR, 2 * HOUR, 3 * HOUR, 99 * HOUR])).toEqual([200, 503, 200, 503, 503]);
    expect(nextEdge(twice, startOfScript(T0), T0 + 3 * HOUR, T0)).toBeNull();
  });

  it('goes through ten years of a round of 2 ms at once', () => {
    const fast = script([reply(200, { forMs: 1 }), reply(503, { forMs: 1 })], true);
    const tenYears = 3_652 * 24 * HOUR;
    expect(positionAt(fast, startOfScript(T0), T0 + tenYears + 1)).toMatchObject({
      index: 1,
      sinceAt: T0 + tenYears + 1,
      memory: { round: tenYears / 2 },
    });
  });

  it('has an edge at each change, which skipping passes over when it never ends', () => {
    expect(nextEdge(flapping, startOfScript(T0), T0 + 11 * MINUTE, T0)).toBe(T0 + 12 * MINUTE);
    expect(nextEdge(flapping, startOfScript(T0), T0 + 11 * MINUTE, T0, 'ending')).toBeNull();
    const counted = script([reply(503, { forMs: HOUR }), reply(200, { times: 1 })], true);
    expect(nextEdge(counted, startOfScript(T0), T0, T0, 'ending')).toBe(T0 + HOUR);
  });

  it('draws anew in each round', () => {
    const of = script([reply(503, { chance: 0.5, times: 1 }), reply(200, { times: 1 })], true);
    const statuses = (seed: number): string => {
      let position = startOfScript(T0);
      let said = '';
      for (let i = 0; i < 60; i++) {
        const roll = chanceRoll(seed, { path: '/p', epoch: 1 }, null, position);
        const { verdict, next } = answerFor(of, position, asked(), { now: T0, beganAt: T0, roll: 0 }, roll);
        said += verdict.status === 503 ? 'x' : '.';
        position = next;
      }
      return said;
    };
    expect(statuses(7)).toBe(statuses(7));
    expect(statuses(7)).not.toBe(statuses(8));
  });
});

describe('a rate limit', () => {
  it('of fixed windows counts each from the script’s begin; the edge belongs to the next window', () => {
    const of = script([limit(2, MINUTE, 'fixed'), reply(200)]);
    expect(walk(of, [50_000, 55_000, 59_999, 60_000, 60_001, 60_002])).toEqual([200, 200, 429, 200, 200, 429]);
  });

  it('of a sliding window has a place again exactly when the oldest request is as old as the window', () => {
    const of = script([limit(2, MINUTE, 'sliding'), reply(200)]);
    expect(walk(of, [50_000, 55_000, 60_000, 109_999, 110_000, 114_999, 115_000])).toEqual([
      200, 200, 429, 429, 200, 429, 200,
    ]);
  });

  it('changes when a place becomes free, and not while there is one', () => {
    for (const window of ['fixed', 'sliding'] as const) {
      const of = script([limit(1, MINUTE, window), reply(200)]);
      expect(nextEdge(of, startOfScript(T0), T0, T0)).toBeNull();
      const first = answerFor(of, startOfScript(T0), asked(), { now: T0 + 10, beganAt: T0, roll: 0 }, () => 0);
      expect(first.verdict).toMatchObject({ index: 1, turn: { index: 0, through: 'limit' } });
      expect(first.changesAt).toBe(T0 + (window === 'fixed' ? MINUTE : MINUTE + 10));
    }
  });

  it('lets no more than its limit through in any span, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
        (of, gaps) => {
          const through: number[] = [];
          let now = 0;
          const instants = gaps.map((gap) => (now += gap));
          for (const [i, status] of walk(script([limit(of, 100, 'sliding'), reply(200)]), instants).entries()) {
            const at = instants[i] ?? 0;
            const others = through.filter((other) => other > at - 100).length;
            expect(status).toBe(others < of ? 200 : 429);
            if (status === 200) through.push(at);
          }
        },
      ),
    );
  });
});

describe('an outage and flapping', () => {
  const outage = script([reply(503, { if: { between: [2 * HOUR, 5 * HOUR] } }), reply(200)]);

  it('answer between two virtual times, the first included', () => {
    expect(walk(outage, [0, 2 * HOUR - 1, 2 * HOUR, 5 * HOUR - 1, 5 * HOUR])).toEqual([200, 200, 503, 503, 200]);
  });

  it('have their edges', () => {
    expect(nextEdge(outage, startOfScript(T0), T0, T0)).toBe(T0 + 2 * HOUR);
    expect(nextEdge(outage, startOfScript(T0), T0 + 2 * HOUR, T0, 'ending')).toBe(T0 + 5 * HOUR);
    expect(nextEdge(outage, startOfScript(T0), T0 + 5 * HOUR, T0)).toBeNull();
  });

  it('begin up and go down and up again', () => {
    const of = script([reply(503, { if: { flapping: { up: 10 * MINUTE, down: 2 * MINUTE } } }), reply(200)]);
    expect(walk(of, [0, 10 * MINUTE, 12 * MINUTE - 1, 12 * MINUTE, 22 * MINUTE])).toEqual([200, 503, 503, 200, 503]);
    expect(nextEdge(of, startOfScript(T0), T0, T0)).toBe(T0 + 10 * MINUTE);
    expect(nextEdge(of, startOfScript(T0), T0 + 10 * MINUTE, T0)).toBe(T0 + 12 * MINUTE);
    expect(nextEdge(of, startOfScript(T0), T0, T0, 'ending')).toBeNull();
  });
});

describe('a condition', () => {
  const moment = { now: T0, beganAt: T0, nth: 3 };
  const yes = (condition: StepCondition, over: Partial<Asked> = {}): boolean => holds(condition, asked(over), moment);
  const body = '{"a":{"b":[1,{"c":"x"}]},"n":12345678901234567890,"t":true,"z":null,"s":"true"}';

  it.each<[string, StepCondition, boolean]>([
    ['a method', { method: 'POST' }, true],
    ['another method', { method: 'GET' }, false],
    ['one of several methods', { method: ['GET', 'POST'] }, true],
    ['a path', { path: '/hooks' }, true],
    ['a header that is there, in any case', { header: { name: 'x-a' } }, true],
    ['a header that is not there', { header: { name: 'X-C' } }, false],
    ['the second of a header’s values', { header: { name: 'X-A', is: '2' } }, true],
    ['a part of a header', { header: { name: 'X-B', contains: 'son' } }, true],
    ['a header by both', { header: { name: 'X-B', is: 'json', contains: 'xml' } }, false],
    ['a field of the body', { body: { at: '$.a.b[1].c', is: 'x' } }, true],
    ['a field that is not there', { body: { at: '$.a.c' } }, false],
    ['a number beyond what a number holds, as text', { body: { at: '$.n', contains: '567890' } }, true],
    ['true, and not the text', { body: { at: '$.t', is: true } }, true],
    ['the text, and not true', { body: { at: '$.s', is: 'true' } }, true],
    ['true, where a text stands', { body: { at: '$.s', is: true } }, false],
    ['null', { body: { at: '$.z', is: null } }, true],
    ['the third request', { request: 3 }, true],
    ['up to the second request', { request: { to: 2 } }, false],
    ['from the third on', { request: { from: 3 } }, true],
    ['the second attempt', { attempt: 2 }, true],
    ['all of several', { method: 'POST', request: 3, attempt: 1 }, false],
  ])('of %s', (_, condition, result) => {
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['X-B', 'json'],
    ] as const;
    expect(yes(condition, { headers, body, attempt: 2 })).toBe(result);
  });

  it.each([
    ['/hooks', '/hooks', true],
    ['/hooks', '/hooks/1', false],
    ['/hooks/*', '/hooks/1/2', true],
    ['/*/b', '/a/b', true],
    ['/a*a', '/a', false],
    ['/*a*b*', '/xxaxxbxx', true],
    ['/*b*a', '/ab', false],
  ])('the path %s to %s', (glob, path, result) => {
    expect(globMatches(glob, path)).toBe(result);
  });

  it('takes no path for ever', () => {
    expect(globMatches(`/${'a*'.repeat(4_000)}b`, `/${'a'.repeat(8_000)}`)).toBe(false);
  });

  it('that does not hold lets the request through, which uses up no times', () => {
    const of = script([reply(503, { if: { method: 'GET' }, times: 1 }), reply(200)]);
    expect(walk(of, [0, 0, 0], [{}, { method: 'GET' }, { method: 'GET' }])).toEqual([200, 503, 200]);
  });

  it('counts requests that other steps answered', () => {
    const of = script([reply(503, { if: { request: { from: 2, to: 3 } } }), reply(200)]);
    expect(walk(of, [0, 0, 0, 0])).toEqual([200, 503, 503, 200]);
  });
});

describe('a path in JSON', () => {
  it.each([
    ['$', []],
    ['', []],
    ['$.a.b', ['a', 'b']],
    ['a[0].b', ['a', 0, 'b']],
    ['$["a.b"][1]', ['a.b', 1]],
    ['[2]', [2]],
    ['$["caf\\u00e9 \\"x\\""]', ['café "x"']],
    ["$['a.b']", ['a.b']],
    ['$[*]', null],
    ['$..a', null],
    ['a b', null],
    ['$[-1]', null],
  ])('%s', (text, keys) => {
    expect(readPlainPath(text)).toEqual(keys);
  });

  it('finds what JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.string())), (text, path) => {
        const found = jsonTextAt(text, path);
        let value: unknown = JSON.parse(text);
        for (const key of path) {
          const isList = Array.isArray(value);
          const has = typeof value === 'object' && value !== null && isList === (typeof key === 'number');
          value = has && Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
          if (value === undefined) break;
        }
        if (value === undefined) expect(found).toBeNull();
        else expect(JSON.parse(found ?? '')).toEqual(value);
      }),
    );
  });
});

describe('a template', () => {
  it.each([
    ['{{metod}}', 'Character 1: “metod” is not a field of a request.'],
    ['a {{ method', 'Character 3: {{ has no }}.'],
    ['{{header.a b}}', 'Character 1: “header.a b” is not a field'],
    ['{{body.a..b}}', 'Character 1: “body.a..b” is not a field'],
  ])('%s is refused', (template, says) => {
    expect(templateProblem(template)).toContain(says);
  });

  it('holds so many fields, and becomes only so long', () => {
    expect(templateProblem('{{body}}'.repeat(1_000))).toBeNull();
    expect(templateProblem('{{body}}'.repeat(1_001))).toBe('Character 8001: a template has at most 1,000 fields.');
    const filled = fillTemplate('{{body}}'.repeat(1_000), asked({ body: 'x'.repeat(1_000_000) }), { nth: 1, now: T0 });
    expect(filled).toHaveLength(16_777_216);
  });

  it('has empty texts and null for what the request has not', () => {
    const told = { nth: 4, now: T0 };
    expect(
      fillTemplate('[{{query.a}}] [{{header.X}}] [{{body.x}}] {{json query.a}} {{json body.x}}', asked(), told),
    ).toBe('[] [] [] null null');
  });

  it('never throws and never reads a value again', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (template, value) => {
        fillTemplate(template, asked({ body: value, target: value }), { nth: 1, now: T0 });
        const headers = [['X-A', value]] as const;
        expect(fillTemplate('<{{header.X-A}}>', asked({ headers }), { nth: 1, now: T0 })).toBe(`<${value}>`);
      }),
    );
  });
});

describe('a delay from a distribution', () => {
  it('has its quartiles where the distribution has them', () => {
    // The standard normal quantile of 0.75 is 0.6745, that of 0.975 is 1.96.
    expect(drawDelay({ normal: 1_000, deviation: 100 }, 0.5)).toBe(1_000);
    expect(drawDelay({ normal: 1_000, deviation: 100 }, 0.75)).toBe(1_067);
    expect(drawDelay({ normal: 1_000, deviation: 100 }, 0.025)).toBe(804);
    expect(drawDelay({ exponential: 1_000 }, 0.5)).toBe(693);
    expect(drawDelay({ exponential: 1_000 }, 0)).toBe(0);
    expect(drawDelay({ lognormal: 1_000, spread: 0.5 }, 0.5)).toBe(1_000);
    expect(drawDelay({ lognormal: 1_000, spread: 0.5 }, 0.75)).toBe(1_401);
  });

  it('is held between its bounds, and below ten minutes', () => {
    expect(drawDelay({ normal: 1_000, deviation: 900, from: 400, to: 1_500 }, 0.01)).toBe(400);
    expect(drawDelay({ normal: 1_000, deviation: 900, from: 400, to: 1_500 }, 0.99)).toBe(1_500);
    expect(drawDelay({ exponential: 600_000 }, 1 - 2 ** -53)).toBe(600_000);
    expect(drawDelay({ normal: 10, deviation: 100 }, 0)).toBe(0);
  });
});

describe('any script', () => {
  const condition: fc.Arbitrary<StepCondition> = fc.oneof(
    fc.record({ method: fc.constantFrom('GET', 'POST') }),
    fc.record({ request: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ between: fc.constant([10, 30] as const) }),
    fc.record({ flapping: fc.record({ up: fc.integer({ min: 1, max: 20 }), down: fc.integer({ min: 1, max: 20 }) }) }),
  );
  const spans = fc.oneof(
    fc.record({ times: fc.integer({ min: 1, max: 3 }), forMs: fc.constant(null) }),
    fc.record({ times: fc.constant(null), forMs: fc.integer({ min: 1, max: 40 }) }),
    fc.constant(span),
  );
  const anyStep: fc.Arbitrary<ScriptStep> = fc
    .tuple(
      fc.oneof(
        fc.constant(reply(503)),
        fc
          .record({ of: fc.integer({ min: 1, max: 3 }), sliding: fc.boolean() })
          .map(({ of, sliding }) => limit(of, 25, sliding ? 'sliding' : 'fixed')),
        fc.constant<ScriptStep>({ kind: 'redirect', reply: 302, chain: 2, headers: [], delayMs: 0, ...span }),
        fc.constant<ScriptStep>({ kind: 'hang', ...span }),
      ),
      spans,
      fc.option(condition, { nil: undefined }),
      fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined }),
    )
    .map(([step, stays, when, chance]) => ({ ...step, ...stays, if: when, chance }));
  const anyScript = fc
    .tuple(fc.array(anyStep, { maxLength: 4 }), spans, fc.constantFrom(undefined, true as const, 2))
    .map(([steps, end, repeat]) => script([...steps, reply(200, end)], end === span ? undefined : repeat));

  it('never throws, goes on from what a verdict says, and changes by time only at its edges', () => {
    fc.assert(
      fc.property(
        anyScript,
        fc.array(fc.record({ gap: fc.integer({ min: 0, max: 50 }), get: fc.boolean() }), { maxLength: 30 }),
        (of, requests) => {
          let position: ScriptPosition = startOfScript(T0);
          let now = T0;
          for (const { gap, get } of requests) {
            const edge = nextEdge(of, position, now, T0);
            if (edge !== null) expect(edge).toBeGreaterThan(now);
            const request = asked(get ? { method: 'GET' } : {});
            const at = (instant: number) =>
              answerFor(of, position, request, { now: instant, beganAt: T0, roll: 0 }, () => 0.5).verdict.index;
            if (edge === null || now + gap < edge) expect(at(now + gap)).toBe(at(now));
            now += gap;
            const { verdict, next } = answerFor(of, position, request, { now, beganAt: T0, roll: 0 }, () => 0.5);
            expect(positionAfter(of, { ...verdict, at: now })).toEqual(next);
            position = next;
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
