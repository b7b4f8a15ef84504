import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/shared/contract/limits';
import type { Delivery } from '../../src/shared/model/delivery';
import type { EndpointStep } from '../../src/shared/model/step';
import { aDelivery, aRun, DAWN, idOf } from '../support/rows';
import { accept, type Bench, deliveries, setUpRun, setUpStore } from './bench';

const [one, two] = [idOf('endpoint', 1), idOf('endpoint', 2)];

const append = ({ store }: Bench, at: number, step: EndpointStep, endpointId = one): void =>
  store.transact(() =>
    store.appendStep(aRun().id, { at: DAWN + at, wallAt: DAWN, deliveryId: null, endpointId, step, error: null }),
  );
const streak = (bench: Bench, at: number, after: number): void =>
  append(bench, at, { kind: 'streak', before: 0, after, rules: [] });
const put = ({ store }: Bench, at: number, state: Delivery['state'], ...ns: readonly number[]): void =>
  store.transact(() => {
    for (const n of ns) store.updateDelivery(aDelivery(n, { state, dueAt: null, changedAt: DAWN + at }));
  });
const historyOf = (bench: Bench, from: number, to: number, id = one) =>
  bench.views.endpointHistory(id, DAWN + from, DAWN + to);
const points = (levels: readonly { at: number; value: number }[]) => levels.map(({ at, value }) => [at - DAWN, value]);

describe('what an endpoint held', () => {
  it('is kept once a transaction, whatever a delivery was before and is afterwards', async () => {
    const bench = setUpRun(2);
    accept(bench, ...deliveries(5));
    put(bench, 100, 'held', 1, 2, 3);
    put(bench, 200, 'cancelled', 2);
    put(bench, 300, 'held', 1, 4);
    put(bench, 400, 'queued', 1, 3, 4);
    expect(points((await historyOf(bench, 0, 1_000)).held)).toEqual([
      [100, 3],
      [200, 2],
      [300, 3],
      [400, 0],
    ]);
    expect((await historyOf(bench, 0, 1_000, two)).held).toEqual([]);
  });

  it('begins with the level that the span began with, and ends with the span', async () => {
    const bench = setUpRun();
    accept(bench, ...deliveries(3));
    put(bench, 100, 'held', 1);
    put(bench, 200, 'held', 2);
    put(bench, 300, 'held', 3);
    expect(points((await historyOf(bench, 200, 299)).held)).toEqual([[200, 2]]);
    expect(points((await historyOf(bench, 150, 300)).held)).toEqual([
      [100, 1],
      [200, 2],
      [300, 3],
    ]);
  });

  it('forgets a transaction that was rolled back, and goes on after a restart', async () => {
    const bench = setUpRun();
    accept(bench, ...deliveries(3));
    put(bench, 100, 'held', 1);
    expect(() =>
      bench.store.transact(() => {
        bench.store.updateDelivery(aDelivery(2, { state: 'held', changedAt: DAWN + 150 }));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    await bench.close();
    const again = setUpStore({ dataDir: bench.dataDir });
    put(again, 200, 'held', 3);
    expect(points((await historyOf(again, 0, 1_000)).held)).toEqual([
      [100, 1],
      [200, 2],
    ]);
  });

  it('is answered in a bounded number of points, each of them true and the last one kept', async () => {
    const bench = setUpRun();
    const count = LIMITS.levelPoints * 3;
    accept(bench, ...deliveries(count));
    for (let n = 1; n <= count; n++) put(bench, n, 'held', n);
    const { held } = await historyOf(bench, 0, count);
    expect(held.length).toBeGreaterThan(LIMITS.levelPoints / 2);
    expect(held.length).toBeLessThanOrEqual(LIMITS.levelPoints);
    for (const { at, value } of held) expect(value).toBe(at - DAWN);
    expect(held.at(-1)).toEqual({ at: DAWN + count, value: count });
  });
});

it('tells the endpoint’s own turns in their order, those before the span too, and none after it', async () => {
  const bench = setUpRun(2);
  append(bench, 100, { kind: 'suspend', streak: 5, waiting: 2, rules: ['F17'] });
  append(bench, 180, { kind: 'probe', deliveryId: null, passed: 0, needed: 1, rules: [] });
  append(bench, 200, { kind: 'reopen', by: 'verify', released: 2, rules: [] });
  append(bench, 200, { kind: 'suspend', streak: 5, waiting: 0, rules: ['F17'] });
  append(bench, 250, { kind: 'disable', closed: 1, rules: [] }, two);
  append(bench, 400, { kind: 'reopen', by: 'verify', released: 0, rules: [] });
  const { turns } = await historyOf(bench, 150, 399);
  expect(turns.map(({ at, step }) => [at - DAWN, step.kind])).toEqual([
    [100, 'suspend'],
    [180, 'probe'],
    [200, 'reopen'],
    [200, 'suspend'],
  ]);
  expect((await historyOf(bench, 0, 399, two)).turns.map(({ step }) => step.kind)).toEqual(['disable']);
});

it('tells the streak as its steps do', async () => {
  const bench = setUpRun();
  streak(bench, 100, 1);
  streak(bench, 200, 2);
  streak(bench, 300, 0);
  expect(points((await historyOf(bench, 150, 300)).streak)).toEqual([
    [100, 1],
    [200, 2],
    [300, 0],
  ]);
});

it('R8: links a copy and its original both ways, newest copy first, and counts them in each row', async () => {
  const bench = setUpRun();
  const originId = idOf('delivery', 1);
  accept(bench, aDelivery(1, { state: 'failed', reason: 'exhausted', counter: 6, dueAt: null }));
  const told: string[] = [];
  bench.store.onCommit(({ deliveries: touched }) => told.push(...touched));
  bench.store.transact(() => {
    for (const n of [2, 3]) bench.store.insertDelivery(aDelivery(n, { eventId: idOf('event', 1), originId }));
  });
  expect(told).toContain(originId);
  const original = await bench.views.delivery(originId);
  expect(original).toMatchObject({ origin: null, row: { copies: 2 } });
  expect(original?.descendants.map(({ id }) => id)).toEqual([idOf('delivery', 3), idOf('delivery', 2)]);
  const copy = await bench.views.delivery(idOf('delivery', 2));
  expect(copy).toMatchObject({ row: { copies: 0, pinned: false }, descendants: [] });
  expect(copy?.origin).toEqual({
    id: originId,
    state: 'failed',
    reason: 'exhausted',
    counter: 6,
    deferredFrom: null,
    createdAt: DAWN + 1,
  });
});
