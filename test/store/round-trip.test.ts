import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SendResult } from '../../src/main/engine/ports';
import { CHANNELS } from '../../src/shared/model/channel';
import { settingsOf } from '../../src/shared/model/endpoint';
import type { Outcome } from '../../src/shared/model/outcome';
import type { Verdict } from '../../src/shared/model/receiver';
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

const WAIT = { baseMs: 1000, minMs: 800, nominalMs: 1000, maxMs: 1200, drawnMs: 911, roll: 0.2775, draw: null };

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
  const second = aRun({ id: idOf('run', 2), seed: 2 ** 53 - 1, durations: 'scripted' });
  store.transact(() => store.insertRun(second));
  expect(store.liveRun()).toEqual(second);
  expect(store.clock(second.id)).toBeNull();
});

it('gives back endpoints with the snapshot of their policy, in order, also deleted ones', () => {
  const { store } = setUpStore();
  const endpoints = BUILT_IN_POLICIES.map((policy, i) =>
    anEndpoint(i + 1, {
      policy,
      name: 'Bücher 📚',
      channel: CHANNELS[i] ?? 'webhook',
      verification: 'echo',
      condition: {
        suspendedAt: DAWN + i,
        streak: i,
        lastSuccessAt: DAWN - 0.5,
        verified: false,
        everVerified: true,
        newerUrl: 'http://localhost/new',
      },
    }),
  );
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
    budget: 6,
    deferredFrom: DAWN + 0.25,
    slotAt: DAWN + 60_000,
    lostDueAt: DAWN + 1,
    jobsToLose: null,
    touchedAt: DAWN + 2.5,
    stuckSince: DAWN + 3,
    sweepAt: DAWN + 4,
    firstAttemptAt: DAWN + 5,
    lastError: '503',
  });
  const failed = aDelivery(2, {
    state: 'failed',
    reason: 'exhausted',
    dueAt: null,
    nextTrigger: null,
    originId: waiting.id,
  });
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
const interim = { count: 2, statuses: [100, 103] };
const outcomes: readonly Outcome[] = [
  { kind: 'response', status: 503, retryAfter: '120', tookMs: 17.625 },
  { kind: 'no-response', fault: 'connect-timeout', detail: 'no answer from 10.0.0.1:80', tookMs: 5000 },
  { kind: 'interrupted', by: 'killed', tookMs: 0 },
];

/** The body is a field of its own in the view. */
const { body: _sent, ...shownRequest } = aRequest;

it.each(outcomes)('gives back an attempt with both messages: $kind', async (outcome) => {
  const bench = setUpRun();
  const { store, views } = bench;
  const delivery = aDelivery(1);
  accept(bench, delivery);
  const attempt = anAttempt(delivery, 1, { wait: WAIT, trigger: 'redeliver', deferredFrom: DAWN });
  store.transact(() => store.insertAttempt(attempt, aRequest));
  expect(store.unsettled(delivery.runId)).toEqual([{ delivery, attempt }]);
  expect(await views.attempt(delivery.id, 1)).toEqual({
    ...attempt,
    eventId: delivery.eventId,
    request: shownRequest,
    requestBody: btoa('{"n":1}'),
    response: null,
    timings: null,
    interim: null,
    remote: null,
  });

  const settled = { ...attempt, endedAt: DAWN + 40.5, outcome };
  const result = outcome.kind === 'response' ? { response, timings, interim, remote: '127.0.0.1:3000' } : null;
  store.transact(() => store.settleAttempt(settled, result));
  expect(store.unsettled(delivery.runId)).toEqual([]);
  expect(await views.attempt(delivery.id, 1)).toEqual({
    ...settled,
    eventId: delivery.eventId,
    request: shownRequest,
    requestBody: btoa('{"n":1}'),
    response: result === null ? null : { ...response, body: '/wCA' },
    timings: result?.timings ?? null,
    interim: result?.interim ?? null,
    remote: result?.remote ?? null,
  });
});

