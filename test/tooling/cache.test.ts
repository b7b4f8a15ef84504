import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharedCache, unfinishedFolder } from '../../scripts/cache.mjs';
import { Stop } from '../../scripts/stop.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-cache-'));
  vi.stubEnv('HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('is where XDG_CACHE_HOME says', () => {
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'elsewhere'));
  expect(sharedCache()).toBe(join(folder, 'elsewhere', 'retryscope'));
  expect(existsSync(sharedCache())).toBe(true);
});

it.runIf(process.platform === 'linux').each(['', 'cache', './cache'])(
  'is in the home folder when XDG_CACHE_HOME is “%s”, and never beside the files of a project',
  (value) => {
    vi.stubEnv('XDG_CACHE_HOME', value);
    expect(homedir()).toBe(folder);
    expect(sharedCache()).toBe(join(folder, '.cache', 'retryscope'));
  },
);

it('says which folder cannot be written to and what to do, without a stack', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  vi.stubEnv('XDG_CACHE_HOME', file);
  expect(sharedCache).toThrow(Stop);
  expect(sharedCache).toThrow(`Nothing can be written to ${join(file, 'retryscope')} (`);
  expect(sharedCache).toThrow('XDG_CACHE_HOME can name another place');
  const gone = unfinishedFolder(join(folder, 'gone'));
  await expect(gone).rejects.toThrow(Stop);
});
