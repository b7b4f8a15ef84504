import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/shared/filter/filter';
import type { LogRow } from '../../src/shared/log/rows';
import { aCapture, aDelivery, aRoute, aRun, DAWN, idOf } from '../support/rows';
import { accept, type Bench, deliveries, setUpRun } from './bench';

const RUN = aRun().id;
const ONE = idOf('route', 1);

/** Captures 1 to 6: odd ones of route 1, even ones of route 2; 7 of no route. Script 1 goes on from capture 5. */
function setUp(): Bench {
  const bench = setUpRun();
  const { store } = bench;
  store.transact(() => {
    for (const n of [1, 2]) store.insertRoute(aRoute(n), RUN);
    for (let n = 1; n <= 6; n++) {
      const routeId = idOf('route', n % 2 === 1 ? 1 : 2);
      store.insertCapture(aCapture(n, { routeId, deliveryKey: 'same', seen: n }), n % 2 === 1 ? 1 : null);
    }
    store.insertCapture(aCapture(7, { routeId: null, deliveryKey: null, seen: null }), null);
  });
  return bench;
}

const clear = ({ store }: Bench, routeId: typeof ONE | null, limit = 2): number => {
  const upTo = store.newestCapture();
  const id = store.transact(() => store.beginClear(RUN, DAWN));
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = store.transact(() => store.clearSome(id, { runId: RUN, routeId, upTo }, from, limit)).next;
  }
  return id;
};

const restore = ({ store }: Bench, id: number): number => {
  let restored = 0;
  for (let done = false; !done; ) {
    const some = store.transact(() => store.restoreSome(id, 2));
    restored += some.restored;
    done = some.done;
  }
  return restored;
};

const deleteCleared = ({ store }: Bench, by: number): number => {
  let deleted = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const bite = store.transact(() => store.deleteCleared(by, from, 2));
    deleted += bite.deleted;
    after = bite.next;
  }
  return deleted;
};

const numberOf = ({ id }: { readonly id: string }): number =>
  [1, 2, 3, 4, 5, 6, 7, 8].find((n) => idOf('capture', n) === id) ?? 0;

/** The captures that each place shows: lists in both orders, by route, under a filter, by id, in an export; and counts. */
async function shown({ views }: Bench) {
  const query = { cursor: null, limit: 100, routeId: null };
  const list = async (over: object) =>
    (await views.listCaptures(RUN, { ...query, ...over })).rows.map(numberOf).toSorted((a, b) => a - b);
  const only = { filter: EVERYTHING, nowMs: DAWN };
  const all = await list({});
  expect(await list({ sort: 'oldest' })).toEqual(all);
  expect(await list({ only })).toEqual(all);
  expect(
    (await views.captures([1, 2, 3, 4, 5, 6, 7, 8].map((n) => idOf('capture', n)))).map(numberOf).toSorted(),
  ).toEqual(all);
  for (let n = 1; n <= 7; n++) expect((await views.capture(idOf('capture', n))) !== null).toBe(all.includes(n));
  const log = await views.openLog({ runId: null, filter: null }, 'plain');
  const rows: LogRow[] = [];
  for (let page = await views.readLog(log.id); page.length > 0; page = await views.readLog(log.id)) rows.push(...page);
  await views.closeLog(log.id);
  expect(rows.flatMap((row) => (row.kind === 'capture' ? [numberOf(row)] : []))).toEqual(all);
  expect(log.head.rows.capture).toBe(all.length);
  expect((await views.totals(RUN)).captures).toBe(all.length);
  expect((await views.kindCounts()).captures).toBe(all.length);
  const routes = await views.routes(RUN, null);
  for (const [i, { captures, id }] of routes.entries()) {
    const ofRoute = all.filter((n) => n < 7 && n % 2 === (i + 1) % 2);
    expect(captures).toBe(ofRoute.length);
    expect(await list({ routeId: id })).toEqual(ofRoute);
    expect(await list({ routeId: id, only })).toEqual(ofRoute);
  }
  return all;
}

const rowsLeft = (file: string, table = 'capture'): unknown => {
  const db = new Database(file, { readonly: true });
  const count = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  db.close();
  return count;
};