const rules = ['F6', 'F7'];
const EVERY_STEP: readonly Step[] = [
  { kind: 'accept', originId: null, rules: [] },
  { kind: 'accept', originId: idOf('delivery', 9), rules },
  { kind: 'claim', n: 1, lateMs: 0.5, throttle: null, budgetLeft: null, budget: null, rules },
  { kind: 'deliver', n: 1, status: 204, streak: null, budgetLeft: null, budget: null, rules },
  {
    kind: 'retry',
    n: 1,
    because: { kind: 'status', status: 503 },
    dueAt: DAWN + 911,
    wait: WAIT,
    budgetLeft: 3,
    budget: 8,
    retryAfter: { value: '120', used: false, rules: ['R1'] },
    rules,
  },
  { kind: 'requeue', n: 1, by: 'stopped', dueAt: DAWN, budgetLeft: null, budget: null, rules },
  { kind: 'stuck', n: 1, since: DAWN, rules },
  {
    kind: 'fail',
    n: 2,
    reason: 'exhausted',
    because: { kind: 'fault', fault: 'dns', detail: 'x' },
    retryAfter: null,
    streak: null,
    budgetLeft: null,
    budget: null,
    rules,
  },
  {
    kind: 'fail',
    n: 2,
    reason: 'permanent',
    because: { kind: 'interrupted', by: 'killed' },
    retryAfter: null,
    streak: null,
    budgetLeft: null,
    budget: null,
    rules,
  },
  { kind: 'defer', fromAt: DAWN, toAt: DAWN + 60_000, limit: 20, windowMs: 60_000, window: null, rules },
  { kind: 'hold', rules },
  { kind: 'close', to: 'held', because: 'endpoint-deleted', rules },
  { kind: 'release', dueAt: DAWN, rules },
  { kind: 'stale', rules },
  { kind: 'queue-again', because: 'lost-retry', dueAt: DAWN, rules },
  { kind: 'expire', rules },
  { kind: 'resend', dueAt: DAWN, budget: 6, rules },
  { kind: 'retry-now', dueAt: DAWN, rules },
  { kind: 'cancel', rules },
  { kind: 'lose-job', jobs: null, rules },
  { kind: 'job-lost', rules },
  { kind: 'suspend', streak: 5, waiting: 12, rules },
  { kind: 'reopen', by: 'verify', released: 12, rules },
  { kind: 'disable', closed: 2, rules },
  { kind: 'delete', closed: 1, rules },
  { kind: 'change', before: settingsOf(anEndpoint(1)), rules: [] },
  { kind: 'jump', from: DAWN, to: DAWN + 60_000 },
  { kind: 'verify', url: 'http://localhost', passed: false, detail: '404', rules },
  { kind: 'no-delivery', eventId: idOf('event', 1), because: 'hold-limit', rules },
  { kind: 'clock', paused: true, pace: { kind: 'factor', factor: 10 } },
  { kind: 'clock', paused: false, pace: { kind: 'skip' } },
  { kind: 'stop', aborted: 3 },
  { kind: 'recover', interrupted: 4 },
];

it('gives back every kind of step with the revision of its commit, oldest first', async () => {
  const bench = setUpRun();
  const { store, views } = bench;
  const delivery = aDelivery(1);
  accept(bench, delivery);
  const steps = EVERY_STEP;
  const first = store.revision() + 1;
  for (const [i, step] of steps.entries()) {
    const where = { deliveryId: delivery.id, endpointId: delivery.endpointId };
    const entry = { at: DAWN + i, wallAt: i, ...where, step, error: i % 2 === 0 ? `503: “${i}”` : null };
    store.transact(() => store.appendStep(delivery.runId, entry));
  }
  const detail = await views.delivery(delivery.id);
  expect(detail?.steps.map(({ step }) => step)).toEqual(steps);
  expect(detail?.steps.map(({ error }) => error)).toEqual(steps.map((_, i) => (i % 2 === 0 ? `503: “${i}”` : null)));
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
  store.transact(() => store.updateRoute(aRoute(1, { epoch: 2, epochAt: DAWN + 9 })));
  store.transact(() => store.removeRoute(idOf('route', 2)));
  store.transact(() => store.insertRoute(asTwo, runId));
  expect(store.routes(runId)).toEqual([aRoute(1, { epoch: 2, epochAt: DAWN + 9 }), asTwo]);
});

