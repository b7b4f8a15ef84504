import { expect, it } from 'vitest';
import { aDelivery, anEndpoint, aRun, DAWN, idOf } from '../support/rows';
import { accept, byHand, setUpRun, setUpStore } from './bench';

const endpointId = idOf('endpoint', 1);
const id = idOf('delivery', 1);
const runId = aRun().id;

class Undone extends Error {}

it('forgets what a rolled back transaction made of a delivery', () => {
  const bench = setUpRun();
  const { store } = bench;
  const queued = aDelivery(1);
  accept(bench, queued);
  const inFlight = { ...queued, state: 'processing', attempts: 1, dueAt: null } as const;
  store.transact(() => store.updateDelivery(inFlight));
  const undone = () =>
    store.transact(() => {
      store.updateDelivery({ ...inFlight, state: 'delivered', counter: 1 });
      throw new Undone();
    });
  expect(undone).toThrow(Undone);
  expect(store.delivery(id)).toEqual(inFlight);
  store.transact(() => store.updateDelivery({ ...inFlight, state: 'retrying', counter: 1, dueAt: DAWN + 5 }));
  expect(store.nextDue(endpointId)).toEqual({ dueAt: DAWN + 5, deliveryId: id });
});

it('writes each thing that changes about a delivery in flight, and nothing else', async () => {
  const bench = setUpRun();
  const { store } = bench;
  const queued = aDelivery(1);
  accept(bench, queued);
  const wait = { baseMs: 2_000, minMs: 0, nominalMs: 2_000, maxMs: 2_000, drawnMs: 700, roll: 0.35, draw: null };
  const first = { ...queued, state: 'processing', attempts: 1, dueAt: null, firstAttemptAt: DAWN } as const;
  const waiting = { ...first, state: 'retrying', counter: 1, dueAt: DAWN + 700, wait, lastError: '503' } as const;
  const second = { ...waiting, state: 'processing', attempts: 2, dueAt: null, wait: null } as const;
  for (const delivery of [first, waiting, second]) {
    store.transact(() => {
      store.due(endpointId, DAWN + 1_000_000, 10);
      store.updateDelivery(delivery);
    });
  }
  await bench.close();
  const again = setUpStore({ dataDir: bench.dataDir });
  expect(again.store.delivery(id)).toEqual(second);
});

it('keeps the last of several changes that one transaction makes of an endpoint', async () => {
  const bench = setUpRun();
  const { store } = bench;
  const endpoint = anEndpoint(1);
  const withStreak = (streak: number) => ({ ...endpoint, condition: { ...endpoint.condition, streak } });
  store.transact(() => {
    for (const streak of [1, 2, 3]) store.updateEndpoint(withStreak(streak));
    expect(store.endpoint(endpointId)).toEqual(withStreak(3));
    expect(store.endpoints(runId)).toEqual([withStreak(3)]);
    store.updateEndpoint(withStreak(4));
  });
  const undone = () =>
    store.transact(() => {
      store.updateEndpoint(withStreak(9));
      throw new Undone();
    });
  expect(undone).toThrow(Undone);
  expect(store.endpoint(endpointId)).toEqual(withStreak(4));
  await bench.close();
  expect(setUpStore({ dataDir: bench.dataDir }).store.endpoints(runId)).toEqual([withStreak(4)]);
});

it('refuses to change an endpoint or a delivery that is not there', () => {
  const { store } = setUpRun();
  expect(() => store.transact(() => store.updateEndpoint(anEndpoint(2)))).toThrow('is not in the store');
  expect(() => store.transact(() => store.updateDelivery(aDelivery(1)))).toThrow('is not in the store');
});

it('numbers on after a rollback, as if nothing had been inserted', () => {
  const bench = setUpRun();
  const { store } = bench;
  accept(bench, aDelivery(1), aDelivery(2));
  expect(store.nextOrdinal(runId, 'delivery')).toBe(3);
  const undone = () =>
    store.transact(() => {
      store.insertDelivery(aDelivery(3, { eventId: idOf('event', 1) }));
      expect(store.nextOrdinal(runId, 'delivery')).toBe(4);
      throw new Undone();
    });
  expect(undone).toThrow(Undone);
  expect(store.nextOrdinal(runId, 'delivery')).toBe(3);
});

it('reads a waiting delivery from the file each time', () => {
  const bench = setUpRun();
  accept(bench, aDelivery(1));
  byHand(bench.file, 'UPDATE delivery SET counter = 3 WHERE ordinal = 1');
  expect(bench.store.delivery(id)?.counter).toBe(3);
});
