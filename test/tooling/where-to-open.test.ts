import { beforeEach, expect, it, vi } from 'vitest';

const system = vi.hoisted(() => ({
  display: { ok: true, args: ['--ozone-platform=wayland'] } as
    | { ok: true; args: string[] }
    | { ok: false; why: string },
  electron: { ok: true, runtime: { executable: '/e', appArgs: [], words: 'Electron 45.5.0', because: 'b' } } as
    | { ok: true; runtime: object }
    | { ok: false; why: string },
  missing: [] as string[],
  notIndexed: [] as string[],
  programs: ['Xvfb', 'xauth'],
  looked: 0,
}));
vi.mock('../../scripts/display.mjs', () => ({
  findDisplay: async () => system.display,
  onPath: (name: string) => (system.programs.includes(name) ? `/usr/bin/${name}` : null),
}));
vi.mock('../../scripts/electron-runtime.mjs', () => ({
  findElectron: async () => {
    system.looked += 1;
    return system.electron;
  },
}));
vi.mock('../../scripts/system-packages.mjs', async (original) => ({
  ...(await original<typeof import('../../scripts/system-packages.mjs')>()),
  hasApt: true,
  aptCommand: (packages: readonly string[]) => `apt-get install -y ${packages.join(' ')}`,
  missingLibraries: async () => system.missing,
  librariesNotIndexed: async () => system.notIndexed,
}));
const { whereToOpen } = await import('../../scripts/where-to-open.mjs');

const whole = structuredClone(system);
beforeEach(() => Object.assign(system, structuredClone(whole)));

it('opens a window where there is a display, an Electron and its libraries', async () => {
  expect(await whereToOpen()).toMatchObject({
    in: 'window',
    runtime: { words: 'Electron 45.5.0' },
    displayArgs: ['--ozone-platform=wayland'],
  });
});

it('names the virtual display where there is none, and looks for no Electron', async () => {
  system.display = { ok: false, why: 'There is no display (DISPLAY is not set).' };
  expect(await whereToOpen()).toEqual({
    in: 'browser',
    why: 'There is no display (DISPLAY is not set).',
    command: 'xvfb-run -a npm start',
  });
  expect(system.looked).toBe(0);
});

it('names with it every package that the virtual display and Electron need', async () => {
  system.display = { ok: false, why: 'There is no display (DISPLAY is not set).' };
  system.programs = [];
  system.notIndexed = ['libgtk-3.so.0'];
  expect(await whereToOpen()).toMatchObject({
    command: 'apt-get install -y libgtk-3-0 xvfb xauth && xvfb-run -a npm start',
  });
});

it('says how to try the download again where no Electron can be had', async () => {
  system.electron = { ok: false, why: 'Electron 45.5.0 could not be downloaded: fetch failed; none older' };
  expect(await whereToOpen()).toEqual({
    in: 'browser',
    why: 'Electron 45.5.0 could not be downloaded: fetch failed; none older.',
    command: 'npx install-electron && npm start',
  });
});

it('names the libraries that are missing and the packages that bring them', async () => {
  system.missing = ['libgtk-3.so.0', 'libnss3.so'];
  expect(await whereToOpen()).toEqual({
    in: 'browser',
    why: 'Electron needs libraries that are missing here: libgtk-3.so.0, libnss3.so.',
    command: 'apt-get install -y libgtk-3-0 libnss3 && npm start',
  });
});

it('makes no command of apt-get with a library that no package is known for', async () => {
  system.missing = ['libodd.so.7'];
  expect(await whereToOpen()).toMatchObject({ command: 'npm start, once libodd.so.7 can be found' });
});
