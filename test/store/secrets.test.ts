import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSecretBox } from '../../src/main/store/secret-box';
import { anEndpoint, aRun, idOf } from '../support/rows';
import { byHand, SECRET, setUpRun, setUpStore } from './bench';

const endpoint = idOf('endpoint', 1);
const unreadable = {
  problem: { code: 'unavailable', field: 'secret', message: expect.stringContaining('“Endpoint 1”') },
};

it('gives a secret back to the engine, also after a restart, and the newest one', async () => {
  const bench = setUpRun();
  expect(bench.store.secretOf(endpoint)).toBe(SECRET);
  bench.store.transact(() => bench.store.saveSecret(endpoint, 'whsec_other'));
  await bench.close();
  expect(setUpStore({ dataDir: bench.dataDir }).store.secretOf(endpoint)).toBe('whsec_other');
  expect(setUpStore().store.secretOf(endpoint)).toBeNull();
});

it('stands in no file and in no view in clear', async () => {
  const { dataDir, views, close, store } = setUpRun();
  const shown = JSON.stringify([await views.endpoints(aRun().id, null), store.endpoints(aRun().id)]);
  expect(shown).not.toContain(SECRET);
  const inFiles = () =>
    readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(SECRET.slice(6)));
  expect(inFiles()).toEqual([]);
  await close();
  expect(inFiles()).toEqual([]);
});

it.skipIf(process.platform === 'win32')('keeps the key in a file that only its owner reads', () => {
  const { dataDir } = setUpStore();
  const { mode, size } = statSync(join(dataDir, 'data.key'));
  expect(mode & 0o777).toBe(0o600);
  expect(size).toBe(65);
});

it('refuses the one secret when the key is lost, says so at the start, and works with a new secret', async () => {
  const bench = setUpRun(2);
  await bench.close();
  rmSync(join(bench.dataDir, 'data.key'));
  const { store, notices, views } = setUpStore({ dataDir: bench.dataDir });
  expect(notices).toMatchObject([{ tone: 'warning', message: expect.stringContaining('data.key was missing') }]);
  expect(() => store.secretOf(endpoint)).toThrow(expect.objectContaining(unreadable));
  store.transact(() => {
    store.insertEndpoint(anEndpoint(3), SECRET);
    store.saveSecret(idOf('endpoint', 2), SECRET);
  });
  expect(store.secretOf(idOf('endpoint', 2))).toBe(SECRET);
  expect(store.secretOf(idOf('endpoint', 3))).toBe(SECRET);
  expect(await views.endpoints(aRun().id, null)).toHaveLength(3);
});

it('sets a key file that holds no key aside instead of overwriting it', async () => {
  const bench = setUpRun();
  await bench.close();
  writeFileSync(join(bench.dataDir, 'data.key'), 'scribble');
  const { notices } = setUpStore({ dataDir: bench.dataDir });
  const aside = 'data.key.damaged-20261130T060000Z';
  expect(readFileSync(join(bench.dataDir, aside), 'utf8')).toBe('scribble');
  expect(notices[0]?.message).toContain(aside);
});

it('takes a key from outside, and then writes none', async () => {
  const dataKey = new Uint8Array(32).fill(7);
  const bench = setUpRun(1, { dataKey });
  expect(readdirSync(bench.dataDir)).not.toContain('data.key');
  await bench.close();
  const wrong = setUpStore({ dataDir: bench.dataDir, dataKey: new Uint8Array(32).fill(8) });
  expect(() => wrong.store.secretOf(endpoint)).toThrow(expect.objectContaining(unreadable));
  await wrong.close();
  expect(setUpStore({ dataDir: bench.dataDir, dataKey }).store.secretOf(endpoint)).toBe(SECRET);
});

it('does not open a secret that was moved to another endpoint or changed', () => {
  const bench = setUpRun(2);
  byHand(bench.file, 'UPDATE endpoint SET secret = (SELECT secret FROM endpoint WHERE ordinal = 2) WHERE ordinal = 1');
  expect(() => bench.store.secretOf(endpoint)).toThrow(expect.objectContaining(unreadable));
  byHand(bench.file, `UPDATE endpoint SET secret = x'00' WHERE ordinal = 1`);
  expect(() => bench.store.secretOf(endpoint)).toThrow(expect.objectContaining(unreadable));
  byHand(bench.file, `UPDATE endpoint SET secret = 'text' WHERE ordinal = 1`);
  expect(() => bench.store.secretOf(endpoint)).toThrow(expect.objectContaining(unreadable));
  expect(bench.store.secretOf(idOf('endpoint', 2))).toBe(SECRET);
});

it('seals a secret differently every time', () => {
  const box = makeSecretBox(new Uint8Array(32));
  const [one, two] = [box.seal('s', 'a'), box.seal('s', 'a')];
  expect(Buffer.from(one)).not.toEqual(Buffer.from(two));
  expect([box.open(one, 'a'), box.open(two, 'a'), box.open(one, 'b')]).toEqual(['s', 's', null]);
});
