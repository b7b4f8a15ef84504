import { describe, expect, it } from 'vitest';
import { sayScriptStep, sayVerdict } from '../../src/shared/words/receiver';
import { hang, reply, reset } from './memory-captures';

const span = { times: null, forMs: null };
const plain = { reply: 200, headers: [], body: '', delayMs: 0, ...span };

it.each([
  [true, '200 OK, twice, then the first step again'],
  [3, '200 OK, twice, then the first step again, 3 rounds in all'],
] as const)('the last step of a script that repeats %s says so', (repeat, words) => {
  expect(sayScriptStep(reply(200, { times: 2 }), true, repeat)).toBe(words);
});

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
    [
      reply(200, { delayMs: { normal: 300, deviation: 80, from: 50, to: 1_000 } }),
      true,
      '200 OK after about 300 ms (normal, deviation 80 ms), at least 50 ms, at most 1 s, from then on',
    ],
    [
      reply(200, { delayMs: { lognormal: 200, spread: 0.5 } }),
      true,
      '200 OK after about 200 ms (lognormal, spread 0.5), from then on',
    ],
    [reply(200, { delayMs: { exponential: 5_000 } }), true, '200 OK after about 5 s (exponential), from then on'],
    [
      reply(429, { retryAfter: { after: 120_000, as: 'date' }, times: 1 }),
      false,
      '429 Too Many Requests with Retry-After 2 m as a date, once, then the next step',
    ],
    [reply(200, { interim: [{ reply: 103, headers: [] }] }), true, '103 Early Hints, then 200 OK, from then on'],
    [
      hang({ when: 'in-body', reply: 201 }),
      true,
      'Nothing more in the body of 201 Created until the sender leaves, at most 10 m, from then on',
    ],
    [reset('in-headers'), true, 'Connection reset in the headers of 200 OK, from then on'],
    [
      { kind: 'half-close', when: 'before-headers', ...plain },
      true,
      'Connection ended before the headers, from then on',
    ],
    [{ kind: 'drip', bytesPerSecond: 1, from: 'headers', ...plain }, true, '200 OK at 1 byte a second, from then on'],
    [
      { kind: 'drip', bytesPerSecond: 2_000, from: 'body', ...plain },
      true,
      '200 OK, its body at 2,000 bytes a second, from then on',
    ],
    [{ kind: 'cut-chunked', ...plain }, true, '200 OK that ends in the middle of a chunk, from then on'],
    [{ kind: 'wrong-length', length: 1, ...plain }, true, '200 OK that says it has 1 byte, from then on'],
    [{ kind: 'garbage', garbage: 'x', delayMs: 0, ...span }, true, 'Bytes that are not HTTP, from then on'],
    [
      { kind: 'redirect', reply: 302, to: '/login', headers: [], delayMs: 0, ...span },
      true,
      '302 Found to /login, from then on',
    ],
    [
      { kind: 'redirect', reply: 307, chain: 1, headers: [], delayMs: 0, ...span },
      false,
      '307 Temporary Redirect once, then the next step, from then on',
    ],
    [
      { kind: 'redirect', reply: 308, chain: 'endless', headers: [], delayMs: 0, ...span },
      true,
      '308 Permanent Redirect to itself for ever, from then on',
    ],
    [
      { kind: 'limit', limit: 1, perMs: 60_000, window: 'fixed', says: 'seconds', ...plain, reply: 429 },
      false,
      '429 Too Many Requests with Retry-After above 1 request in each 1 m, from then on',
    ],
    [
      { kind: 'limit', limit: 10, perMs: 60_000, window: 'sliding', says: 'nothing', ...plain, reply: 503 },
      false,
      '503 Service Unavailable above 10 requests in any 1 m, from then on',
    ],
    [
      reply(503, { if: { between: [0, 7_200_000], method: ['GET', 'HEAD'] } }),
      false,
      '503 Service Unavailable to GET and HEAD requests, up to 2 h after the script began, from then on',
    ],
    [
      reply(503, { if: { header: { name: 'X-A' }, body: { at: '$.n', is: 1, contains: '1' } } }),
      false,
      '503 Service Unavailable where the header X-A is there, where $.n of the body is 1 and contains “1”, from then on',
    ],
    [
      reply(503, { if: { request: { from: 2 }, attempt: { from: 1, to: 2 } } }),
      false,
      '503 Service Unavailable to request 2 and later ones since the script began, to attempts 1 to 2 of a delivery id, from then on',
    ],
    [
      reply(503, { if: { path: '/a*', flapping: { up: 60_000, down: 1_000 } } }),
      false,
      '503 Service Unavailable to /a*, while down: up for 1 m, down for 1 s, and so on, from then on',
    ],
  ] as const)('%#: %j', (step, last, words) => {
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
    [
      { ...at, index: 1, does: 'reply', status: 200, turn: { index: 0, answered: 0, fallen: 1, through: 'condition' } },
      '200 OK: step 2, since step 1 is not for it.',
    ],
    [
      { ...at, index: 1, does: 'reply', status: 200, turn: { index: 0, answered: 0, fallen: 1, through: 'limit' } },
      '200 OK: step 2, since it was within the limit of step 1.',
    ],
    [
      { ...at, index: 1, does: 'reply', status: 200, turn: { index: 0, answered: 0, fallen: 1, through: 'chain' } },
      '200 OK: step 2, since it had followed the redirects of step 1.',
    ],
    [{ ...at, does: 'limit', status: 429 }, '429 Too Many Requests, above the limit: request 2 of step 1.'],
    [{ ...at, does: 'garbage', status: null }, 'Bytes that are not HTTP: request 2 of step 1.'],
    [{ ...at, does: 'hang', status: 200, when: 'in-body' }, 'Nothing more in the body of 200 OK: request 2 of step 1.'],
    [
      { ...at, does: 'half-close', status: 200, when: 'in-headers' },
      'Ended in the headers of 200 OK: request 2 of step 1.',
    ],
    [{ kind: 'no-route', status: 404 }, '404 Not Found: no route has this path.'],
    [{ kind: 'refused', status: 431, why: 'Rejected: too large.' }, 'Rejected: too large.'],
  ] as const)('%j', (verdict, words) => {
    expect(sayVerdict(verdict)).toBe(words);
  });
});