it('knows the newest answer of a route’s epoch, of all or of one key, also in the same transaction', () => {
  const { store } = setUpRun();
  const runId = aRun().id;
  const routeId = idOf('route', 1);
  const answer = (nth: number): Verdict => ({
    kind: 'step',
    index: 1,
    nth,
    sinceAt: DAWN - 0.5,
    does: 'hang',
    status: null,
    delayMs: 0,
  });
  const capture = (n: number, deliveryKey: string | null, verdict = answer(n)) =>
    aCapture(n, { routeId, deliveryKey, verdict });
  const found = (n: number) => ({ index: 1, nth: n, sinceAt: DAWN - 0.5, at: DAWN + n });
  store.transact(() => {
    store.insertRoute(aRoute(1), runId);
    expect(store.lastAnswer(routeId, 1, 'all')).toBeNull();
    store.insertCapture(capture(1, 'a'), 1);
    store.insertCapture(capture(2, null), 1);
    expect(store.lastAnswer(routeId, 1, 'all')).toEqual(found(2));
    store.insertCapture(capture(3, 'a'), 1);
    store.insertCapture(capture(4, 'b'), 1);
    store.insertCapture(capture(5, 'a'), 2);
    store.insertCapture(capture(6, 'a', { kind: 'refused', status: null, why: 'not HTTP' }), null);
  });
  expect(store.lastAnswer(routeId, 1, 'all')).toEqual(found(4));
  expect(store.lastAnswer(routeId, 1, { deliveryKey: 'a' })).toEqual(found(3));
  expect(store.lastAnswer(routeId, 1, { deliveryKey: null })).toEqual(found(2));
  expect(store.lastAnswer(routeId, 2, 'all')).toEqual(found(5));
  expect(store.lastAnswer(routeId, 2, { deliveryKey: 'b' })).toBeNull();
  expect(store.lastAnswer(idOf('route', 2), 1, 'all')).toBeNull();
  const turn = { index: 0, answered: 2, fallen: 5 };
  store.transact(() => store.insertCapture(capture(7, 'a', { ...answer(5), kind: 'step', turn } as Verdict), 2));
  expect(store.lastAnswer(routeId, 2, 'all')).toEqual({ ...found(5), turn, at: DAWN + 7 });
  const memory = { asked: 9, round: 2, limits: { 0: { at: [DAWN, DAWN + 1] }, 1: { from: DAWN, count: 3 } } };
  const through = { ...turn, through: 'limit' as const, memory };
  const limited: Verdict = {
    kind: 'step',
    index: 1,
    nth: 6,
    sinceAt: DAWN - 0.5,
    does: 'limit',
    status: 429,
    delayMs: 0,
    when: 'in-body',
    turn: through,
  };
  store.transact(() => store.insertCapture(capture(8, 'a', limited), 2));
  expect(store.lastAnswer(routeId, 2, 'all')).toEqual({ ...found(6), turn: through, at: DAWN + 8 });
});

it('counts the attempts of a delivery id at a route’s epoch, also in the same transaction', () => {
  const { store } = setUpRun();
  const routeId = idOf('route', 1);
  store.transact(() => {
    store.insertRoute(aRoute(1), aRun().id);
    store.insertCapture(aCapture(1, { routeId, deliveryKey: 'a' }), 1);
    expect(store.attemptsOf(routeId, 1, 'a')).toBe(1);
    store.insertCapture(aCapture(2, { routeId, deliveryKey: 'a' }), 1);
    store.insertCapture(aCapture(3, { routeId, deliveryKey: 'b' }), 1);
    store.insertCapture(aCapture(4, { routeId, deliveryKey: 'a' }), 2);
    store.insertCapture(aCapture(5, { routeId, deliveryKey: 'a' }), null);
  });
  expect([1, 2, 3].map((epoch) => store.attemptsOf(routeId, epoch, 'a'))).toEqual([2, 1, 0]);
});

