import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SystemClock } from '../../src/main/engine/ports';

/** The machine's own clocks. */
export const realClock: SystemClock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  ring: (afterMs, bell) => {
    const timer = setTimeout(bell, afterMs);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands until it is told to go on; sockets stay real. */
export class HandClock implements SystemClock {
  #now = 1_000;
  #stoodStillMs = 0;
  #bells = new Set<{ readonly at: number; readonly bell: () => void }>();

  wallMs(): number {
    return 1_767_225_600_000 + this.#now;
  }

  elapsedMs(): number {
    return this.#now;
  }

  ring(afterMs: number, bell: () => void): () => void {
    const entry = { at: this.#now + afterMs, bell };
    this.#bells.add(entry);
    return () => this.#bells.delete(entry);
  }

  /** Goes on by `ms`; every bell on the way rings at its own instant. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const next = [...this.#bells].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#bells.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.bell();
    }
    this.#now = until;
  }

  stoodStillMs(): number {
    return this.#stoodStillMs;
  }

  /** The process does not run for `ms`; what was to ring meanwhile rings at the end, and what that sets only later. */
  standStill(ms: number): void {
    this.#now += ms;
    this.#stoodStillMs += ms;
    const due = [...this.#bells].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const entry of due) {
      if (this.#bells.delete(entry)) entry.bell();
    }
  }

  get bells(): number {
    return this.#bells.size;
  }
}

/** Turns of the event loop until `condition` holds; the test's own time-out ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

/** Turns of the event loop, so that sockets can speak and a used connection is free again. */
export async function turns(count = 50): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Whether a promise is still open after the sockets had some turns to speak. */
export async function stillOpen(promise: Promise<unknown>): Promise<boolean> {
  let open = true;
  void promise.then(() => {
    open = false;
  });
  await turns();
  return open;
}
