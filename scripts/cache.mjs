import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Stop } from './stop.mjs';

const UNFINISHED = 'unfinished-';
const DAY_MS = 86_400_000;

/** @param {string | undefined} folder the value of a variable: one that is empty or relative counts as not set (XDG) */
const given = (folder) => (folder !== undefined && isAbsolute(folder) ? folder : null);

/**
 * What all clones of one person share: downloaded runtimes, and what could not be downloaded.
 * @throws Stop when there can be no such folder
 */
export function sharedCache() {
  const env = process.env;
  const base =
    given(env['XDG_CACHE_HOME']) ??
    (process.platform === 'win32'
      ? (given(env['LOCALAPPDATA']) ?? join(homedir(), 'AppData', 'Local'))
      : join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'])));
  const folder = join(base, 'retryscope');
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw notWritable(folder, error);
  }
  return folder;
}

/**
 * @param {string} folder
 * @param {unknown} error
 */
const notWritable = (folder, error) =>
  new Stop(
    `Nothing can be written to ${folder} (${error instanceof Error ? error.message : String(error)}).\n` +
      'Make it writable, or make room on its disk, then run the same command again. XDG_CACHE_HOME can name another place for downloads.',
  );

/**
 * A folder to fill inside `parent`; what is finished is renamed out of it. Folders that a killed run left more than
 * a day ago are removed.
 * @param {string} parent
 * @throws Stop when nothing can be written there
 */
export async function unfinishedFolder(parent) {
  try {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(UNFINISHED))) {
      const path = join(parent, name);
      const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - touchedMs > DAY_MS) rmSync(path, { recursive: true, force: true });
    }
    return await mkdtemp(join(parent, UNFINISHED));
  } catch (error) {
    throw notWritable(parent, error);
  }
}

/**
 * Bytes of all files below a folder that is being written to. What vanishes while we look counts as nothing.
 * @param {string} folder
 * @returns {number}
 */
export function bytesBelow(folder) {
  /** @type {import('node:fs').Dirent[]} */
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0; // it was renamed or removed just now
  }
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}
