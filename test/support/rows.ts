import type { Attempt } from '../../src/shared/model/attempt';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import type { Delivery } from '../../src/shared/model/delivery';
import type { Endpoint } from '../../src/shared/model/endpoint';
import { PLAIN_REQUEST } from '../../src/shared/model/endpoint-request';
import type { Event } from '../../src/shared/model/event';
import { type Id, type IdKind, makeId } from '../../src/shared/model/ids';
import type { Capture, Route } from '../../src/shared/model/receiver';
import type { Run } from '../../src/shared/model/run';
import { kestrel } from '../../src/shared/policies/kestrel';

/** 2026-11-30T06:00:00Z. */
export const DAWN = Date.UTC(2026, 10, 30, 6);

/** The id of the n-th of its kind: always the same, and in the order of n. */
export function idOf<K extends IdKind>(kind: K, n: number): Id<K> {
  const chance = new Uint8Array(10);
  new DataView(chance.buffer).setUint32(6, n);
  return makeId(kind, DAWN + n, chance);
}

const RUN = idOf('run', 1);

export const aRun = (over: Partial<Run> = {}): Run => ({
  id: RUN,
  name: 'First run',
  seed: 0xdeadbeef,
  durations: 'measured',
  startedAt: DAWN,
  ...over,
});

export const anEndpoint = (n = 1, over: Partial<Endpoint> = {}): Endpoint => ({
  id: idOf('endpoint', n),
  runId: RUN,
  ordinal: n,
  name: `Endpoint ${n}`,
  url: `http://localhost:3000/a%2Fb?n=${n}`,
  policy: kestrel,
  routeId: null,
  request: PLAIN_REQUEST,
  channel: 'webhook',
  verification: 'assume',
  state: 'enabled',
  condition: FRESH_CONDITION,
  createdAt: DAWN,
  ...over,
});

export const anEvent = (n = 1, over: Partial<Event> = {}): Event => ({
  id: idOf('event', n),
  runId: RUN,
  ordinal: n,
  type: 'order.paid',
  contentType: 'application/json',
  body: new TextEncoder().encode(`{"n":${n}}`),
  carried: null,
  createdAt: DAWN + n,
  ...over,
});

/** Queued and due at once; `n` is its ordinal, its event's and, unless told otherwise, of the first endpoint. */
export const aDelivery = (n = 1, over: Partial<Delivery> = {}): Delivery => ({
  id: idOf('delivery', n),
  runId: RUN,
  eventId: idOf('event', n),
  eventType: 'order.paid',
  endpointId: idOf('endpoint', 1),
  ordinal: n,
  state: 'queued',
  reason: null,
  attempts: 0,
  counter: 0,
  dueAt: DAWN + n,
  nextTrigger: 'first',
  wait: null,
  budget: kestrel.attempts,
  deferredFrom: null,
  slotAt: null,
  lostDueAt: null,
  jobsToLose: 0,
  touchedAt: DAWN + n,
  stuckSince: null,
  sweepAt: null,
  firstAttemptAt: null,
  originId: null,
  createdAt: DAWN + n,
  changedAt: DAWN + n,
  lastError: null,
  ...over,
});

export const anAttempt = (delivery: Delivery, n = 1, over: Partial<Attempt> = {}): Attempt => ({
  deliveryId: delivery.id,
  endpointId: delivery.endpointId,
  n,
  trigger: n === 1 ? 'first' : 'retry',
  dueAt: delivery.createdAt,
  startedAt: delivery.createdAt + 1,
  endedAt: null,
  startedWallAt: delivery.createdAt + 2,
  wait: null,
  deferredFrom: null,
  outcome: null,
  ...over,
});

export const aRequest = {
  method: 'POST',
  url: 'http://localhost:3000/a%2Fb',
  headers: [
    ['Host', 'localhost:3000'],
    ['X-A', '1'],
    ['x-a', '2'],
  ],
  bodyBytes: 7,
  body: null,
} as const;

export const aRoute = (n = 1, over: Partial<Route> = {}): Route => ({
  id: idOf('route', n),
  path: `/hook-${n}`,
  tls: 'off',
  script: {
    scope: 'per-id',
    steps: [
      { kind: 'reply', reply: 503, headers: [['X-Step', '1']], body: 'busy', delayMs: [10, 20], times: 3, forMs: null },
      { kind: 'hang', times: null, forMs: 60_000 },
      { kind: 'reset', when: 'after-headers', reply: 200, delayMs: 0, times: null, forMs: null },
    ],
  },
  forward: null,
  epoch: 1,
  epochAt: DAWN + n,
  createdAt: DAWN + n,
  ...over,
});

export const aCapture = (n = 1, over: Partial<Capture> = {}): Capture => ({
  id: idOf('capture', n),
  runId: RUN,
  routeId: null,
  method: 'POST',
  target: '/hook-1?x=1',
  httpVersion: '1.1',
  headers: [
    ['Host', 'localhost'],
    ['X-HuB-SiGnAture', 'a'],
    ['X-HuB-SiGnAture', 'b'],
  ],
  body: new Uint8Array([0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27]),
  bodyBytes: 8,
  trailers: [
    ['X-Checksum', 'a'],
    ['x-checksum', 'b'],
  ],
  remote: '127.0.0.1:40000',
  deliveryKey: null,
  seen: null,
  at: DAWN + n,
  wallAt: DAWN + n,
  verdict: { kind: 'step', index: 0, nth: 1, sinceAt: DAWN, does: 'reply', status: 503, delayMs: 10 },
  signature: { kind: 'invalid', fault: 'no-match', why: 'It is another one.' },
  timings: { headersMs: 1.25, bodyMs: 0.5 },
  answer: null,
  ...over,
});
