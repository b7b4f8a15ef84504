import { expect, it } from 'vitest';
import { aDelivery, DAWN, idOf } from '../support/rows';
import { accept, byHand, deliveries, setUpRun } from './bench';

const endpoint = idOf('endpoint', 1);
const ordinals = (found: readonly { ordinal: number }[]) => found.map(({ ordinal }) => ordinal);

it('claims what is due by due time, then in the order of arrival, up to a limit and no minute too early', () => {
  const bench = setUpRun(2);
  accept(
    bench,
    aDelivery(1, { dueAt: DAWN + 30 }),
    aDelivery(2, { dueAt: DAWN + 10 }),
    aDelivery(3, { dueAt: DAWN + 10 }),
    aDelivery(4, { dueAt: DAWN + 10.5 }),
    aDelivery(5, { dueAt: null, state: 'delivered' }),
    aDelivery(6, { dueAt: DAWN, endpointId: idOf('endpoint', 2) }),
  );
  const { store } = bench;
  expect(store.nextDue(endpoint)).toEqual({ dueAt: DAWN + 10, deliveryId: idOf('delivery', 2) });
  expect(ordinals(store.due(endpoint, DAWN + 9, 10))).toEqual([]);
  expect(ordinals(store.due(endpoint, DAWN + 10, 10))).toEqual([2, 3]);
  expect(ordinals(store.due(endpoint, DAWN + 30, 3))).toEqual([2, 3, 4]);
  expect(ordinals(store.due(endpoint, DAWN + 30, 10))).toEqual([2, 3, 4, 1]);
  expect(store.nextDue(idOf('endpoint', 3))).toBeNull();
});

it('pages through what waits, whatever it waits for, in the order of arrival', () => {
  const bench = setUpRun();
  const states = ['queued', 'held', 'delivered', 'retrying', 'processing', 'stale', 'failed', 'cancelled'] as const;
  accept(bench, ...deliveries(16, (n) => ({ state: states[n % states.length] ?? 'queued' })));
  const { store } = bench;
  expect(ordinals(store.waiting(endpoint, 0, 100))).toEqual([1, 3, 5, 8, 9, 11, 13, 16]);
  expect(ordinals(store.waiting(endpoint, 0, 3))).toEqual([1, 3, 5]);
  expect(ordinals(store.waiting(endpoint, 5, 3))).toEqual([8, 9, 11]);
  expect(store.waiting(endpoint, 16, 3)).toEqual([]);
});

it('takes a row that cannot be read for neither due nor waiting, so that no alarm rings for it for ever', () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(3));
  byHand(bench.file, `UPDATE delivery SET next_trigger = 'magic' WHERE ordinal = 1`);
  const { store, log } = bench;
  expect(store.nextDue(endpoint)).toEqual({ dueAt: DAWN + 2, deliveryId: idOf('delivery', 2) });
  expect(ordinals(store.due(endpoint, DAWN + 99, 1))).toEqual([2]);
  expect(ordinals(store.waiting(endpoint, 0, 2))).toEqual([2, 3]);
  expect(log).toEqual([expect.stringContaining(idOf('delivery', 1))]);
});

it('goes on after it was asked for none, as when an endpoint has no free slot left', () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(2));
  const { store } = bench;
  expect(store.due(endpoint, DAWN + 99, 0)).toEqual([]);
  expect(store.waiting(endpoint, 0, 0)).toEqual([]);
  accept(bench, aDelivery(3));
  expect(ordinals(store.due(endpoint, DAWN + 99, 10))).toEqual([1, 2, 3]);
});
