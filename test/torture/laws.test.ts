import { describe, expect, it } from 'vitest';
import { alphorn } from '../../src/shared/policies/alphorn';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Evidence } from '../support/laws/evidence';
import { breachesOf } from '../support/laws/laws';
import type { AttemptFacts, DeliveryFacts, EndpointFacts, Ledger, StepFacts } from '../support/laws/ledger';
import { DAWN, idOf } from '../support/rows';

const TELEGRAM = idOf('endpoint', 1);
const KESTREL = idOf('endpoint', 2);
const WAIT = { baseMs: 2_000, minMs: 0, nominalMs: 2_000, maxMs: 2_000, drawnMs: 1_500, roll: 0.75, draw: null };
const response = (status: number) => ({ kind: 'response', status, retryAfter: null, tookMs: 5 }) as const;
const killed = { kind: 'interrupted', by: 'killed', tookMs: 50 } as const;

const endpoints: readonly EndpointFacts[] = [
  { id: TELEGRAM, url: 'http://receiver/telegram', channel: 'telegram', policy: alphorn },
  { id: KESTREL, url: 'http://receiver/kestrel', channel: 'webhook', policy: kestrel },
];

/** Delivery 1 goes to Telegram; delivery 2 is answered 503, killed in its second attempt, and delivered in its third. */
const deliveries: readonly DeliveryFacts[] = [1, 2].map((n) => ({
  id: idOf('delivery', n),
  eventId: idOf('event', n),
  endpointId: n === 1 ? TELEGRAM : KESTREL,
  state: 'delivered',
  attempts: n === 1 ? 1 : 3,
  counter: n === 1 ? 1 : 2,
  budget: n === 1 ? 5 : 6,
  createdAt: DAWN,
}));

const anAttempt = (over: Partial<AttemptFacts>): AttemptFacts => ({
  deliveryId: idOf('delivery', 2),
  endpointId: KESTREL,
  n: 1,
  trigger: 'first',
  dueAt: DAWN,
  startedAt: DAWN,
  endedAt: DAWN + 5,
  startedWallAt: DAWN,
  wait: null,
  deferredFrom: null,
  outcome: response(200),
  ...over,
});

const attempts: readonly AttemptFacts[] = [
  anAttempt({ deliveryId: idOf('delivery', 1), endpointId: TELEGRAM }),
  anAttempt({ outcome: response(503) }),
  anAttempt({
    n: 2,
    trigger: 'retry',
    wait: WAIT,
    dueAt: DAWN + 1_505,
    startedAt: DAWN + 1_510,
    startedWallAt: DAWN + 1_510,
    endedAt: DAWN + 4_000,
    outcome: killed,
  }),
  anAttempt({
    n: 3,
    trigger: 'requeue',
    dueAt: DAWN + 4_000,
    startedAt: DAWN + 4_000,
    startedWallAt: DAWN + 4_000,
    endedAt: DAWN + 4_005,
  }),
];

