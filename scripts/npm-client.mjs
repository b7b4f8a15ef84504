import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './project.mjs';

/** @typedef {{ program: string, args: string[], shell: boolean }} Command */

/**
 * How to run npm. Its JavaScript entry is preferred, run by the Node that npm itself uses: that needs no shell on
 * Windows, and survives a reinstallation of the Node inside node_modules.
 * @param {readonly string[]} args without spaces: on Windows the last resort is npm.cmd, which needs a shell
 * @returns {Command}
 */
export function npm(args) {
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  const bin = dirname(node);
  const entries = [
    process.env['npm_execpath'] ?? '',
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const entry = entries.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  const inNodeModules = node.startsWith(join(root, 'node_modules'));
  if (entry !== undefined && !inNodeModules) return { program: node, args: [entry, ...args], shell: false };
  const windows = process.platform === 'win32';
  return { program: windows ? 'npm.cmd' : 'npm', args: [...args], shell: windows };
}
