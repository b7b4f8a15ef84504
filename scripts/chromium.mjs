import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './display.mjs';

/** Where a Chromium or Chrome usually is, by platform. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')];
  }),
];

/**
 * The browser for the end-to-end tests: CHROMIUM_PATH, or the first one found. Null when there is none.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'] ?? '';
  if (named !== '') return existsSync(named) ? named : null;
  const usual = USUAL_PLACES.find((path) => existsSync(path));
  return usual ?? onPath('chromium') ?? onPath('google-chrome');
}
