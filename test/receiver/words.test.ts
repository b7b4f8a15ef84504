import { describe, expect, it } from 'vitest';
import { sayScriptStep, sayVerdict } from '../../src/shared/words/receiver';
import { hang, reply, reset } from './memory-captures';

describe('a step in words', () => {
  it.each([
    [reply(503, { times: 2 }), false, '503 Service Unavailable, twice, then the next step'],
    [reply(503, { times: 1 }), false, '503 Service Unavailable, once, then the next step'],
    [
      reply(503, { times: 3, delayMs: 1_500 }),
      false,
      '503 Service Unavailable after 1.5 s, 3 times, then the next step',
    ],
    [reply(503, { forMs: 172_800_000 }), false, '503 Service Unavailable, for 2 d, then the next step'],
    [reply(200, { delayMs: [100, 250] }), true, '200 OK after 100 ms to 250 ms, from then on'],
    [reply(200, { times: 2 }), true, '200 OK, from then on'],
    [reply(200), false, '200 OK, from then on'],
    [reply(299), true, '299, from then on'],
    [reply(503, { chance: 0.3 }), false, '503 Service Unavailable to 30 % of the requests, from then on'],
    [
      reply(503, { chance: 0.125, times: 2 }),
      false,
      '503 Service Unavailable to 12.5 % of the requests, twice, then the next step',
    ],
    [reply(503, { chance: 0.3 }), true, '503 Service Unavailable, from then on'],
    [hang({ times: 1 }), false, 'No answer until the sender leaves, at most 10 m, once, then the next step'],
    [reset('before-headers'), true, 'Connection reset before the headers, from then on'],
    [
      reset('after-headers', { reply: 201, delayMs: 40, times: 2 }),
      false,
      'Connection reset after the headers of 201 Created after 40 ms, twice, then the next step',
    ],
  ])('%#: %j', (step, last, words) => {
    expect(sayScriptStep(step, last)).toBe(words);
  });
});

describe('a verdict in words', () => {
  const at = { kind: 'step', index: 0, nth: 2, sinceAt: 0, delayMs: 0 } as const;
  it.each([
    [{ ...at, does: 'reply', status: 503, delayMs: 200 }, '503 Service Unavailable after 200 ms: request 2 of step 1.'],
    [{ ...at, does: 'hang', status: null }, 'No answer: request 2 of step 1.'],
    [{ ...at, does: 'reset', status: null }, 'Reset before the headers: request 2 of step 1.'],
    [{ ...at, does: 'reset', status: 200 }, 'Reset after the headers of 200 OK: request 2 of step 1.'],
    [
      { ...at, index: 1, does: 'reply', status: 200, turn: { index: 0, answered: 4, fallen: 2 } },
      '200 OK: step 2, since step 1 let it through by chance.',
    ],
    [
      { ...at, does: 'reply', status: 503, turn: { index: 0, answered: 2, fallen: 9 } },
      '503 Service Unavailable: request 2 of step 1.',
    ],
    [{ kind: 'no-route', status: 404 }, '404 Not Found: no route has this path.'],
    [{ kind: 'refused', status: 431, why: 'Rejected: too large.' }, 'Rejected: too large.'],
  ] as const)('%j', (verdict, words) => {
    expect(sayVerdict(verdict)).toBe(words);
  });
});
