import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { DeliveryId, EventId } from '../../src/shared/model/ids';
import { aRun } from '../support/rows';
import { aFolder, setUpRun, setUpStore } from './bench';
import { startChild } from './child';
import { makeRng } from './seeded';

const ROUNDS = 4;

it('has every acknowledged commit after kill -9, whole, and begins again from there', async () => {
  const dataDir = aFolder();
  await setUpRun(1, { dataDir }).close();
  const next = makeRng(20261130);
  const acknowledged: { revision: number; event: EventId; delivery: DeliveryId }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const child = await startChild('write-until-killed.ts', [dataDir]);
    await child.count(1 + Math.floor(next() * 120));
    await child.kill();
    for (const line of child.lines) {
      const [revision, event, delivery] = line.split(' ');
      acknowledged.push({ revision: Number(revision), event: event as EventId, delivery: delivery as DeliveryId });
    }

    const { store, close, file } = setUpStore({ dataDir });
    for (const { event, delivery } of acknowledged) {
      expect(store.event(event)?.body).toHaveLength(2_000);
      expect(store.delivery(delivery)?.eventId).toBe(event);
    }
    // One commit may have been made and not acknowledged: it is there as a whole.
    const deliveries = store.nextOrdinal(aRun().id, 'delivery') - 1;
    expect(store.unsettled(aRun().id)).toHaveLength(deliveries);
    expect(store.nextOrdinal(aRun().id, 'event') - 1).toBe(deliveries);
    expect(store.revision() - (acknowledged.at(-1)?.revision ?? 0)).toBeOneOf([0, 1]);
    await close();
    const db = new Database(file, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
});
