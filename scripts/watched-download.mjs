import { bytesBelow } from './cache.mjs';
import { run } from './child.mjs';

const LOOK_EVERY_MS = 500;

/** @typedef {{ stallMs: number, totalMs: number }} Limits */

/**
 * Runs a program that downloads into folders, shows how many bytes are there, and stops it when nothing is added for
 * `stallMs` or when it takes more than `totalMs`.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, folders: readonly string[], limits: Limits,
 *   note: (detail: string) => void }} how
 * @returns {Promise<{ ok: true } | { ok: false, why: string }>}
 */
export async function watchedDownload(program, args, { folders, limits, note, ...where }) {
  const stop = new AbortController();
  const startedMs = performance.now();
  let grewMs = startedMs;
  let bytes = 0;
  let limit = '';
  const look = setInterval(() => {
    const nowMs = performance.now();
    const seen = folders.reduce((sum, folder) => sum + bytesBelow(folder), 0);
    if (seen !== bytes) {
      bytes = seen;
      grewMs = nowMs;
    }
    note(`${Math.round(bytes / 1e6)} MB`);
    if (nowMs - grewMs > limits.stallMs) limit = `nothing arrived for ${limits.stallMs / 1000} s`;
    else if (nowMs - startedMs > limits.totalMs) limit = `it was not done after ${limits.totalMs / 1000} s`;
    if (limit !== '') stop.abort();
  }, LOOK_EVERY_MS);
  const { code, output } = await run(program, args, { ...where, signal: stop.signal });
  clearInterval(look);
  if (code === 0) return { ok: true };
  return { ok: false, why: limit === '' ? reasonIn(output, code) : limit };
}

/**
 * The line of the output that names the reason: causes stand below the error that wraps them.
 * @param {string} output
 * @param {number} code
 */
function reasonIn(output, code) {
  const lines = output.split('\n').map((line) => line.trim().replace(/^\[cause\]: /, ''));
  const named = lines.filter((line) => /^(\w*Error|npm error)\b/.test(line));
  return (
    named
      .at(-1)
      ?.replace(/^(\w*Error|npm error):?\s*/, '')
      .replace(/ \{$/, '') ?? `exit code ${code}`
  );
}
