import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passThrough } from './child.mjs';
import { npm } from './npm-client.mjs';
import { say, step } from './progress.mjs';
import { checkNode, root } from './project.mjs';
import { Stop } from './stop.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} path
 * @returns {Readonly<Record<string, LockedPackage>> | null}
 */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null; // not there, or cut off: either way it proves nothing
  }
}

/**
 * Whether what npm last installed is what the lock says. npm writes its own copy of the lock last, so an install
 * that was cut off does not pass. Optional packages may be absent: they are for other systems.
 * @param {Readonly<Record<string, LockedPackage>>} wanted
 * @param {Readonly<Record<string, LockedPackage>>} installed
 */
export function matchesLock(wanted, installed) {
  const wantedAreThere = Object.entries(wanted).every(([path, pack]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? pack.optional === true : found.version === pack.version;
  });
  return wantedAreThere && Object.keys(installed).every((path) => wanted[path] !== undefined);
}

/** @param {string} path */
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * Installs the packages of the lock unless they are there.
 * @throws Stop when that fails
 */
export async function ensureInstalled() {
  checkNode();
  const modules = join(root, 'node_modules');
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  if (wanted === null)
    throw new Stop('package-lock.json cannot be read. Restore it from git, then run the same command again.');
  const installed = lockedPackages(join(modules, '.package-lock.json'));
  if (installed !== null && matchesLock(wanted, installed)) return;
  if (isLink(modules)) {
    // `npm ci` would empty a folder that belongs to someone else.
    say('  node_modules is a link and does not match package-lock.json; it is used as it is.');
    return;
  }
  const count = Object.keys(wanted).length - 1;
  await step(`Installing up to ${count} packages from the lockfile (once)`, async () => {
    const { program, args, shell } = npm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--engine-strict=false',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    const code = await passThrough(program, args, { cwd: root, shell, stdoutToStderr: true });
    if (code !== 0) {
      throw new Stop(
        `npm could not install the packages (exit code ${code}). Its message stands above; then run the same command again.`,
      );
    }
  });
}
