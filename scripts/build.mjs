import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { lastLines, run } from './child.mjs';
import { step } from './progress.mjs';
import { projectNode, root, scratch, tool } from './project.mjs';
import { Stop } from './stop.mjs';

export const out = join(root, 'out');

/** Written last inside a build: the digest of the inputs that it was made from. */
const STAMP = '.inputs';

const INPUT_FOLDERS = ['src', 'resources'];
const INPUT_FILES = [
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'scripts/licences.mjs',
  'tsconfig.base.json',
];

/** Digest of everything that a build depends on: names and bytes. */
export function inputsDigest(folder = root) {
  const inFolders = INPUT_FOLDERS.map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = [...inFolders, ...INPUT_FILES.map((name) => join(folder, name))].filter((path) => existsSync(path));
  const digest = createHash('sha256');
  for (const path of files.sort()) {
    const bytes = readFileSync(path);
    digest.update(`${relative(folder, path).split(sep).join('/')}\0${bytes.length}\0`).update(bytes);
  }
  return digest.digest('hex');
}

/** The digest that `out` was built from, or null when there is no finished build. */
export function builtDigest() {
  try {
    return readFileSync(join(out, STAMP), 'utf8');
  } catch {
    return null; // no build yet
  }
}

/**
 * Builds `out` when it is older than its inputs. It is built aside and put in place whole, so a build that fails or
 * is cut off leaves the last good one.
 * @throws Stop when the build fails
 */
export async function ensureBuilt() {
  const digest = inputsDigest();
  if (builtDigest() === digest) return;
  await step('Building the app', async () => {
    mkdirSync(scratch, { recursive: true });
    const aside = join(scratch, `build-${process.pid}-${randomBytes(3).toString('hex')}`);
    try {
      const args = [tool('electron-vite/bin/electron-vite.js'), 'build', '--outDir', aside];
      const { code, output } = await run(projectNode(), args, { cwd: root });
      if (code !== 0) throw new Stop(`The build failed:\n${lastLines(output, 40)}`);
      writeFileSync(join(aside, STAMP), digest);
      putInPlace(aside, out);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  });
}

/**
 * Replaces a folder by another one.
 * @param {string} fresh
 * @param {string} place
 */
export function putInPlace(fresh, place) {
  const old = join(scratch, `old-${process.pid}-${randomBytes(3).toString('hex')}`);
  if (existsSync(place)) renameSync(place, old);
  renameSync(fresh, place);
  rmSync(old, { recursive: true, force: true });
}
