import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const ORPHANED_WITHIN_MS = 500;
const LAST_WORDS_MS = 10_000;

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} Where */
/** @typedef {{ code: number, output: string }} Finished `code` is 127 when the program could not be started */

/**
 * Runs a program to its end and keeps what it prints (both streams, in order of arrival). Never rejects.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Where & { signal?: AbortSignal }} [where] the signal kills the program
 * @returns {Promise<Finished>}
 */
export function run(program, args, where = {}) {
  const { signal, ...rest } = where;
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code, ended) => {
      signal?.removeEventListener('abort', kill);
      resolve({ code: exitCode(code, ended), output });
    });
  });
}

/**
 * Runs a program in place of this one: its input, output, signals and exit code are passed through.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Where & { stdoutToStderr?: boolean, holdBack?: (line: string) => boolean, limitMs?: number }} [where]
 *   `holdBack`: whether a line of the error output is kept from the person; `limitMs`: ends the program when it takes
 *   longer
 * @returns {Promise<number>}
 */
export function passThrough(program, args, where = {}) {
  const { stdoutToStderr = false, holdBack, limitMs, ...rest } = where;
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').ChildProcess | null} */
    let asked = null;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Ctrl+C in a terminal reaches the child by itself; a second one would read as impatience.
      if (signal === 'SIGINT' && process.stdin.isTTY === true) return;
      asked?.kill(signal);
    };
    /** @type {readonly NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    // Before there is a child: a signal that came in between would end this process and leave the child alone.
    for (const signal of signals) process.on(signal, forward);
    const child = spawn(program, args, {
      ...rest,
      stdio: ['inherit', stdoutToStderr ? 2 : 'inherit', holdBack === undefined ? 'inherit' : 'pipe'],
    });
    asked = child;
    if (child.stderr !== null && holdBack !== undefined) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (!holdBack(line))
          process.stderr.write(`${line}
`);
      });
    }
    const parent = process.ppid;
    // npm hands a signal to the shell between it and us, which dies of it and tells us nothing.
    const watch = setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, ORPHANED_WITHIN_MS);
    const limit = limitMs === undefined ? [] : endAfter(child, limitMs);
    const release = () => {
      clearInterval(watch);
      for (const timer of limit) clearTimeout(timer);
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, ended) => {
      release();
      resolve(exitCode(code, ended));
    });
  });
}

/**
 * Asks first, so that it can end its own children, and insists a little later.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} limitMs
 */
const endAfter = (child, limitMs) => [
  setTimeout(() => child.kill('SIGTERM'), limitMs),
  setTimeout(() => child.kill('SIGKILL'), limitMs + LAST_WORDS_MS),
];

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
const exitCode = (code, signal) => code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

/**
 * The last lines of a program's output, for a message about its failure.
 * @param {string} output
 */
export const lastLines = (output, count = 20) => output.trimEnd().split('\n').slice(-count).join('\n');
