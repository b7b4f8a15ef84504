import { describe, expect, it } from 'vitest';
import { duplicated } from '../../src/renderer/view-models/script-edits';
import { blockWidth, placeOf, sayLeft } from '../../src/renderer/view-models/script-place';
import { sayFirst, scriptProblems, wrongWith } from '../../src/renderer/view-models/script-problems';
import { sayAnswers, sayWhich, stepLook } from '../../src/renderer/view-models/script-words';
import { asKind, STEP_KIND_NAMES } from '../../src/renderer/view-models/step-kinds';
import { script as scriptSchema } from '../../src/shared/contract/script';
import type { RouteView } from '../../src/shared/contract/views';
import type { Script, ScriptStep } from '../../src/shared/model/script';
import { STEP_KINDS } from '../../src/shared/model/script';
import { aRoute } from '../support/rows';

const HOUR = 3_600_000;
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
const route = (script: Script, latest: RouteView['latest'] = null): RouteView => ({
  ...aRoute(1, { script, epochAt: 0 }),
  url: '',
  captures: 0,
  latest,
});

describe('the step in force', () => {
  const script: Script = { scope: 'all', steps: [reply(503, { times: 5 }), reply(429, { forMs: HOUR }), reply(200)] };

  it('is the first one before anything came, and counts what it answered', () => {
    expect(placeOf(route(script), 9)).toEqual({ index: 0, says: '0 of 5 answered', leftMs: null, round: null });
    const latest = { index: 0, nth: 2, sinceAt: 0, turn: undefined, at: 5 };
    expect(placeOf(route(script, latest), 9)).toMatchObject({ index: 0, says: '2 of 5 answered' });
  });

  it('moves on with time, and says when', () => {
    const latest = { index: 0, nth: 5, sinceAt: 0, turn: undefined, at: 10 };
    const place = placeOf(route(script, latest), 10);
    expect(place).toMatchObject({ index: 1, says: '0 answered', leftMs: HOUR });
    expect(place === null ? '' : sayLeft(place)).toBe('changes in 1 h');
    expect(placeOf(route(script, latest), 10 + HOUR)).toMatchObject({ index: 2, leftMs: null });
  });

  it('has its round where the script repeats, and none where each id has its own place', () => {
    const again: Script = {
      scope: 'all',
      repeat: true,
      steps: [reply(200, { forMs: HOUR }), reply(503, { forMs: HOUR })],
    };
    expect(placeOf(route(again), 5 * HOUR)).toMatchObject({ index: 1, round: 3, leftMs: HOUR });
    expect(placeOf(route({ ...again, scope: 'per-id' }), 0)).toBeNull();
  });
});

describe('a block', () => {
  it('is wider the more it answers or the longer it stays, up to a limit', () => {
    const look = { title: '503', span: '' };
    const widths = [1, 4, 64, 1_000_000].map((times) => blockWidth({ times, forMs: null }, look));
    expect(widths).toEqual([158, 182, 230, 300]);
    expect(blockWidth({ times: null, forMs: 7 * 60_000 }, look)).toBe(158 + 36);
  });

  it('says which requests are its own', () => {
    const steps = [reply(503, { if: { method: 'GET' } }), reply(500, { chance: 0.5 }), reply(200)];
    expect(steps.map((_, index) => sayWhich({ steps }, index))).toEqual(['by condition', 'by chance', 'the others']);
  });
});

describe('an edited step', () => {
  it('can become one of every kind, keeps what both have, and is valid where another follows', () => {
    expect(STEP_KIND_NAMES.map(({ value }) => value).toSorted()).toEqual([...STEP_KINDS].toSorted());
    for (const from of STEP_KINDS) {
      for (const to of STEP_KINDS) {
        const step = asKind(asKind(reply(503, { times: 2, chance: 0.5, body: 'kept' }), from), to);
        expect(step).toMatchObject({ kind: to, times: 2, chance: 0.5 });
        const read = scriptSchema.safeParse({ scope: 'all', steps: [step, reply(200)] });
        expect(read.error?.issues ?? [], `${from} to ${to}`).toEqual([]);
        expect(stepLook(step, false).title).not.toBe('');
      }
    }
    expect(asKind(asKind(reply(503, { body: 'kept' }), 'drip'), 'reply')).toMatchObject({ body: 'kept' });
  });

  it('is copied after itself', () => {
    expect(duplicated([reply(500), reply(200)], 0).map((step) => stepLook(step, false).title)).toEqual([
      '500',
      '500',
      '200',
    ]);
  });

  it('has what is wrong with it said at its field, in the engine’s words', () => {
    const problems = scriptProblems({ scope: 'all', steps: [reply(99), asKind(reply(1), 'limit')] });
    expect(wrongWith(problems, 'reply')).toBe('A status is 200 to 599.');
    expect(sayFirst(problems)).toBe('Step 1: A status is 200 to 599.');
    expect(scriptProblems({ scope: 'all', steps: [reply(200), asKind(reply(1), 'limit')] })).toEqual([
      { step: 1, field: null, message: 'What is within the limit goes to the next step. Add one after it.' },
    ]);
  });
});

describe('what a route answers', () => {
  const limit = asKind(reply(1), 'limit');
  it.each<[readonly ScriptStep[], Script['repeat'], string]>([
    [[limit, reply(200)], undefined, '429 above 10 in each 1 m, else 200'],
    [
      [{ ...reply(503), if: { between: [0, HOUR] } }, reply(200)],
      undefined,
      '503 up to 1 h after the script began, else 200',
    ],
    [
      [reply(200, { forMs: HOUR }), reply(503, { times: 1 })],
      true,
      '200 for 1 h, then 503 once, and again from the start',
    ],
    [[reply(200, { times: 2 })], 3, '200 × 2, and again from the start, 3 rounds in all'],
    [[asKind(reply(1), 'redirect')], undefined, 'always 302 to /login'],
    [[asKind(reply(200), 'drip')], undefined, 'always 200 at 1 byte a second'],
  ])('%#', (steps, repeat, says) => {
    expect(sayAnswers({ steps, repeat })).toBe(says);
  });
});
