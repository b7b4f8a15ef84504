import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const UNFINISHED = 'unfinished-';
const DAY_MS = 86_400_000;

/** What all clones of one person share: downloaded runtimes, and what could not be downloaded. */
export function sharedCache() {
  const env = process.env;
  const base =
    env['XDG_CACHE_HOME'] ??
    (process.platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'))
      : join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'])));
  const folder = join(base, 'retryscope');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * A folder to fill inside `parent`; what is finished is renamed out of it. Folders that a killed run left more than
 * a day ago are removed.
 * @param {string} parent
 */
export async function unfinishedFolder(parent) {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(UNFINISHED))) {
    const path = join(parent, name);
    const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touchedMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtemp(join(parent, UNFINISHED));
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