it('tells a route’s place by its newest answer, and none where each delivery id has its own', async () => {
  const { store, views } = setUpRun();
  const runId = aRun().id;
  const { script } = aRoute(1);
  const verdict: Verdict = { kind: 'step', index: 0, nth: 4, sinceAt: DAWN, does: 'reply', status: 503, delayMs: 0 };
  store.transact(() => {
    store.insertRoute(aRoute(1, { script: { ...script, scope: 'all' } }), runId);
    store.insertRoute(aRoute(2), runId);
    store.insertCapture(aCapture(1, { routeId: idOf('route', 1), verdict }), 1);
    store.insertCapture(aCapture(2, { routeId: idOf('route', 2), verdict }), 1);
  });
  const routes = await views.routes(runId, null);
  expect(routes.map(({ latest }) => latest)).toEqual([{ index: 0, nth: 4, sinceAt: DAWN, at: DAWN + 1 }, null]);
});

it('counts how often a key was seen in the run, whatever was answered, also in the same transaction', () => {
  const { store } = setUpRun();
  const runId = aRun().id;
  store.transact(() => {
    store.insertCapture(aCapture(1, { deliveryKey: 'a', seen: 1 }), null);
    expect(store.seen(runId, 'a')).toBe(1);
    const verdict = { kind: 'no-route', status: 404 } as const;
    store.insertCapture(aCapture(2, { deliveryKey: 'a', seen: 2, verdict }), null);
    store.insertCapture(aCapture(3), null);
  });
  expect(store.seen(runId, 'a')).toBe(2);
  expect(store.seen(runId, 'b')).toBe(0);
  expect(store.seen(idOf('run', 2), 'a')).toBe(0);
});

it('gives back a capture byte for byte, its headers and trailers in their order and case', async () => {
  const { store, views } = setUpRun();
  const capture = aCapture(1, { deliveryKey: '', seen: 1 });
  store.transact(() => store.insertCapture(capture, 0));
  expect(await views.capture(capture.id)).toEqual({
    ...capture,
    body: 'pCY3EzXnUCc=',
    firstId: capture.id,
    sentOn: [],
    pinned: false,
  });
  const { body: _body, headers: _headers, trailers: _trailers, timings: _timings, answer: _answer, ...row } = capture;
  expect(await views.captures([capture.id])).toEqual([{ ...row, pinned: false }]);

  const answer = { beganMs: 0.25, endedMs: null };
  store.transact(() =>
    store.saveAnswers([
      { id: capture.id, answer },
      { id: idOf('capture', 9), answer },
    ]),
  );
  expect(await views.capture(capture.id)).toMatchObject({ answer });
});

it('leads from a repeated request to the first with its key, and of no key to none', async () => {
  const { store, views } = setUpRun();
  const repeated = aCapture(3, { deliveryKey: 'k', seen: 2, signature: null, timings: null });
  store.transact(() => {
    store.insertCapture(aCapture(1), null);
    store.insertCapture(aCapture(2, { deliveryKey: 'k', seen: 1 }), null);
    store.insertCapture(repeated, null);
  });
  expect(await views.capture(repeated.id)).toMatchObject({ firstId: idOf('capture', 2), signature: null });
  expect((await views.capture(idOf('capture', 1)))?.firstId).toBeNull();
});

it('keeps against what a route checks signatures, its secret sealed', async () => {
  const { store, views, file } = setUpRun();
  const route = aRoute(1);
  store.transact(() => store.insertRoute(route, aRun().id));
  expect(store.routeCheck(route.id)).toEqual({ check: { kind: 'endpoints' }, secret: null });
  const check = { kind: 'own', scheme: { kind: 'built-in', id: 'github' } } as const;
  store.transact(() => store.saveRouteCheck(route.id, { check, secret: 'open sesame' }));
  expect(store.routeCheck(route.id)).toEqual({ check, secret: 'open sesame' });
  expect((await views.routes(aRun().id, null))[0]?.check).toEqual(check);
  expect(readFileSync(file).includes('open sesame')).toBe(false);
  expect(readFileSync(`${file}-wal`).includes('open sesame')).toBe(false);
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
