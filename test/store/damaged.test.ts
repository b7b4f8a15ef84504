import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/main/store/migrations/all';
import { openStore } from '../../src/main/store/open-store';
import { aDelivery, aRun, DAWN } from '../support/rows';
import { accept, aFolder, byHand, deliveries, setUpRun, setUpStore } from './bench';

const DAMAGED = 'retryscope.db.damaged-20261130T060000Z';
const garbage = Buffer.from('this is not a database, and longer than a hundred bytes. '.repeat(50));

async function aUsedFolder(): Promise<{ dataDir: string; file: string }> {
  const bench = setUpRun();
  accept(bench, ...deliveries(200));
  await bench.close();
  return bench;
}

it('sets garbage aside with its log beside it, begins anew, and says so with both names', () => {
  const dataDir = aFolder();
  writeFileSync(join(dataDir, 'retryscope.db'), garbage);
  writeFileSync(join(dataDir, 'retryscope.db-wal'), 'log');
  const { notices, store } = setUpStore({ dataDir });
  expect(readFileSync(join(dataDir, DAMAGED))).toEqual(garbage);
  expect(readFileSync(join(dataDir, `${DAMAGED}-wal`), 'utf8')).toBe('log');
  expect(store.liveRun()).toBeNull();
  expect(notices).toMatchObject([{ tone: 'error' }]);
  expect(notices[0]?.message).toContain(DAMAGED);
  expect(notices[0]?.message).toMatch(/^retryscope\.db could not be used/);
});

it('finds pages that were overwritten in the middle of the file', async () => {
  const { dataDir, file } = await aUsedFolder();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 8 * 4096, 20 * 4096);
  writeFileSync(file, bytes);
  const { notices, store } = setUpStore({ dataDir });
  expect(readFileSync(join(dataDir, DAMAGED))).toEqual(bytes);
  expect(notices[0]?.message).toContain(DAMAGED);
  expect(store.liveRun()).toBeNull();
});

it('notes damage that is met at work, refuses with what to do, and sets the file aside at the next start', async () => {
  const { dataDir, file } = await aUsedFolder();
  const bench = setUpStore({ dataDir });
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 8 * 4096, 40 * 4096);
  writeFileSync(file, bytes);
  const query = { cursor: null, limit: 500, states: null, endpointId: null, eventId: null, text: '' };
  const damaged = { problem: { code: 'unavailable', message: expect.stringContaining('Start Retryscope again') } };
  await expect(bench.views.listDeliveries(aRun().id, query)).rejects.toMatchObject(damaged);
  expect(existsSync(`${file}.suspect`)).toBe(true);
  await bench.close();
  const { notices } = setUpStore({ dataDir });
  expect(notices[0]?.message).toContain(DAMAGED);
  expect(existsSync(`${file}.suspect`)).toBe(false);
});

it('finds a file that was cut off', async () => {
  const { dataDir, file } = await aUsedFolder();
  truncateSync(file, 10 * 4096);
  setUpStore({ dataDir });
  expect(existsSync(join(dataDir, DAMAGED))).toBe(true);
});

it('sets a database of another program aside', () => {
  const dataDir = aFolder();
  byHand(join(dataDir, 'retryscope.db'), 'CREATE TABLE notes (text)');
  const { notices } = setUpStore({ dataDir });
  expect(notices[0]?.message).toContain('it belongs to another program');
  const db = new Database(join(dataDir, DAMAGED), { readonly: true });
  expect(db.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0);
  db.close();
});

it('keeps two damaged files of one second apart', async () => {
  const dataDir = aFolder();
  for (const content of ['first damaged file', 'second damaged file']) {
    writeFileSync(join(dataDir, 'retryscope.db'), content);
    await setUpStore({ dataDir }).close();
  }
  expect(readFileSync(join(dataDir, DAMAGED), 'utf8')).toBe('first damaged file');
  expect(readFileSync(join(dataDir, `${DAMAGED}-2`), 'utf8')).toBe('second damaged file');
});

it('takes an empty file for a new database', () => {
  const dataDir = aFolder();
  writeFileSync(join(dataDir, 'retryscope.db'), '');
  const { notices, store } = setUpStore({ dataDir });
  expect(notices).toEqual([]);
  store.transact(() => store.insertRun(aRun()));
  expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([]);
});

it('opens a sound file as it is', async () => {
  const { dataDir } = await aUsedFolder();
  const { store, notices } = setUpStore({ dataDir });
  expect(notices).toEqual([]);
  expect(store.delivery(aDelivery(200).id)).toEqual(aDelivery(200));
});

const sha = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

it('refuses a newer file, and does not touch it', async () => {
  const { dataDir, file } = await aUsedFolder();
  byHand(file, 'PRAGMA user_version = 99');
  const before = sha(file);
  const open = () => openStore({ dataDir, holder: 'run', wallMs: () => DAWN, log: () => {} });
  const newer = {
    problem: {
      code: 'newer-file',
      message: expect.stringContaining(`(format 99; this one knows ${MIGRATIONS.length})`),
    },
  };
  expect(open).toThrow(expect.objectContaining(newer));
  expect(sha(file)).toBe(before);
  expect(readdirSync(dataDir).filter((name) => /damaged|format/.test(name))).toEqual([]);
});

it('refuses a newer file whose format still stands in its log only', async () => {
  const { dataDir, file } = await aUsedFolder();
  const newerProgram = new Database(file);
  newerProgram.pragma('user_version = 99');
  const before = sha(file);
  const open = () => openStore({ dataDir, holder: 'run', wallMs: () => DAWN, log: () => {} });
  expect(open).toThrow('newer Retryscope (format 99');
  expect(sha(file)).toBe(before);
  newerProgram.close();
});
