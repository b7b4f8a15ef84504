import { expect, it } from 'vitest';
import { Clears, UNDO_MS } from '../../src/main/host/clears';
import type { RunId } from '../../src/shared/model/ids';
import { setUpRun } from '../store/bench';
import { FakeSystem } from '../support/fake-system';
import { aCapture, aRun, idOf } from '../support/rows';

const RUN: RunId = aRun().id;

/** So many captures of no route. */
function setUp(captures: number) {
  const system = new FakeSystem(Date.UTC(2026, 5, 1));
  const { store, views } = setUpRun();
  const come = (from: number, to: number): void =>
    store.transact(() => {
      for (let n = from; n <= to; n++) store.insertCapture(aCapture(n, { routeId: null }), null);
    });
  come(1, captures);
  let [changes, nextInMs, commits] = [0, null as number | null, 0];
  store.onCommit(() => {
    commits += 1;
  });
  const clears = new Clears({
    store,
    views,
    system,
    nextInMs: () => nextInMs,
    changed: () => {
      changes += 1;
    },
    log: () => {},
  });
  const count = async () => (await views.totals(RUN)).captures;
  /** Lets a few rests pass, and what is awaited between them. */
  const pass = async (times = 12): Promise<void> => {
    for (let i = 0; i < times; i++) await system.advance(2);
  };
  return {
    system,
    store,
    clears,
    come,
    count,
    pass,
    changes: () => changes,
    commits: () => commits,
    due: (ms: number | null) => (nextInMs = ms),
  };
}

it('clears in small pieces, leaves what comes meanwhile, and tells lists to be read again', async () => {
  const { clears, come, count, pass, changes, system } = setUp(4_500);
  const clearing = clears.clear(RUN, null);
  await system.advance(0);
  come(4_501, 4_503);
  await pass();
  expect(await clearing).toEqual({
    clearId: 1,
    cleared: 4_500,
    pinned: 0,
    undoUntilMs: Date.UTC(2026, 5, 1) + UNDO_MS,
  });
  expect(await count()).toBe(3);
  expect(changes()).toBe(1);
});

it('lets an attempt that is due in a moment go before the next piece', async () => {
  const { clears, count, pass, due, system } = setUp(2_500);
  due(10);
  const clearing = clears.clear(RUN, null);
  await pass(4);
  expect(await count()).toBe(500);
  due(null);
  await system.advance(25);
  await pass();
  expect((await clearing).cleared).toBe(2_500);
});

it('takes back what was cleared last, then what was cleared before, while there is time', async () => {
  const { clears, come, count, pass, system } = setUp(3);
  const first = clears.clear(RUN, null);
  await pass();
  await first;
  come(4, 5);
  await system.advance(1_000);
  const second = clears.clear(RUN, null);
  await pass();
  await second;
  await expect(clears.undo(RUN, null)).resolves.toEqual({ restored: 2 });
  await expect(clears.undo(RUN, null)).resolves.toEqual({ restored: 3 });
  expect(await count()).toBe(5);
  await expect(clears.undo(RUN, null)).rejects.toThrow(/deleted after 10 m/);
});

it('deletes for good after ten minutes, and then nothing comes back', async () => {
  const { clears, pass, store, system } = setUp(120);
  const clearing = clears.clear(RUN, null);
  await pass();
  const { clearId } = await clearing;
  await system.advance(UNDO_MS - 100);
  expect(store.clears()).toHaveLength(1);
  await system.advance(200);
  for (let i = 0; i < 6; i++) await system.advance(20);
  expect(store.clears()).toEqual([]);
  await expect(clears.undo(RUN, clearId)).rejects.toThrow(/brought back/);
});

it('after a start goes on where the process before it ended: with half of it marked it can be taken back', async () => {
  const { clears, count, store, system } = setUp(5);
  store.transact(() => {
    const id = store.beginClear(RUN, system.wallMs());
    store.clearSome(id, { runId: RUN, routeId: null, upTo: 5 }, 0, 2);
  });
  expect(await count()).toBe(3);
  clears.look();
  await system.advance(50);
  await expect(clears.undo(RUN, null)).resolves.toEqual({ restored: 2 });
  expect(await count()).toBe(5);
});

it('adds to what was cleared, so that many pages come back together', async () => {
  const { clears, count } = setUp(5);
  const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => idOf('capture', from + i));
  const { clearId } = await clears.clearThese(RUN, page(1, 2), null);
  expect(await clears.clearThese(RUN, page(3, 4), clearId)).toMatchObject({ clearId, cleared: 2, pinned: 0 });
  expect(await count()).toBe(1);
  await expect(clears.undo(RUN, clearId)).resolves.toEqual({ restored: 4 });
  expect(await count()).toBe(5);
});