describe('captures that are cleared', () => {
  it('are gone from every list, filter, count and export at once, and all of them come back', async () => {
    const bench = setUp();
    expect(await shown(bench)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const id = clear(bench, null);
    expect(await shown(bench)).toEqual([]);
    expect(rowsLeft(bench.file)).toBe(7);
    expect(restore(bench, id)).toBe(7);
    expect(await shown(bench)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rowsLeft(bench.file, 'capture_gone')).toBe(0);
    expect(bench.store.clears()).toEqual([]);
  });

  it('are those of one route, where one is cleared; pinned ones and later ones stay', async () => {
    const bench = setUp();
    bench.store.transact(() => bench.store.pin('captures', [idOf('capture', 3)], true));
    const upTo = bench.store.newestCapture();
    const id = bench.store.transact(() => bench.store.beginClear(RUN, DAWN));
    bench.store.transact(() => bench.store.insertCapture(aCapture(8, { routeId: null }), null));
    bench.store.transact(() => bench.store.clearSome(id, { runId: RUN, routeId: ONE, upTo }, 0, 100));
    expect(await shown(bench)).toEqual([2, 3, 4, 6, 7, 8]);
    expect(await bench.views.countPinned(RUN, ONE)).toBe(1);
    expect(await bench.views.countPinned(RUN, idOf('route', 2))).toBe(0);
  });

  it('stay as they were when a pin of what stayed is lifted, and cannot be pinned', async () => {
    const bench = setUp();
    bench.store.transact(() => bench.store.pin('captures', [idOf('capture', 3)], true));
    clear(bench, null);
    bench.store.transact(() => {
      expect(bench.store.pin('captures', [idOf('capture', 3)], false)).toBe(1);
      expect(bench.store.pin('captures', [idOf('capture', 1)], true)).toBe(0);
    });
    expect(await shown(bench)).toEqual([3]);
  });

  it('can be some of them, which come back together', async () => {
    const bench = setUp();
    const { store } = bench;
    const id = store.transact(() => store.beginClear(RUN, DAWN));
    expect(store.transact(() => store.clearThese(id, RUN, [idOf('capture', 1), idOf('capture', 4)]))).toBe(2);
    expect(store.transact(() => store.clearThese(id, RUN, [idOf('capture', 7), idOf('capture', 1)]))).toBe(1);
    expect(store.transact(() => store.clearThese(id, idOf('run', 9), [idOf('capture', 2)]))).toBe(0);
    expect(await shown(bench)).toEqual([2, 3, 5, 6]);
    expect(store.clears()).toEqual([{ id, runId: RUN, wallAt: DAWN, captures: 3, begun: false }]);
    expect(restore(bench, id)).toBe(3);
  });

  it('are deleted when their time is over, but for the one that a script goes on from', async () => {
    const bench = setUp();
    clear(bench, null);
    expect(deleteCleared(bench, DAWN - 1)).toBe(0);
    expect(rowsLeft(bench.file)).toBe(7);
    expect(deleteCleared(bench, DAWN)).toBe(6);
    expect(rowsLeft(bench.file)).toBe(1);
    expect(rowsLeft(bench.file, 'capture_signature')).toBe(1);
    expect(bench.store.lastAnswer(ONE, 1, 'all')).not.toBeNull();
    expect(await shown(bench)).toEqual([]);
    expect(bench.store.clears()).toEqual([]);
    // The next answer takes its place.
    bench.store.transact(() => bench.store.insertCapture(aCapture(8, { routeId: null }), null));
    bench.store.transact(() => bench.store.insertCapture(aCapture(9, { routeId: ONE, deliveryKey: 'same' }), 1));
    expect(deleteCleared(bench, DAWN)).toBe(1);
    expect(rowsLeft(bench.file, 'capture_gone')).toBe(0);
  });

  it('are neither counted nor deleted by retention, which has its own counts to keep', async () => {
    const bench = setUp();
    const id = clear(bench, ONE);
    const later = DAWN + 86_400_000;
    expect(await bench.views.countOld('captures', later)).toBe(4);
    bench.store.transact(() => bench.store.deleteOld('captures', later, null, 100));
    expect(await shown(bench)).toEqual([]);
    expect(restore(bench, id)).toBe(3);
    expect((await bench.views.totals(RUN)).captures).toBe(3);
  });

  it('do not stand as the first with their key', async () => {
    const bench = setUp();
    const first = async () => (await bench.views.capture(idOf('capture', 2)))?.firstId;
    expect(await first()).toBe(idOf('capture', 1));
    clear(bench, ONE);
    expect(await first()).toBeNull();
  });

  it('go with their run', () => {
    const bench = setUp();
    bench.store.transact(() => bench.store.pin('captures', [idOf('capture', 2)], true));
    clear(bench, ONE);
    bench.store.transact(() => bench.store.insertRun(aRun({ id: idOf('run', 2) })));
    bench.store.transact(() => bench.store.setRunRemoved(RUN, true));
    bench.store.transact(() => bench.store.purgeRemovedRuns());
    for (const table of ['capture', 'capture_gone', 'capture_pin', 'capture_clear'])
      expect(rowsLeft(bench.file, table)).toBe(0);
  });
});

describe('a pinned delivery', () => {
  it('says so in its row, its details and its change, until the pin is lifted', async () => {
    const bench = setUpRun();
    accept(bench, ...deliveries(2));
    const told: string[] = [];
    bench.store.onCommit((change) => told.push(...change.deliveries));
    const id = aDelivery(2).id;
    bench.store.transact(() => bench.store.pin('deliveries', [id, idOf('delivery', 9)], true));
    expect(told).toEqual([id]);
    const pinned = async () => (await bench.views.deliveriesAfter(RUN, 0, 10)).map((row) => row.pinned);
    expect(await pinned()).toEqual([false, true]);
    expect((await bench.views.delivery(id))?.row.pinned).toBe(true);
    bench.store.transact(() => bench.store.pin('deliveries', [id], false));
    expect(await pinned()).toEqual([false, false]);
  });
});
