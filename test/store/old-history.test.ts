import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { KeptKind } from '../../src/shared/contract/preferences';
import { aCapture, aDelivery, anAttempt, anEvent, aRequest, aRoute, aRun, DAWN, idOf } from '../support/rows';
import { type Bench, byHand, setUpRun } from './bench';

const DAY = 86_400_000;

/** Deliveries 1 to 6: old, delivered; old, still retrying; old, failed; young by its last step; old copy of 3; newest. */
function setUp(): Bench {
  const bench = setUpRun();
  const { store } = bench;
  const add = (
    n: number,
    state: 'delivered' | 'retrying' | 'failed',
    wallAt: number,
    originId: number | null = null,
  ) => {
    store.insertEvent(anEvent(n));
    const delivery = aDelivery(n, {
      state,
      attempts: 1,
      originId: originId === null ? null : idOf('delivery', originId),
    });
    store.insertDelivery(delivery);
    store.insertAttempt(anAttempt(delivery, 1, { startedWallAt: DAWN }), aRequest);
    store.appendStep(aRun().id, {
      at: DAWN,
      wallAt,
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      step: { kind: 'claim', n: 1 } as never,
      error: null,
    });
  };
  store.transact(() => {
    add(1, 'delivered', DAWN);
    add(2, 'retrying', DAWN);
    add(3, 'failed', DAWN);
    add(4, 'delivered', DAWN + 9 * DAY);
    add(5, 'delivered', DAWN + 9 * DAY, 3);
    add(6, 'delivered', DAWN);
    store.insertRoute(aRoute(1, { script: { scope: 'all', steps: aRoute().script.steps } }), aRun().id);
    store.insertRoute(aRoute(2), aRun().id);
    for (const n of [1, 2, 3]) store.insertCapture(aCapture(n, { routeId: idOf('route', 1), wallAt: DAWN }), 1);
    for (const n of [4, 5, 6])
      store.insertCapture(
        aCapture(n, { routeId: idOf('route', 2), wallAt: DAWN, deliveryKey: n === 6 ? 'b' : 'a' }),
        1,
      );
    store.insertCapture(aCapture(7, { routeId: null, wallAt: DAWN }), null);
    store.insertCapture(aCapture(8, { routeId: null, wallAt: DAWN + 9 * DAY }), null);
  });
  return bench;
}

function deleteAll({ store }: Bench, kind: KeptKind, olderThan: number, limit = 2): number {
  let [deleted, bites] = [0, 0];
  let cursor: Parameters<typeof store.deleteOld>[2] = null;
  do {
    const from: typeof cursor = cursor;
    const bite: ReturnType<typeof store.deleteOld> = store.transact(() =>
      store.deleteOld(kind, olderThan, from, limit),
    );
    deleted += bite.deleted;
    cursor = bite.next;
    bites += 1;
  } while (cursor !== null && bites < 100);
  return deleted;
}

const ids = (file: string, sql: string): unknown[] => {
  const db = new Database(file, { readonly: true });
  const found = db.prepare(sql).pluck().all();
  db.close();
  return found;
};

