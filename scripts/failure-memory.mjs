import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedCache } from './cache.mjs';

/** @param {string} what a file name's worth of words, such as `electron-45.5.0` */
const place = (what) => join(sharedCache(), `${what}-not-reached.json`);

/**
 * Why fetching something failed within the last `forMs`, or null.
 * @param {string} what
 * @param {number} forMs
 * @param {number} now epoch ms
 * @returns {string | null}
 */
export function rememberedFailure(what, forMs, now) {
  try {
    const { at, why } = JSON.parse(readFileSync(place(what), 'utf8'));
    return typeof at === 'number' && at <= now && now - at < forMs ? String(why) : null;
  } catch {
    return null; // nothing is remembered
  }
}

/**
 * @param {string} what
 * @param {string} why
 * @param {number} now epoch ms
 */
export function rememberFailure(what, why, now) {
  writeFileSync(place(what), JSON.stringify({ at: now, why }));
}

/** @param {string} what */
export function forgetFailure(what) {
  rmSync(place(what), { force: true });
}
