import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/main/store/open-store';
import { DAWN } from '../support/rows';
import { aFolder, setUpStore } from './bench';
import { startChild } from './child';

const options = (dataDir: string) => ({ dataDir, holder: 'serve', wallMs: () => DAWN, log: () => {} });

it('belongs to one store at a time, in one process too, and says who holds it', async () => {
  const bench = setUpStore({ holder: 'window' });
  const refused = {
    problem: {
      code: 'locked',
      message: `The data folder ${bench.dataDir} is in use by another Retryscope (window, process ${process.pid}, since 2026-11-30T06:00:00.000Z). Close that one, or choose another data folder.`,
    },
  };
  expect(() => openStore(options(bench.dataDir))).toThrow(expect.objectContaining(refused));
  bench.store.transact(() => bench.store.saveSetting('still', 'ours'));
  await bench.close();
  expect(existsSync(join(bench.dataDir, 'holder.json'))).toBe(false);
  expect(setUpStore({ dataDir: bench.dataDir }).store.setting('still')).toBe('ours');
});

it('names a holder in another process, and is free as soon as that one was killed', async () => {
  const dataDir = aFolder();
  const child = await startChild('hold-store.ts', [dataDir]);
  await child.line('open');
  const refused = { problem: { code: 'locked', message: expect.stringContaining(`(serve, process ${child.pid},`) } };
  expect(() => openStore(options(dataDir))).toThrow(expect.objectContaining(refused));
  await child.kill();
  expect(setUpStore({ dataDir }).store.setting('by')).toBe('child');
});

it('says so when the holder left no note', async () => {
  const bench = setUpStore();
  writeFileSync(join(bench.dataDir, 'holder.json'), '{"pid":');
  expect(() => openStore(options(bench.dataDir))).toThrow('in use by another program');
});

it('touches nothing in a folder that another holds', () => {
  const bench = setUpStore();
  writeFileSync(join(bench.dataDir, 'data.key'), 'no key');
  expect(() => openStore(options(bench.dataDir))).toThrow('in use');
  expect(readFileSync(join(bench.dataDir, 'data.key'), 'utf8')).toBe('no key');
});

it('is made when it is not there', () => {
  const dataDir = join(aFolder(), 'a', 'b');
  setUpStore({ dataDir });
  expect(existsSync(join(dataDir, 'retryscope.db'))).toBe(true);
});

it.each([
  ['is a file', []],
  ['is below a file', ['below']],
])('is refused when it %s, and says so instead of blaming permissions', (_what, below) => {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  const dataDir = join(file, ...below);
  const message = expect.stringMatching(
    /^The data folder \S+ is not a folder: it, or something above it, is a file \(E\w+\)\. Choose another folder\.$/,
  );
  const refused = { problem: { code: 'unavailable', message } };
  expect(() => openStore(options(dataDir))).toThrow(expect.objectContaining(refused));
  expect(() => openStore(options(dataDir))).toThrow(dataDir);
});

it('is refused, each time, when a folder stands in place of its database', () => {
  const occupied = aFolder();
  mkdirSync(join(occupied, 'retryscope.db'));
  const message = `The data folder ${occupied} has a folder where a file of Retryscope belongs (EISDIR). Move that folder away, or choose another data folder.`;
  const refused = expect.objectContaining({ problem: { code: 'unavailable', message } });
  expect(() => openStore(options(occupied))).toThrow(refused);
  expect(() => openStore(options(occupied))).toThrow(refused);
});

it.runIf(process.platform === 'linux')('is refused, and not tried for ever, where the system makes no folders', () => {
  for (const dataDir of ['/proc/nowhere', '/proc/nowhere/at/all']) {
    const refused = { problem: { code: 'unavailable', message: expect.stringContaining(dataDir) } };
    expect(() => openStore(options(dataDir))).toThrow(expect.objectContaining(refused));
  }
});

it('is closed as often as one likes, and answers nothing afterwards', async () => {
  const bench = setUpStore();
  await bench.close();
  await bench.close();
  await expect(bench.views.endpoints(DAWN_RUN, null)).rejects.toThrow();
});

const DAWN_RUN = 'run_00000000000000000000000000' as Parameters<ReturnType<typeof setUpStore>['views']['totals']>[0];
