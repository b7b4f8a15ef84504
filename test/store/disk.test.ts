import { expect, it, vi } from 'vitest';
import { openStore } from '../../src/main/store/open-store';
import { aDelivery, anEvent, aRun, DAWN, idOf } from '../support/rows';
import { accept, aFolder, setUpRun, setUpStore } from './bench';
import { startChild } from './child';

const diskFull = { problem: { code: 'disk-full', message: expect.stringContaining('is full. Free some space.') } };

it('says that the disk is full, rolls back, and has everything from before', async () => {
  const dataDir = aFolder();
  await setUpRun(1, { dataDir }).close();
  const small = setUpStore({ dataDir, maxPages: 100 });
  const { store } = small;
  const listener = vi.fn();
  store.onCommit(listener);
  const body = new Uint8Array(20_000);
  let committed = 0;
  const fill = () => {
    for (let n = 1; n <= 100; n++) {
      store.transact(() => {
        store.insertDelivery(aDelivery(n, { eventId: idOf('event', 0) }));
        store.insertEvent(anEvent(n, { body }));
      });
      committed = n;
    }
  };
  store.transact(() => store.insertEvent(anEvent(0)));
  expect(fill).toThrow(expect.objectContaining(diskFull));
  expect(committed).toBeGreaterThan(0);
  expect(committed).toBeLessThan(20);
  expect(store.event(idOf('event', committed))?.body).toHaveLength(20_000);
  expect(store.delivery(idOf('delivery', committed))).not.toBeNull();
  expect(store.event(idOf('event', committed + 1))).toBeNull();
  expect(store.delivery(idOf('delivery', committed + 1))).toBeNull();
  const revision = store.revision();
  expect(listener).toHaveBeenCalledTimes(committed + 1);
  const totals = await small.views.totals(aRun().id);
  expect(totals).toMatchObject({ events: committed + 1, deliveries: committed });
  await small.close();

  const roomy = setUpStore({ dataDir });
  expect(roomy.notices).toEqual([]);
  expect(roomy.store.revision()).toBe(revision);
  accept(roomy, aDelivery(committed + 1));
  expect(await roomy.views.totals(aRun().id)).toMatchObject({ events: committed + 2, deliveries: committed + 1 });
});

it('goes on in the same session as soon as something fits', () => {
  const { store } = setUpRun(1, { maxPages: 80 });
  const tooLarge = () => store.transact(() => store.insertEvent(anEvent(1, { body: new Uint8Array(900_000) })));
  expect(tooLarge).toThrow(expect.objectContaining(diskFull));
  store.transact(() => store.insertEvent(anEvent(1)));
  expect(store.event(idOf('event', 1))).toEqual(anEvent(1));
});

it('refuses to begin on a disk that is full, and does not take it for damage', () => {
  const dataDir = aFolder();
  const open = () => openStore({ dataDir, holder: 'run', wallMs: () => DAWN, log: () => {}, maxPages: 3 });
  expect(open).toThrow(expect.objectContaining(diskFull));
  const { store, notices } = setUpStore({ dataDir });
  expect(notices).toEqual([]);
  expect(store.liveRun()).toBeNull();
});

it('waits while another program holds the database for two seconds, and loses nothing', async () => {
  const bench = setUpRun();
  const { store, views, file } = bench;
  accept(bench, aDelivery(1));
  const child = await startChild('hold-database.ts', [file]);
  await child.line('held');
  expect((await views.totals(aRun().id)).deliveries).toBe(1);
  accept(bench, aDelivery(2));
  expect(store.delivery(idOf('delivery', 2))).toEqual(aDelivery(2));
  expect((await views.totals(aRun().id)).deliveries).toBe(2);
  await child.line('released');
});
