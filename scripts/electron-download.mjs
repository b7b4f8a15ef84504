import { rmSync } from 'node:fs';
import { sharedCache, unfinishedFolder } from './cache.mjs';
import { forgetFailure, rememberedFailure, rememberFailure } from './failure-memory.mjs';
import { step } from './progress.mjs';
import { projectNode, root, tool } from './project.mjs';
import { watchedDownload } from './watched-download.mjs';

const LIMITS = { stallMs: 10_000, totalMs: 300_000 };
const REMEMBER_MS = 86_400_000;

class NotReached extends Error {}

/**
 * Electron's own installation of its binary. A failure is remembered for a day, so that the next start is quick.
 * @param {string} version
 * @returns {Promise<{ ok: true } | { ok: false, why: string }>}
 */
export async function downloadElectron(version) {
  const what = `electron-${version}`;
  const before = rememberedFailure(what, REMEMBER_MS, Date.now());
  if (before !== null) return { ok: false, why: `${before}, tried within the last day` };
  try {
    await step(`Downloading Electron ${version} (once)`, fetchBinary);
    forgetFailure(what);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    rememberFailure(what, error.message, Date.now());
    return { ok: false, why: error.message };
  }
}

/** @param {(detail: string) => void} note */
async function fetchBinary(note) {
  const temporary = await unfinishedFolder(sharedCache());
  try {
    const result = await watchedDownload(projectNode(), [tool('electron/install.js')], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      folders: [temporary, tool('electron/dist')],
      limits: LIMITS,
      note,
    });
    if (!result.ok) throw new NotReached(result.why);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
