import { expect, it } from 'vitest';
import type { SendResult } from '../../src/main/engine/ports';
import type { Outcome } from '../../src/shared/model/outcome';
import type { Step } from '../../src/shared/model/step';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import {
  aCapture,
  aDelivery,
  anAttempt,
  anEndpoint,
  anEvent,
  aRequest,
  aRoute,
  aRun,
  DAWN,
  idOf,
} from '../support/rows';
import { accept, SECRET, setUpRun, setUpStore } from './bench';

const WAIT = { minMs: 800, nominalMs: 1000, maxMs: 1200, drawnMs: 911, roll: 0.2775 };

it('gives back a run, its clock and its settings, and freezes the former run', () => {
  const { store } = setUpStore();
  expect(store.liveRun()).toBeNull();
  const clock = { virtualMs: DAWN + 0.25, wallMs: DAWN, pace: { kind: 'factor', factor: 60 }, paused: true } as const;
  store.transact(() => {
    store.insertRun(aRun());
    store.saveClock(aRun().id, { ...clock, pace: { kind: 'skip' }, paused: false });
    store.saveClock(aRun().id, clock);
  });
  expect(store.liveRun()).toEqual(aRun());
  expect(store.clock(aRun().id)).toEqual(clock);
  const second = aRun({ id: idOf('run', 2), seed: 2 ** 53 - 1 });
  store.transact(() => store.insertRun(second));
  expect(store.liveRun()).toEqual(second);
  expect(store.clock(second.id)).toBeNull();
});

it('gives back endpoints with the snapshot of their policy, in order, also deleted ones', () => {
  const { store } = setUpStore();
  const endpoints = BUILT_IN_POLICIES.map((policy, i) => anEndpoint(i + 1, { policy, name: 'Bücher 📚' }));
  store.transact(() => {
    store.insertRun(aRun());
    for (const endpoint of [...endpoints].reverse()) store.insertEndpoint(endpoint, SECRET);
  });
  expect(store.endpoints(aRun().id)).toEqual(endpoints);
  const deleted = anEndpoint(2, { state: 'deleted', name: 'Gone' });
  store.transact(() => store.updateEndpoint(deleted));
  expect(store.endpoint(deleted.id)).toEqual(deleted);
  expect(store.endpoints(aRun().id)).toHaveLength(4);
});

it.each([
  ['none', new Uint8Array()],
  ['not UTF-8', new Uint8Array([0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27])],
  ['zeros', new Uint8Array(3)],
  ['a view into something larger', new Uint8Array([1, 2, 3, 4]).subarray(1, 3)],
])('gives back an event byte for byte: %s', (_, body) => {
  const { store } = setUpRun();
  store.transact(() => store.insertEvent(anEvent(1, { body, type: "it's \u0000 “it” 📚" })));
  expect(store.event(idOf('event', 1))).toEqual(anEvent(1, { body, type: "it's \u0000 “it” 📚" }));
});

it('gives back a delivery in each of its forms', () => {
  const bench = setUpRun();
  const waiting = aDelivery(1, {
    state: 'retrying',
    attempts: 4,
    counter: 2,
    dueAt: DAWN + 0.5,
    nextTrigger: 'retry',
    wait: WAIT,
    lastError: '503',
  });
  const failed = aDelivery(2, { state: 'failed', reason: 'exhausted', dueAt: null, nextTrigger: null });
  accept(bench, waiting, failed);
  expect(bench.store.delivery(waiting.id)).toEqual(waiting);
  expect(bench.store.delivery(failed.id)).toEqual(failed);
});