const claimOf = (seq: number, { deliveryId, endpointId, n }: AttemptFacts): StepFacts => ({
  seq,
  deliveryId,
  endpointId,
  step: { kind: 'claim', n, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
});

const honest: Ledger = {
  endpoints,
  eventIds: [idOf('event', 1), idOf('event', 2)],
  deliveries,
  attempts,
  steps: attempts.map((attempt, i) => claimOf(i + 1, attempt)),
  captureKeys: ['a', 'b', 'b'],
  counts: [{ name: 'run_count.attempts run', kept: 4, counted: 4 }],
  damage: [],
};

const seenOf = (attempt: AttemptFacts, status: number | null) => ({
  url: attempt.endpointId === TELEGRAM ? 'http://receiver/telegram' : 'http://receiver/kestrel',
  eventId: attempt.endpointId === TELEGRAM ? idOf('event', 1) : idOf('event', 2),
  timestampS: Math.floor(attempt.startedWallAt / 1_000),
  arrivedAt: attempt.startedWallAt + 1,
  status,
});

const evidence: Evidence = {
  acceptedEvents: honest.eventIds,
  acceptedDeliveries: deliveries.map(({ id }) => id),
  seen: attempts.map((attempt) =>
    seenOf(attempt, attempt.outcome?.kind === 'response' ? attempt.outcome.status : null),
  ),
  answeredCaptures: ['a', 'b'],
  cutOff: [{ deliveryId: idOf('delivery', 2), n: 2 }],
};

const lawsBroken = (ledger: Partial<Ledger>, more: Partial<Evidence> = {}): readonly string[] => [
  ...new Set(breachesOf({ ...honest, ...ledger }, { ...evidence, ...more }).map(({ law }) => law)),
];

/** The attempts with one of them changed. */
const changed = (index: number, over: Partial<AttemptFacts>): readonly AttemptFacts[] =>
  attempts.map((attempt, i) => (i === index ? { ...attempt, ...over } : attempt));

const [first, second, third, fourth] = attempts;
if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error('four');

it('finds nothing against an honest record', () => {
  expect(breachesOf(honest, evidence)).toEqual([]);
});

describe('finds what is lost', () => {
  it.each<[what: string, broken: readonly string[], law: string]>([
    ['an accepted event', lawsBroken({ eventIds: [idOf('event', 1)] }), 'an accepted event is there'],
    [
      'an accepted delivery',
      lawsBroken({}, { acceptedDeliveries: [idOf('delivery', 3)] }),
      'an accepted delivery is there',
    ],
    ['an answered capture', lawsBroken({ captureKeys: ['b'] }), 'an answered capture is there'],
    [
      'one of two captures with the same key',
      lawsBroken({}, { answeredCaptures: ['a', 'a'] }),
      'an answered capture is there',
    ],
    [
      'the attempt behind a request',
      lawsBroken({}, { seen: [...evidence.seen, { ...seenOf(fourth, 200), timestampS: DAWN / 1_000 + 9 }] }),
      'a request has an attempt',
    ],
    [
      'the delivery behind a request',
      lawsBroken({}, { seen: [{ ...seenOf(fourth, 200), eventId: idOf('event', 9) }] }),
      'a request has an attempt',
    ],
    [
      'a request that was made twice for one attempt',
      lawsBroken({}, { seen: [...evidence.seen, seenOf(fourth, 200)] }),
      'at most one request for an attempt',
    ],
    [
      'a request that left before its claim',
      lawsBroken({}, { seen: [{ ...seenOf(second, 503), arrivedAt: DAWN - 1 }] }),
      'a request follows its claim',
    ],
    [
      'an attempt that was cut off and has an outcome all the same',
      lawsBroken({ attempts: changed(2, { outcome: response(503) }) }),
      'an attempt that was cut off is interrupted',
    ],
    [
      'an attempt that is said to be cut off and was not',
      lawsBroken({}, { cutOff: [] }),
      'an attempt that was cut off is interrupted',
    ],
    ['an attempt without an end', lawsBroken({ attempts: changed(3, { outcome: null }) }), 'every attempt is settled'],
    [
      'a second success',
      lawsBroken({ attempts: changed(1, { outcome: response(204) }) }),
      'a delivery is delivered once',
    ],
    ['damage', lawsBroken({ damage: ['row 1 of step has lost its run'] }), 'the database is whole'],
    [
      'a count',
      lawsBroken({ counts: [{ name: 'run_count.events run', kept: 3, counted: 2 }] }),
      'kept counts are true',
    ],
  ])('%s', (_, broken, law) => {
    expect(broken).toContain(law);
  });
});

describe('finds what is early or over', () => {
  const over = (index: number, change: Partial<DeliveryFacts>) =>
    lawsBroken({ deliveries: deliveries.map((one, i) => (i === index ? { ...one, ...change } : one)) });
  const crowd = Array.from({ length: 20 }, (_, i) =>
    anAttempt({ deliveryId: idOf('delivery', 100 + i), endpointId: TELEGRAM }),
  );
  const rules: readonly string[] = [];
  const suspend: StepFacts = {
    seq: 0,
    deliveryId: null,
    endpointId: KESTREL,
    step: { kind: 'suspend', streak: 20, waiting: 0, rules },
  };

  it.each<[what: string, broken: readonly string[], law: string]>([
    [
      'a start one millisecond before its due time',
      lawsBroken({ attempts: changed(2, { dueAt: DAWN + 1_511 }) }),
      'an attempt never starts early',
    ],
    [
      'a start while the attempt before it was in flight',
      lawsBroken({ attempts: changed(1, { endedAt: DAWN + 1_511 }) }),
      'an attempt never starts early',
    ],
    [
      'a wait that is shorter than what was drawn',
      lawsBroken({ attempts: changed(2, { dueAt: DAWN + 1_504 }) }),
      'a wait counts from the end of the attempt before it',
    ],
    [
      'a draw outside of its band',
      lawsBroken({ attempts: changed(2, { wait: { ...WAIT, maxMs: 1_499 } }) }),
      'a wait lies in its band',
    ],
    ['a gap in the numbers', lawsBroken({ attempts: changed(3, { n: 4 }) }), 'attempts are numbered 1 to n'],
    ['an attempt that is not counted', over(1, { attempts: 2 }), 'attempts are numbered 1 to n'],
    ['a counter above its budget', over(1, { counter: 7 }), 'a budget is kept'],
    [
      'a request after the maximum age',
      over(0, { createdAt: DAWN - 86_400_001 }),
      'nothing is sent after its maximum age',
    ],
    ['a throttle window with 21 of 20', lawsBroken({ attempts: [...attempts, ...crowd] }), 'a throttle is kept'],
    [
      'a claim at a suspended endpoint',
      lawsBroken({ steps: [suspend, ...honest.steps] }),
      'nothing is sent while an endpoint is closed',
    ],
  ])('%s', (_, broken, law) => {
    expect(broken).toContain(law);
  });

  it('but not an age of exactly the maximum, twenty in a window, or a claim after the reopening', () => {
    const old = deliveries.map((one, i) => (i === 0 ? { ...one, createdAt: DAWN - 86_400_000 } : one));
    const full = [...attempts, ...crowd.slice(0, 19)];
    const reopen: StepFacts = { ...suspend, step: { kind: 'reopen', by: 'enable', released: 0, rules } };
    expect(lawsBroken({ deliveries: old, attempts: full, steps: [suspend, reopen, ...honest.steps] })).toEqual([]);
  });
});
