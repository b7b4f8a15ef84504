import type { Page } from '@playwright/test';

/** The app as a journey sees it, whatever it runs in. */
export interface LaunchedApp {
  readonly kind: 'window' | 'browser';
  /** Ask for it anew after restart() and, in the browser, after killEngine(). */
  readonly page: Page;
  /** Quits in order and opens again on the same data folder. */
  restart(): Promise<void>;
  /** Kills the engine without warning and resolves when another one runs on the same data folder. */
  killEngine(): Promise<void>;
  close(): Promise<void>;
}

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