describe('old history (R11)', () => {
  it('takes finished deliveries that nothing happened to since, with all that is theirs, and counts stay true', async () => {
    const bench = setUp();
    expect(await bench.views.countOld('deliveries', DAWN + DAY)).toBe(2);
    expect(deleteAll(bench, 'deliveries', DAWN + DAY)).toBe(2);
    // 2 waits, 4 and 5 are young, 6 is the newest of its run.
    expect(ids(bench.file, 'SELECT ordinal FROM delivery ORDER BY ordinal')).toEqual([2, 4, 5, 6]);
    expect(ids(bench.file, 'SELECT ordinal FROM event ORDER BY ordinal')).toEqual([2, 4, 5, 6]);
    expect(ids(bench.file, 'SELECT count(*) FROM attempt')).toEqual([4]);
    expect(ids(bench.file, 'SELECT count(*) FROM step')).toEqual([4]);
    expect(ids(bench.file, 'SELECT origin_id FROM delivery WHERE ordinal = 5')).toEqual([null]);
    expect(ids(bench.file, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(await bench.views.totals(aRun().id)).toMatchObject({ deliveries: 4, attempts: 4, events: 4 });
    expect((await bench.views.totals(aRun().id)).byState).toMatchObject({ delivered: 3, retrying: 1, failed: 0 });
    expect(bench.store.nextOrdinal(aRun().id, 'delivery')).toBe(7);
  });

  it('leaves the captures from which scripts go on: a route’s newest, and of each delivery id where it goes by that', async () => {
    const bench = setUp();
    expect(await bench.views.countOld('captures', DAWN + DAY)).toBe(4);
    expect(deleteAll(bench, 'captures', DAWN + DAY)).toBe(4);
    expect(ids(bench.file, 'SELECT seq FROM capture ORDER BY seq')).toEqual([3, 5, 6, 8]);
    expect(ids(bench.file, 'SELECT capture_seq FROM capture_signature ORDER BY capture_seq')).toEqual([3, 5, 6, 8]);
    expect((await bench.views.totals(aRun().id)).captures).toBe(4);
    expect(ids(bench.file, 'SELECT captures FROM route_count ORDER BY route_id')).toEqual([1, 2]);
    expect(bench.store.lastAnswer(idOf('route', 2), 1, { deliveryKey: 'a' })).not.toBeNull();
  });

  it('takes steps of what is finished, and none of what waits', async () => {
    const bench = setUp();
    expect(await bench.views.countOld('log', DAWN + DAY)).toBe(3);
    expect(deleteAll(bench, 'log', DAWN + DAY)).toBe(3);
    expect(ids(bench.file, 'SELECT d.ordinal FROM step JOIN delivery d ON d.id = delivery_id ORDER BY 1')).toEqual([
      2, 4, 5,
    ]);
  });

  it('leaves a run alone that is removed or being imported: it comes back, or goes, as a whole', async () => {
    const bench = setUp();
    const kinds = ['deliveries', 'captures', 'log'] as const;
    byHand(bench.file, 'UPDATE run SET live = 0, removed = 1');
    for (const kind of kinds) {
      expect(await bench.views.countOld(kind, DAWN + DAY)).toBe(0);
      expect(deleteAll(bench, kind, DAWN + DAY)).toBe(0);
    }
    byHand(bench.file, 'UPDATE run SET removed = 0');
    for (const kind of kinds) expect(deleteAll(bench, kind, DAWN + DAY)).toBeGreaterThan(0);
  });

  it('leaves what is pinned, with the log of a delivery', async () => {
    const bench = setUp();
    bench.store.transact(() => {
      expect(bench.store.pin('deliveries', [idOf('delivery', 3)], true)).toBe(1);
      expect(bench.store.pin('captures', [idOf('capture', 1), idOf('capture', 2)], true)).toBe(2);
      expect(bench.store.pin('captures', [idOf('capture', 2)], false)).toBe(1);
    });
    expect(deleteAll(bench, 'log', DAWN + DAY)).toBe(2);
    expect(await bench.views.countOld('deliveries', DAWN + DAY)).toBe(1);
    expect(deleteAll(bench, 'deliveries', DAWN + DAY)).toBe(1);
    expect(ids(bench.file, 'SELECT ordinal FROM delivery ORDER BY ordinal')).toEqual([2, 3, 4, 5, 6]);
    expect(deleteAll(bench, 'captures', DAWN + DAY)).toBe(3);
    expect(ids(bench.file, 'SELECT seq FROM capture ORDER BY seq')).toEqual([1, 3, 5, 6, 8]);
    expect(ids(bench.file, 'SELECT count(*) FROM step')).toEqual([4]);
  });

  it('is of one run, where it is asked for one', async () => {
    const bench = setUp();
    const other = idOf('run', 9);
    expect(await bench.views.countOld('captures', DAWN + DAY, other)).toBe(0);
    const { deleted } = bench.store.transact(() => bench.store.deleteOld('captures', DAWN + DAY, null, 10, other));
    expect(deleted).toBe(0);
    expect(await bench.views.countOld('captures', DAWN + DAY, aRun().id)).toBe(4);
  });

  it('a revision tells what is gone', () => {
    const bench = setUp();
    const gone: string[] = [];
    bench.store.onCommit(({ deliveries }) => gone.push(...deliveries));
    deleteAll(bench, 'deliveries', DAWN + DAY);
    expect(gone).toEqual([idOf('delivery', 1), idOf('delivery', 3)]);
  });
});