const response: SendResult['response'] = {
  status: 503,
  reason: 'Service Unavailable',
  headers: [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ],
  body: new Uint8Array([0xff, 0x00, 0x80]),
  bodyBytes: 300_000,
  bodyTruncated: true,
};
const timings: SendResult['timings'] = {
  dnsMs: 0.125,
  connectMs: 1.5,
  tlsMs: null,
  writeMs: 0.25,
  firstByteMs: 12.75,
  bodyMs: 3,
  reusedConnection: false,
};
const outcomes: readonly Outcome[] = [
  { kind: 'response', status: 503, retryAfter: '120', tookMs: 17.625 },
  { kind: 'no-response', fault: 'connect-timeout', detail: 'no answer from 10.0.0.1:80', tookMs: 5000 },
  { kind: 'interrupted', by: 'killed', tookMs: 0 },
];

it.each(outcomes)('gives back an attempt with both messages: $kind', async (outcome) => {
  const bench = setUpRun();
  const { store, views } = bench;
  const delivery = aDelivery(1);
  accept(bench, delivery);
  const attempt = anAttempt(delivery, 1, { wait: WAIT, trigger: 'redeliver' });
  store.transact(() => store.insertAttempt(attempt, aRequest));
  expect(store.unsettled(delivery.runId)).toEqual([{ delivery, attempt }]);
  expect(await views.attempt(delivery.id, 1)).toEqual({
    ...attempt,
    eventId: delivery.eventId,
    request: aRequest,
    requestBody: btoa('{"n":1}'),
    response: null,
    timings: null,
    remote: null,
  });

  const settled = { ...attempt, endedAt: DAWN + 40.5, outcome };
  const result = outcome.kind === 'response' ? { response, timings, remote: '127.0.0.1:3000' } : null;
  store.transact(() => store.settleAttempt(settled, result));
  expect(store.unsettled(delivery.runId)).toEqual([]);
  expect(await views.attempt(delivery.id, 1)).toEqual({
    ...settled,
    eventId: delivery.eventId,
    request: aRequest,
    requestBody: btoa('{"n":1}'),
    response: result === null ? null : { ...response, body: '/wCA' },
    timings: result?.timings ?? null,
    remote: result?.remote ?? null,
  });
});

it('gives back every kind of step with the revision of its commit, oldest first', async () => {
  const bench = setUpRun();
  const { store, views } = bench;
  const delivery = aDelivery(1);
  accept(bench, delivery);
  const steps: readonly Step[] = [
    { kind: 'accept', rules: [] },
    { kind: 'claim', n: 1, lateMs: 0.5, rules: ['A1'] },
    { kind: 'deliver', n: 1, status: 204, rules: ['F1'] },
    {
      kind: 'retry',
      n: 1,
      because: { kind: 'status', status: 503 },
      dueAt: DAWN + 911,
      wait: WAIT,
      budgetLeft: 3,
      retryAfterIgnored: '120',
      rules: ['F6', 'F7'],
    },
    { kind: 'requeue', n: 1, by: 'stopped', dueAt: DAWN, charged: false, rules: [] },
    { kind: 'fail', n: 2, reason: 'exhausted', because: { kind: 'fault', fault: 'dns', detail: 'x' }, rules: [] },
    { kind: 'fail', n: 2, reason: 'exhausted', because: { kind: 'interrupted', by: 'killed' }, rules: [] },
    { kind: 'close', to: 'held', because: 'endpoint-deleted', rules: ['R6'] },
    { kind: 'clock', paused: true, pace: { kind: 'factor', factor: 10 } },
    { kind: 'jump', fromMs: 1, toMs: 2 },
    { kind: 'stop', aborted: 3 },
    { kind: 'recover', interrupted: 4 },
  ];
  const first = store.revision() + 1;
  for (const [i, step] of steps.entries()) {
    const entry = { at: DAWN + i, wallAt: i, deliveryId: delivery.id, endpointId: delivery.endpointId, step };
    store.transact(() => store.appendStep(delivery.runId, entry));
  }
  const detail = await views.delivery(delivery.id);
  expect(detail?.steps.map(({ step }) => step)).toEqual(steps);
  expect(detail?.steps.map(({ revision }) => revision)).toEqual(steps.map((_, i) => first + i));
  expect(store.newestStepAt(delivery.runId)).toBe(DAWN + steps.length - 1);
  expect(store.newestStepAt(idOf('run', 2))).toBeNull();
});

