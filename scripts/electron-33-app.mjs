import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtDigest, out, putInPlace } from './build.mjs';
import { unfinishedFolder } from './cache.mjs';
import { OLDER_MODULES } from './electron-33.mjs';
import { root, scratch } from './project.mjs';

/**
 * This clone's copy of the Electron 33 runtime with the built app inside it, since that binary runs only the app
 * beside it. The runtime's files are hard links to the shared cache; the app is replaced when the build is newer.
 * @param {string} cached the folder of electron33()
 * @returns {Promise<string>} the executable
 */
export async function assembleElectron33(cached) {
  mkdirSync(scratch, { recursive: true });
  const runtime = join(scratch, 'electron-33');
  if (!existsSync(runtime)) {
    const work = await unfinishedFolder(scratch);
    linkTree(cached, join(work, 'runtime'));
    if (!existsSync(runtime)) renameSync(join(work, 'runtime'), runtime);
    rmSync(work, { recursive: true, force: true });
  }
  const app = join(runtime, 'dist', 'resources', 'app');
  const digest = builtDigest();
  if (digest === null) throw new Error('the app has to be built before it is put into the runtime');
  if (digestIn(app) !== digest) {
    const work = await unfinishedFolder(scratch);
    const fresh = join(work, 'app');
    cpSync(out, join(fresh, 'out'), { recursive: true });
    cpSync(join(root, 'package.json'), join(fresh, 'package.json'));
    for (const name of OLDER_MODULES) linkTree(join(runtime, 'modules', name), join(fresh, 'node_modules', name));
    mkdirSync(dirname(app), { recursive: true });
    putInPlace(fresh, app);
    rmSync(work, { recursive: true, force: true });
  }
  return join(runtime, 'dist', 'electron');
}

/** @param {string} app */
function digestIn(app) {
  try {
    return readFileSync(join(app, 'out', '.inputs'), 'utf8');
  } catch {
    return null; // no app in it yet
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target); // another file system, or one without hard links
  }
}
