import { expect, it } from 'vitest';
import type { AgendaEntry } from '../../src/shared/model/agenda';
import { aCapture, aDelivery, aRoute, aRun, DAWN, idOf } from '../support/rows';
import { accept, deliveries, setUpRun, setUpStore } from './bench';

const runId = aRun().id;
const [one, two] = [idOf('endpoint', 1), idOf('endpoint', 2)];
const ordinals = (found: readonly { ordinal: number }[]) => found.map(({ ordinal }) => ordinal);

it('sweeps by the instant of the sweep, then in the order of arrival, up to a limit', () => {
  const bench = setUpRun();
  const { store } = bench;
  expect(store.nextSweep(runId)).toBeNull();
  accept(
    bench,
    aDelivery(1, { sweepAt: DAWN + 60_000 }),
    aDelivery(2, { sweepAt: DAWN + 30_000.5 }),
    aDelivery(3, { sweepAt: null }),
    aDelivery(4, { sweepAt: DAWN + 30_000.5 }),
  );
  expect(store.nextSweep(runId)).toBe(DAWN + 30_000.5);
  expect(store.sweepable(runId, DAWN + 30_000, 9)).toEqual([]);
  expect(ordinals(store.sweepable(runId, DAWN + 60_000, 9))).toEqual([2, 4, 1]);
  expect(ordinals(store.sweepable(runId, DAWN + 60_000, 1))).toEqual([2]);
  expect(store.nextSweep(idOf('run', 2))).toBeNull();
});

it('counts what is held, and pages through a span of an endpoint’s deliveries', () => {
  const bench = setUpRun(2);
  const { store } = bench;
  expect(store.lastOrdinal(runId)).toBe(0);
  accept(bench, ...deliveries(9, (n) => ({ state: n % 2 === 0 ? 'held' : 'failed', endpointId: n === 8 ? two : one })));
  expect(store.heldCount(one)).toBe(3);
  expect(store.heldCount(two)).toBe(1);
  expect(store.lastOrdinal(runId)).toBe(9);
  expect(ordinals(store.deliveriesOf(one, 2, 9, 100))).toEqual([3, 4, 5, 6, 7, 9]);
  expect(ordinals(store.deliveriesOf(one, 2, 6, 2))).toEqual([3, 4]);
  expect(ordinals(store.deliveriesOf(one, 4, 6, 2))).toEqual([5, 6]);
});

it('keeps places in throttle windows, per endpoint and window, never below none, over a restart', async () => {
  const bench = setUpRun(2);
  const { store } = bench;
  store.transact(() => {
    store.giveSlot(one, DAWN);
    for (let n = 0; n < 3; n++) store.takeSlot(one, DAWN);
    store.takeSlot(one, DAWN + 60_000);
    store.takeSlot(two, DAWN);
    store.giveSlot(one, DAWN);
    expect(store.slotsUsed(one, DAWN)).toBe(2);
  });
  await bench.close();
  const again = setUpStore({ dataDir: bench.dataDir }).store;
  const windows = [DAWN, DAWN + 60_000, DAWN + 120_000];
  expect(windows.map((at) => again.slotsUsed(one, at))).toEqual([2, 1, 0]);
  expect(windows.map((at) => again.slotsUsed(two, at))).toEqual([1, 0, 0]);
});

it('knows the redeliveries of an endpoint after an instant, which itself is not after it', () => {
  const { store } = setUpRun(2);
  store.transact(() => {
    for (const at of [DAWN, DAWN + 1, DAWN + 1, DAWN + 2]) store.insertRedelivery(one, at);
    store.insertRedelivery(two, DAWN + 9);
  });
  expect([...store.redeliveriesSince(one, DAWN)].sort()).toEqual([DAWN + 1, DAWN + 1, DAWN + 2]);
});

it('goes through the agenda by instant, then by insertion, and leaves out what is done', () => {
  const { store } = setUpRun();
  const send: AgendaEntry = {
    kind: 'send',
    endpointIds: [one],
    type: 'order.paid',
    contentType: 'application/json',
    body: 'e30=',
    left: 2,
    everyMs: 1_000,
  };
  const act: AgendaEntry = { kind: 'act', act: 'pause', endpointId: null, jobs: null };
  store.transact(() => {
    store.insertAgenda(runId, DAWN + 1_500, { kind: 'end' });
    store.insertAgenda(runId, DAWN, send);
    store.insertAgenda(runId, DAWN, act);
  });
  expect(store.nextAgenda(runId)).toEqual({ seq: 2, at: DAWN, entry: send });
  const later = { seq: 2, at: DAWN + 1_000, entry: { ...send, left: 1 } };
  store.transact(() => store.moveAgenda(runId, later));
  expect(store.nextAgenda(runId)).toEqual({ seq: 3, at: DAWN, entry: act });
  store.transact(() => store.finishAgenda(runId, 3));
  expect(store.nextAgenda(runId)).toEqual(later);
  store.transact(() => store.finishAgenda(runId, 2));
  expect(store.nextAgenda(runId)).toEqual({ seq: 1, at: DAWN + 1_500, entry: { kind: 'end' } });
  store.transact(() => store.finishAgenda(runId, 1));
  expect(store.nextAgenda(runId)).toBeNull();
});

it('knows how long the newest answer to a key was scripted to take, in the route’s present epoch', () => {
  const { store } = setUpRun();
  const routeId = idOf('route', 1);
  const verdict = (delayMs: number) =>
    ({ kind: 'step', index: 0, nth: 1, sinceAt: DAWN, does: 'reply', status: 200, delayMs }) as const;
  store.transact(() => {
    store.insertRoute(aRoute(1), runId);
    store.insertCapture(aCapture(1, { routeId, deliveryKey: 'a', verdict: verdict(50) }), 1);
    store.insertCapture(aCapture(2, { routeId, deliveryKey: 'a', verdict: verdict(70) }), 2);
    store.insertCapture(aCapture(3, { routeId, deliveryKey: 'b', verdict: verdict(90) }), 2);
    const refused = { kind: 'refused', status: 413, why: 'too large' } as const;
    store.insertCapture(aCapture(4, { routeId, deliveryKey: 'a', verdict: refused }), null);
  });
  expect(store.scriptedDelayMs(routeId, 'a')).toBe(50);
  store.transact(() => store.updateRoute({ ...aRoute(1), epoch: 2 }));
  expect(store.scriptedDelayMs(routeId, 'a')).toBe(70);
  expect(store.scriptedDelayMs(routeId, 'c')).toBeNull();
});

it('forgets what a rolled back transaction said of an endpoint', () => {
  const { store } = setUpRun();
  const before = store.endpoint(one);
  const work = () => {
    if (before !== null) store.updateEndpoint({ ...before, name: 'Never' });
    expect(store.endpoint(one)?.name).toBe('Never');
    throw new RangeError('rolled back');
  };
  expect(() => store.transact(work)).toThrow('rolled back');
  expect(store.endpoint(one)).toEqual(before);
});
