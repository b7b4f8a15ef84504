import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './store-problem';

/**
 * Makes a folder for its owner alone, and the folders above it that are missing; one that is there stays as it is.
 * Not with `recursive`, which never comes back where the system says that a folder is not there and will not make it.
 * @throws what the system says
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else made it a moment ago.
    if (codeOf(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
