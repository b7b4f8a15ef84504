// Decides how `npm start` shows the app: in a window, or in the browser, and then why and what would give the window.
import { findDisplay, onPath } from './display.mjs';
import { findElectron } from './electron-runtime.mjs';
import { aptCommand, hasApt, librariesNotIndexed, missingLibraries, packagesOf } from './system-packages.mjs';

/** @typedef {import('./electron-runtime.mjs').ElectronRuntime} ElectronRuntime */
/** @typedef {{ in: 'window', runtime: ElectronRuntime, displayArgs: readonly string[] }} InWindow */
/** @typedef {{ in: 'browser', why: string, command: string }} InBrowser `command`: what would give the window */

/**
 * Nothing is downloaded when there is no display to show it on.
 * @returns {Promise<InWindow | InBrowser>}
 * @throws Stop as findElectron
 */
export async function whereToOpen() {
  const display = await findDisplay(process.env);
  if (!display.ok) return { in: 'browser', why: display.why, command: await virtualDisplayCommand() };

  const found = await findElectron();
  if (!found.ok) return { in: 'browser', why: `${found.why}.`, command: 'npx install-electron && npm start' };
  const { runtime } = found;

  const missing = await missingLibraries(runtime.executable);
  if (missing.length === 0) return { in: 'window', runtime, displayArgs: display.args };
  return {
    in: 'browser',
    why: `Electron needs libraries that are missing here: ${missing.join(', ')}.`,
    command: withPackages(packagesOf(missing), 'npm start'),
  };
}

/** A display that only programs see: enough to try the window, or to take pictures of it. */
async function virtualDisplayCommand() {
  const programs = [...(onPath('Xvfb') === null ? ['xvfb'] : []), ...(onPath('xauth') === null ? ['xauth'] : [])];
  return withPackages([...packagesOf(await librariesNotIndexed()), ...programs], 'xvfb-run -a npm start');
}

/**
 * @param {readonly string[]} packages
 * @param {string} command
 */
function withPackages(packages, command) {
  if (packages.length === 0) return command;
  const nameless = packages.some((name) => name.includes('.so'));
  return hasApt && !nameless
    ? `${aptCommand(packages)} && ${command}`
    : `${command}, once ${packages.join(', ')} can be found`;
}
