import { spawn } from 'node:child_process';
import type { ElectronApplication, Page } from '@playwright/test';

/** The app as a journey sees it, whatever it runs in. */
export interface LaunchedApp {
  readonly kind: 'window' | 'browser';
  /** Electron itself, where the app runs in its window; null in a browser. Ask for it anew after restart(). */
  readonly electron: ElectronApplication | null;
  /** Ask for it anew after restart(). */
  readonly page: Page;
  /** Gives the page this room, in CSS px. */
  resize(width: number, height: number): Promise<void>;
  /** Quits in order and opens again on the same data folder. */
  restart(): Promise<void>;
  /** Kills the engine without warning and resolves when another one runs on the same data folder. The page stays. */
  killEngine(): Promise<void>;
  /** Starts the app once more on the same data folder while this one runs, and resolves when that one has ended. */
  startAgain(): Promise<Ended>;
  /** Does something that saves a file, and resolves to the file: no dialog is shown. */
  savedBy(act: () => Promise<void>): Promise<SavedFile>;
  /** How many files it has begun to save since it was opened. */
  savedSoFar(): Promise<number>;
  close(): Promise<void>;
}

export type SavedFile = { readonly name: string; readonly bytes: Buffer };

/** How a process ended, and everything that it printed. */
export type Ended = { readonly code: number | null; readonly output: string };

export type LaunchOptions = { readonly dataDir: string };

/** Where the built app is asked for; the tests never build by themselves. */
export const OUT = new URL('../../../out/', import.meta.url);

/** Asks until the answer is not null. @throws Error with `what` when there is none within `withinMs` */
export async function eventually<T>(what: string, withinMs: number, ask: () => Promise<T | null>): Promise<T> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > untilMs) throw new Error(`${what} did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ENDS_MS = 30_000;

/** Runs a program that is expected to end by itself. @throws Error when it has not after half a minute */
export function runToEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${program} did not end: ${output}`));
    }, ENDS_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