it('gives back routes until they are removed, and refuses a path that is taken', () => {
  const { store } = setUpRun();
  const runId = aRun().id;
  store.transact(() => {
    store.insertRoute(aRoute(2), runId);
    store.insertRoute(aRoute(1), runId);
  });
  expect(store.routes(runId)).toEqual([aRoute(1), aRoute(2)]);
  const taken = expect.objectContaining({ problem: expect.objectContaining({ code: 'conflict', field: 'path' }) });
  const asTwo = aRoute(3, { path: '/hook-2' });
  expect(() => store.transact(() => store.insertRoute(asTwo, runId))).toThrow(taken);
  expect(() => store.transact(() => store.updateRoute(aRoute(1, { path: '/hook-2' })))).toThrow(taken);
  store.transact(() => store.updateRoute(aRoute(1, { epoch: 2 })));
  store.transact(() => store.removeRoute(idOf('route', 2)));
  store.transact(() => store.insertRoute(asTwo, runId));
  expect(store.routes(runId)).toEqual([aRoute(1, { epoch: 2 }), asTwo]);
});

it('counts what a route answered in its present epoch, and how often a key was seen in the run', () => {
  const { store } = setUpRun();
  const runId = aRun().id;
  const routeId = idOf('route', 1);
  store.transact(() => {
    store.insertRoute(aRoute(1), runId);
    store.insertCapture(aCapture(1, { routeId, deliveryKey: 'a', seen: 1 }), 1);
    store.insertCapture(aCapture(2, { routeId, deliveryKey: 'a', seen: 2 }), 1);
    expect(store.answered(routeId, 1, null)).toBe(2);
    store.insertCapture(aCapture(3, { routeId, deliveryKey: 'b', seen: 1 }), 1);
    store.insertCapture(aCapture(4, { routeId }), 1);
    store.insertCapture(aCapture(5, { routeId, deliveryKey: 'a', seen: 3 }), 2);
    const verdict = { kind: 'refused', status: 413, why: 'too large' } as const;
    store.insertCapture(aCapture(6, { routeId, deliveryKey: 'a', seen: 4, verdict }), 1);
    store.insertCapture(aCapture(7, { deliveryKey: 'a', seen: 5, verdict: { kind: 'no-route', status: 404 } }), 0);
  });
  expect(store.answered(routeId, 1, null)).toBe(4);
  expect(store.answered(routeId, 1, 'a')).toBe(2);
  expect(store.answered(routeId, 2, null)).toBe(1);
  expect(store.answered(routeId, 3, 'a')).toBe(0);
  expect(store.seen(runId, 'a')).toBe(5);
  expect(store.seen(runId, 'c')).toBe(0);
});

it('gives back a capture byte for byte, its headers in their order and case', async () => {
  const { store, views } = setUpRun();
  const capture = aCapture(1, { deliveryKey: '', seen: 1 });
  store.transact(() => store.insertCapture(capture, 0));
  expect(await views.capture(capture.id)).toEqual({ ...capture, body: 'pCY3EzXnUCc=' });
  const { body: _body, headers: _headers, ...row } = capture;
  expect(await views.captures([capture.id])).toEqual([row]);
});

it('numbers events, endpoints and deliveries from one, each run for itself', () => {
  const bench = setUpRun(2);
  const { store } = bench;
  accept(bench, aDelivery(1));
  const runId = aRun().id;
  expect(store.nextOrdinal(runId, 'endpoint')).toBe(3);
  expect(store.nextOrdinal(runId, 'event')).toBe(2);
  expect(store.nextOrdinal(runId, 'delivery')).toBe(2);
  expect(store.nextOrdinal(idOf('run', 2), 'delivery')).toBe(1);
});
