import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';

const ANSWER_MS = 2_000;

/** @typedef {{ ok: true, args: readonly string[] } | { ok: false, why: string }} Display `args`: what Electron needs for it */

/**
 * Whether a window can be shown. On Linux a display server has to answer; elsewhere there always is one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Display>}
 */
export async function findDisplay(env) {
  if (process.platform !== 'linux') return { ok: true, args: [] };
  const x11 = env['DISPLAY'] ?? '';
  const wayland = env['WAYLAND_DISPLAY'] ?? '';
  if (x11 !== '' && (await x11Answers(x11))) return { ok: true, args: [] };
  const waylandSocket = wayland.startsWith('/') ? wayland : join(env['XDG_RUNTIME_DIR'] ?? '/', wayland);
  if (wayland !== '' && (await answers({ path: waylandSocket })))
    return { ok: true, args: ['--ozone-platform=wayland'] };
  return {
    ok: false,
    why:
      x11 === '' && wayland === ''
        ? 'There is no display (DISPLAY is not set).'
        : `No display answers at ${x11 === '' ? wayland : x11}.`,
  };
}

/**
 * @param {string} display such as `:0`, `:99.0` or `localhost:10.0`
 * @returns {Promise<boolean>}
 */
async function x11Answers(display) {
  const [, host = '', number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined) return false;
  if (host !== '' && host !== 'unix') return answers({ host, port: 6000 + Number(number) });
  const path = `/tmp/.X11-unix/X${number}`;
  return (await answers({ path })) || answers({ path: `\0${path}` });
}

/**
 * @param {import('node:net').NetConnectOpts} where
 * @returns {Promise<boolean>}
 */
function answers(where) {
  return new Promise((resolve) => {
    const socket = connect(where);
    /** @param {boolean} yes */
    const settle = (yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(ANSWER_MS, () => settle(false));
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}

/**
 * Where a program is on the PATH, or null.
 * @param {string} program
 * @returns {string | null}
 */
export function onPath(program) {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/**
 * A virtual X display of its own number.
 * @returns {Promise<{ display: string, stop: () => void }>}
 * @throws Error when Xvfb is missing or does not start
 */
export function startXvfb() {
  return new Promise((resolve, reject) => {
    // Xvfb picks a free number and writes it to descriptor 3 when it is ready.
    const args = ['-displayfd', '3', '-screen', '0', '1440x960x24', '-nolisten', 'tcp'];
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    let complaint = '';
    server.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    const stop = () => {
      process.off('exit', stop);
      server.kill();
    };
    process.on('exit', stop);
    server.on('error', (error) => reject(new Error(`Xvfb could not be started: ${error.message}`)));
    server.on('exit', (code) => reject(new Error(`Xvfb ended with code ${code}: ${complaint.trim()}`)));
    server.stdio[3]?.once('data', (chunk) => resolve({ display: `:${String(chunk).trim()}`, stop }));
  });
}
