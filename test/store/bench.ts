import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { DATABASE_FILE, type OpenedStore, openStore, type StoreOptions } from '../../src/main/store/open-store';
import type { Delivery } from '../../src/shared/model/delivery';
import { aDelivery, anEndpoint, anEvent, aRun, DAWN } from '../support/rows';

/** A folder that is gone after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Bench = OpenedStore & { readonly dataDir: string; readonly file: string; readonly log: string[] };

/** A store in a fresh folder, or in the one given; closed after the test. */
export function setUpStore(over: Partial<StoreOptions> = {}): Bench {
  const dataDir = over.dataDir ?? aFolder();
  const log: string[] = [];
  const opened = openStore({
    dataDir,
    holder: 'run',
    wallMs: () => DAWN,
    log: (line) => log.push(line),
    ...over,
  });
  onTestFinished(() => opened.close());
  return { ...opened, dataDir, file: join(dataDir, DATABASE_FILE), log };
}

/** A store with the run and endpoints 1 to `endpoints`. */
export function setUpRun(endpoints = 1, over: Partial<StoreOptions> = {}): Bench {
  const bench = setUpStore(over);
  const { store } = bench;
  store.transact(() => {
    store.insertRun(aRun());
    for (let n = 1; n <= endpoints; n++) store.insertEndpoint(anEndpoint(n), SECRET);
  });
  return bench;
}

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Puts deliveries in, each with an event of its own that has its type. */
export function accept({ store }: Pick<Bench, 'store'>, ...deliveries: readonly Delivery[]): void {
  store.transact(() => {
    for (const delivery of deliveries) {
      store.insertEvent(anEvent(delivery.ordinal, { id: delivery.eventId, type: delivery.eventType }));
      store.insertDelivery(delivery);
    }
  });
}

export const deliveries = (count: number, over: (n: number) => Partial<Delivery> = () => ({})): Delivery[] =>
  Array.from({ length: count }, (_, i) => aDelivery(i + 1, over(i + 1)));

/** Changes the file behind the store's back, as a person with another program might. */
export function byHand(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}
