import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/shared/model/endpoint';
import type { DeliveryId, EventId } from '../../src/shared/model/ids';
import { FAULTS } from '../../src/shared/model/outcome';
import type { Step } from '../../src/shared/model/step';
import { explain, sayCause, sayFault } from '../../src/shared/words/explain';
import { reasonPhrase } from '../../src/shared/words/status';
import { anEndpoint } from '../support/rows';

const wait = {
  baseMs: 300_000,
  minMs: 240_000,
  nominalMs: 300_000,
  maxMs: 360_000,
  drawnMs: 283_000,
  roll: 0.36,
  draw: null,
};
const unavailable = { kind: 'status', status: 503 } as const;
const retry = {
  kind: 'retry',
  n: 2,
  because: unavailable,
  dueAt: 0,
  wait,
  budgetLeft: 6,
  budget: null,
  retryAfter: null,
  rules: ['F6'],
} as const;

const ORIGIN = 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as DeliveryId;
const EVENT = 'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as EventId;

type Said<S extends Step> = readonly (readonly [step: S, words: string])[];

/** Every kind of step there is: a new one does not compile until it is here. */
const SENTENCES: { readonly [K in Step['kind']]: Said<Extract<Step, { kind: K }>> } = {
  accept: [
    [{ kind: 'accept', originId: null, rules: [] }, 'Accepted; the first attempt is due at once.'],
    [
      { kind: 'accept', originId: ORIGIN, rules: ['F28'] },
      'Made from dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF; the first attempt is due at once.',
    ],
  ],
  streak: [
    [{ kind: 'streak', before: 2, after: 3, rules: ['F17'] }, 'The failure streak is 3 now.'],
    [{ kind: 'streak', before: 4, after: 0, rules: ['F19'] }, 'A success: the failure streak goes from 4 back to 0.'],
  ],
  claim: [
    [
      { kind: 'claim', n: 3, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
      'Attempt 3 started.',
    ],
  ],
  deliver: [
    [
      { kind: 'deliver', n: 1, status: 200, streak: null, budgetLeft: null, budget: null, rules: ['F3'] },
      '200 OK: delivered.',
    ],
  ],
  retry: [
    [{ ...retry, budgetLeft: 6 }, '503 Service Unavailable. Next attempt in 4 m 43 s, 6 attempts left.'],
    [
      { ...retry, budgetLeft: 1, retryAfter: { value: '120', used: false, rules: ['R1'] } },
      '503 Service Unavailable. Next attempt in 4 m 43 s, 1 attempt left. Retry-After: 120 is ignored (R1).',
    ],
  ],
  requeue: [
    [
      { kind: 'requeue', n: 1, by: 'stopped', dueAt: 0, budgetLeft: null, budget: null, rules: ['R3'] },
      'Stopped by you in mid-attempt; it goes again, and no attempt is charged.',
    ],
    [
      { kind: 'requeue', n: 1, by: 'killed', dueAt: 0, budgetLeft: null, budget: null, rules: ['R3'] },
      'The engine stopped in mid-attempt, so the outcome is unknown; it goes again, and no attempt is charged.',
    ],
  ],
  stuck: [
    [
      { kind: 'stuck', n: 2, since: 0, rules: ['A24'] },
      'The engine stopped in mid-attempt, so the outcome is unknown; the sweep will find it and count the try.',
    ],
  ],
  fail: [
    [
      {
        kind: 'fail',
        n: 1,
        reason: 'permanent',
        because: { kind: 'status', status: 404 },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['A10'],
      },
      '404 Not Found: permanent, not retried.',
    ],
    [
      {
        kind: 'fail',
        n: 8,
        reason: 'exhausted',
        because: { kind: 'fault', fault: 'refused', detail: '127.0.0.1:9' },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['F8'],
      },
      'Refused: 127.0.0.1:9: every attempt is used.',
    ],
    [
      {
        kind: 'fail',
        n: 2,
        reason: 'expired',
        because: { kind: 'interrupted', by: 'killed' },
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['A24', 'A19'],
      },
      'The engine stopped in mid-attempt: too old to be sent again.',
    ],
    [
      {
        kind: 'fail',
        n: 2,
        reason: 'endpoint-disabled',
        because: unavailable,
        retryAfter: null,
        streak: null,
        budgetLeft: null,
        budget: null,
        rules: ['R6'],
      },
      '503 Service Unavailable: the endpoint receives no more.',
    ],
  ],
  defer: [
    [
      { kind: 'defer', fromAt: 10_000, toAt: 60_000, limit: 60, windowMs: 60_000, window: null, rules: ['A16', 'A17'] },
      'Over the limit of 60 in 1 m: deferred by 50 s; no attempt is used.',
    ],
  ],
  advance: [
    [
      {
        kind: 'advance',
        fromAt: 180_000,
        toAt: 60_000,
        window: { fromAt: 60_000, toAt: 120_000, used: 20, limit: 20 },
        rules: ['a11'],
      },
      'A place became free: sent 2 m sooner; no attempt is used.',
    ],
  ],
  hold: [[{ kind: 'hold', rules: ['F20'] }, 'Held: the endpoint does not receive.']],
  close: [
    [{ kind: 'close', to: 'held', because: 'suspended', rules: ['F20'] }, 'The endpoint was suspended: held.'],
    [
      { kind: 'close', to: 'cancelled', because: 'endpoint-deleted', rules: ['F14'] },
      'The endpoint was deleted: cancelled.',
    ],
    [
      { kind: 'close', to: 'failed', because: 'endpoint-disabled', rules: ['A26'] },
      'The endpoint was disabled: failed.',
    ],
  ],
  release: [[{ kind: 'release', dueAt: 0, rules: ['F25'] }, 'Released: the endpoint receives again.']],
  stale: [[{ kind: 'stale', rules: ['A23'] }, 'Not picked up in time: stale.']],
  'queue-again': [
    [
      { kind: 'queue-again', because: 'never-picked-up', dueAt: 0, rules: ['A21'] },
      'Nobody picked it up; queued again.',
    ],
    [{ kind: 'queue-again', because: 'lost-retry', dueAt: 0, rules: ['A22'] }, 'Its next try was lost; queued again.'],
    [
      { kind: 'queue-again', because: 'stuck', dueAt: 0, rules: ['A24'] },
      'Its attempt got stuck and is counted; queued again.',
    ],
  ],
  expire: [[{ kind: 'expire', rules: ['A25'] }, 'Too old: it is not sent any more.']],
  resend: [[{ kind: 'resend', dueAt: 0, budget: 6, rules: ['A39'] }, 'Resent by you; the counter goes on.']],
  'retry-now': [[{ kind: 'retry-now', dueAt: 0, rules: [] }, 'Sent now by you, before its time.']],
  cancel: [[{ kind: 'cancel', rules: [] }, 'Cancelled by you.']],
  'lose-job': [
    [{ kind: 'lose-job', jobs: 1, rules: [] }, 'You let 1 job of it get lost.'],
    [{ kind: 'lose-job', jobs: 1_200, rules: [] }, 'You let 1,200 jobs of it get lost.'],
    [{ kind: 'lose-job', jobs: null, rules: [] }, 'You let every job of it get lost.'],
    [{ kind: 'lose-job', jobs: 0, rules: [] }, 'None of its jobs get lost any more.'],
  ],
  'job-lost': [[{ kind: 'job-lost', rules: [] }, 'Its job got lost.']],
  probe: [
    [
      { kind: 'probe', deliveryId: ORIGIN, passed: 1, needed: 3, rules: [] },
      'Half-open: dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF goes as a probe, 1 of 3 passed.',
    ],
    [
      { kind: 'probe', deliveryId: null, passed: 0, needed: 1, rules: [] },
      'Half-open: the next delivery goes as a probe, 0 of 1 passed.',
    ],
  ],
  suspend: [
    [
      {
        kind: 'suspend',
        streak: 3,
        waiting: 2,
        because: { kind: 'failures-in-a-row' },
        forMs: 30_000,
        round: 1,
        rules: [],
      },
      'Suspended after 3 failed attempts in a row, for 30 s, with 2 deliveries waiting.',
    ],
    [
      { kind: 'suspend', streak: 0, waiting: 0, because: { kind: 'status', status: 410 }, rules: [] },
      'Suspended at once by 410 Gone, with none waiting.',
    ],
    [
      {
        kind: 'suspend',
        streak: 0,
        waiting: 0,
        because: { kind: 'failure-rate', failed: 6, total: 10, spanMs: 300_000 },
        rules: [],
      },
      'Suspended since 6 of 10 attempts failed within 5 m, with none waiting.',
    ],
    [
      { kind: 'suspend', streak: 0, waiting: 0, because: { kind: 'failing-for', ms: 3_600_000 }, rules: [] },
      'Suspended since nothing has succeeded for 1 h, with none waiting.',
    ],
    [
      { kind: 'suspend', streak: 2, waiting: 0, because: { kind: 'failures-in-span', spanMs: 60_000 }, rules: [] },
      'Suspended after 2 failed attempts within 1 m, with none waiting.',
    ],
    [
      { kind: 'suspend', streak: 2, waiting: 0, because: { kind: 'probe' }, forMs: 60_000, round: 2, rules: [] },
      'Suspended again, the probe failed, for 1 m, with none waiting.',
    ],
    [
      { kind: 'suspend', streak: 5, waiting: 1, rules: ['F17'] },
      'Suspended after 5 exhausted deliveries in a row, with 1 delivery waiting.',
    ],
    [
      { kind: 'suspend', streak: 1, waiting: 10_000, rules: ['I12'] },
      'Suspended after 1 exhausted delivery, with 10,000 deliveries waiting.',
    ],
    [
      { kind: 'suspend', streak: 20, waiting: 0, rules: ['K12'] },
      'Suspended after 20 exhausted deliveries in a row, with none waiting.',
    ],
  ],
  reopen: [
    [
      { kind: 'reopen', by: 'verify', released: 1, rules: ['F25'] },
      'Open again after verification; 1 held delivery is sent.',
    ],
    [
      { kind: 'reopen', by: 'verify', released: 9_999, rules: ['F25'] },
      'Open again after verification; 9,999 held deliveries are sent.',
    ],
    [{ kind: 'reopen', by: 'enable', released: 0, rules: ['K16'] }, 'Open again.'],
  ],
  disable: [
    [{ kind: 'disable', closed: 1, rules: ['A26'] }, 'Disabled by you, with 1 delivery waiting.'],
    [{ kind: 'disable', closed: 2_000, rules: ['R6'] }, 'Disabled by you, with 2,000 deliveries waiting.'],
    [{ kind: 'disable', closed: 0, rules: ['F14'] }, 'Disabled by you, with none waiting.'],
  ],
  verify: [
    [{ kind: 'verify', url: 'http://h/', passed: true, detail: '200 OK', rules: ['F23'] }, 'Verified: 200 OK.'],
    [
      { kind: 'verify', url: 'http://h/', passed: false, detail: 'Refused 127.0.0.1:9', rules: ['F23'] },
      'Not verified: Refused 127.0.0.1:9.',
    ],
  ],
  'no-delivery': [
    [
      { kind: 'no-delivery', eventId: EVENT, because: 'never-verified', rules: ['F27'] },
      'Stored without a delivery: no URL of this endpoint was ever verified.',
    ],
    [
      { kind: 'no-delivery', eventId: EVENT, because: 'hold-limit', rules: ['F21'] },
      'Stored without a delivery: the limit of held deliveries is reached.',
    ],
    [
      { kind: 'no-delivery', eventId: EVENT, because: 'suspended', rules: ['I13'] },
      'Stored without a delivery: the endpoint is suspended.',
    ],
    [
      { kind: 'no-delivery', eventId: EVENT, because: 'disabled', rules: ['R6'] },
      'Stored without a delivery: the endpoint is disabled.',
    ],
  ],
  clock: [
    [{ kind: 'clock', paused: true, pace: { kind: 'skip' } }, 'Paused.'],
    [{ kind: 'clock', paused: false, pace: { kind: 'factor', factor: 60 } }, 'Clock: 60×.'],
    [{ kind: 'clock', paused: false, pace: { kind: 'skip' } }, 'Clock: skip waits.'],
  ],
  jump: [[{ kind: 'jump', from: 0, to: 5_400_000 }, 'Clock: a jump of 1 h 30 m.']],
  delete: [[{ kind: 'delete', closed: 1, rules: ['R6'] }, 'Deleted by you, with 1 delivery waiting.']],
  change: [[{ kind: 'change', before: settingsOf(anEndpoint(1)), rules: [] }, 'Its settings were changed by you.']],
  stop: [
    [{ kind: 'stop', aborted: 1 }, 'Stopped; 1 in flight was interrupted.'],
    [{ kind: 'stop', aborted: 2 }, 'Stopped; 2 in flight were interrupted.'],
  ],
  recover: [
    [{ kind: 'recover', interrupted: 1 }, 'Started again; 1 attempt was interrupted.'],
    [{ kind: 'recover', interrupted: 0 }, 'Started again; 0 attempts were interrupted.'],
  ],
};

const EVERY: readonly (readonly [step: Step, words: string])[] = Object.values(SENTENCES).flat();

describe('a step in words', () => {
  it.each(EVERY)('%o', (step, words) => {
    expect(explain(step)).toBe(words);
  });

  it('is a sentence: a capital first, a full stop last, and no word of the code', () => {
    for (const [step] of EVERY) {
      const words = explain(step);
      expect(words).toMatch(/^[A-Z0-9].*\.$/);
      expect(words).not.toMatch(/undefined|null|NaN|\[object|!|[a-z][A-Z]|\.\./);
    }
  });
});

describe('a cause in a few words', () => {
  it('names every fault, each differently', () => {
    const words = FAULTS.map(sayFault);
    expect(new Set(words).size).toBe(FAULTS.length);
    for (const text of words) expect(text).toMatch(/^[A-Z]/);
  });
  it('leaves out a detail that there is not', () => {
    expect(sayCause({ kind: 'fault', fault: 'dns', detail: '' })).toBe('Host not found');
    expect(sayCause({ kind: 'fault', fault: 'dns', detail: 'shop.example' })).toBe('Host not found: shop.example');
  });
  it('says a status without a known phrase by its number alone', () => {
    expect(sayCause({ kind: 'status', status: 599 })).toBe('599');
    expect(reasonPhrase(599)).toBe('');
  });
  it('says the phrases of RFC 9110', () => {
    expect([200, 301, 404, 413, 422, 429, 503].map(reasonPhrase)).toEqual([
      'OK',
      'Moved Permanently',
      'Not Found',
      'Content Too Large',
      'Unprocessable Content',
      'Too Many Requests',
      'Service Unavailable',
    ]);
  });
  it('says who interrupted', () => {
    expect(sayCause({ kind: 'interrupted', by: 'stopped' })).toBe('Stopped by you');
    expect(sayCause({ kind: 'interrupted', by: 'killed' })).toBe('The engine stopped in mid-attempt');
  });
});
