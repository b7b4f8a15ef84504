import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../src/main/store/migrate';
import { tables } from '../../src/main/store/migrations/0001-tables';
import { MIGRATIONS } from '../../src/main/store/migrations/all';
import { openStore } from '../../src/main/store/open-store';
import { aCapture, aDelivery, anAttempt, aRequest, aRoute, aRun, DAWN, idOf } from '../support/rows';
import { accept, aFolder, byHand, setUpRun, setUpStore } from './bench';

const NOT_KEPT = { retryAfter: null, streak: null, budgetLeft: null, budget: null } as const;
const GONE = { kind: 'status', status: 410 } as const;
const BACKUP = 'retryscope.db.format-1-20261130T060000Z';
const AFTER_FORMAT_1 = [
  'event_request',
  'run_count',
  'delivery_count',
  'type_count',
  'route_count',
  'key_seen',
  'held_level',
  'step_mark',
  'capture_signature',
  'capture_answer',
  'route_check',
  'clock_leap',
  'own_policy',
  'own_scenario',
  'run_scenario',
  'delivery_pin',
  'capture_pin',
  'capture_gone',
  'capture_clear',
  'send_key',
  'recent_attempt',
  'recent_tally',
  'throttle_place',
];
const REST_OF_FORMAT_1 = `DROP INDEX step_endpoint; DROP INDEX delivery_text; DROP INDEX step_run; DROP INDEX step_own;
  ALTER TABLE capture DROP COLUMN trailers; ALTER TABLE capture DROP COLUMN timings;
  ALTER TABLE route DROP COLUMN tls; ALTER TABLE attempt DROP COLUMN interim; ALTER TABLE route DROP COLUMN forward;
  ALTER TABLE step DROP COLUMN error; ALTER TABLE step DROP COLUMN reached;
  CREATE INDEX step_at ON step (run_id, at);`;

/** A file of format 1 with something in it: the format of today without what later numbers brought. */
async function anOlderFile(): Promise<string> {
  const bench = setUpRun(2);
  const { store, dataDir, file } = bench;
  const [one, two] = [aDelivery(1), aDelivery(2, { endpointId: idOf('endpoint', 2), state: 'failed', dueAt: null })];
  accept(bench, one, two);
  const route = aRoute(1);
  store.transact(() => {
    store.insertAttempt(anAttempt(one), aRequest);
    // The log has an instant that lies before its predecessor's.
    const steps = [
      { at: DAWN + 1, step: { kind: 'accept', originId: null, rules: [] } },
      { at: DAWN + 9, step: { kind: 'claim', n: 1, lateMs: 0, throttle: null, budgetLeft: 5, budget: 6, rules: [] } },
      { at: DAWN + 8, step: { kind: 'fail', n: 1, reason: 'exhausted', because: GONE, ...NOT_KEPT, rules: [] } },
    ] as const;
    const where = { wallAt: DAWN, deliveryId: one.id, endpointId: one.endpointId, error: null };
    for (const { at, step } of steps) store.appendStep(aRun().id, { ...where, at, step });
    store.insertRoute(route, aRun().id);
    store.insertCapture(aCapture(1, { routeId: route.id, deliveryKey: 'k', seen: 1 }), 1);
    store.insertCapture(aCapture(2, { routeId: route.id, deliveryKey: 'k', seen: 2 }), 1);
  });
  await bench.close();
  const dropped = AFTER_FORMAT_1.map((table) => `DROP TABLE ${table};`).join('');
  byHand(file, `${dropped} ${REST_OF_FORMAT_1} PRAGMA user_version = 1`);
  return dataDir;
}

it('numbers its formats 1, 2, 3 … without a gap', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
});

it('brings an older file to the newest format with everything in it, and keeps a copy of how it was', async () => {
  const dataDir = await anOlderFile();
  const { store, views, notices } = setUpStore({ dataDir });
  expect(store.delivery(idOf('delivery', 1))).toEqual(aDelivery(1));
  expect(await views.totals(aRun().id)).toMatchObject({
    byState: { queued: 1, failed: 1 },
    deliveries: 2,
    events: 2,
    attempts: 1,
    captures: 2,
  });
  expect(store.seen(aRun().id, 'k')).toBe(2);
  // Which came first is found; how long it took nobody measured then.
  expect(await views.capture(idOf('capture', 2))).toMatchObject({
    firstId: idOf('capture', 1),
    signature: null,
    timings: null,
  });
  expect((await views.routes(aRun().id, null))[0]?.captures).toBe(2);

  const copy = new Database(join(dataDir, BACKUP), { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(1);
  expect(copy.prepare('SELECT count(*) FROM delivery').pluck().get()).toBe(2);
  copy.close();
  expect(notices).toMatchObject([{ tone: 'info', message: expect.stringContaining(BACKUP) }]);
});

it('shows the past of an older file too', async () => {
  const { store, views } = setUpStore({ dataDir: await anOlderFile() });
  const runId = aRun().id;
  expect(store.newestStepAt(runId)).toBe(DAWN + 9);
  const query = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };
  const statesAt = async (atMs: number) => {
    const { seq } = await views.past(runId, { kind: 'instant', atMs });
    return (await views.pastDeliveries(runId, query, seq)).rows.map(({ state, attempts }) => `${state} ${attempts}`);
  };
  expect(await statesAt(DAWN)).toEqual([]);
  expect(await statesAt(DAWN + 1)).toEqual(['queued 0']);
  // What was decided last stands in the log behind what had come later.
  expect(await statesAt(DAWN + 8)).toEqual(['queued 0']);
  expect(await statesAt(DAWN + 9)).toEqual(['failed 1']);
});

it('makes no copy of a new file, and none when nothing is to be done', async () => {
  const bench = setUpStore();
  await bench.close();
  setUpStore({ dataDir: bench.dataDir });
  expect(readdirSync(bench.dataDir).filter((name) => name.includes('format'))).toEqual([]);
});

it('leaves the file at its format when a migration fails, whole and with its copy', async () => {
  const dataDir = await anOlderFile();
  const file = join(dataDir, 'retryscope.db');
  const db = new Database(file);
  const broken = { version: 2, sql: 'CREATE TABLE half (done); SELECT * FROM nowhere' };
  expect(() => migrate(db, file, [tables, broken], DAWN)).toThrow('nowhere');
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  expect(db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'half'`).get()).toBeUndefined();
  db.close();
  expect(existsSync(join(dataDir, BACKUP))).toBe(true);
  expect(setUpStore({ dataDir }).store.delivery(idOf('delivery', 2))).not.toBeNull();
});

it('changes nothing when a new format does not fit on the disk', async () => {
  const dataDir = await anOlderFile();
  byHand(join(dataDir, 'retryscope.db'), 'VACUUM');
  const open = () => openStore({ dataDir, holder: 'run', wallMs: () => DAWN, log: () => {}, maxPages: 1 });
  expect(open).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'disk-full' }) }));
  const db = new Database(join(dataDir, 'retryscope.db'), { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  db.close();
});

it('gives a new file the same form as a migrated one', async () => {
  const formOf = (dataDir: string) => {
    const db = new Database(join(dataDir, 'retryscope.db'), { readonly: true });
    const form = db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all();
    db.close();
    return form;
  };
  const older = await anOlderFile();
  await setUpStore({ dataDir: older }).close();
  const fresh = aFolder();
  await setUpStore({ dataDir: fresh }).close();
  expect(formOf(older)).toEqual(formOf(fresh));
});
