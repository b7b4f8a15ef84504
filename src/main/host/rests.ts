import type { SystemClock } from '../engine/ports';

/** Real ms between two small pieces of work, in which the line has the thread. */
const REST_MS = 20;
/** An attempt that is due so soon goes first, real ms. */
const CLOSE_MS = 25;
/** So often it lets something else go first: a fast clock always has something close. */
const MOST_GIVEN = 20;

export type RestPorts = {
  readonly system: SystemClock;
  /** Real ms until the line has something to do; null when nothing waits. */
  readonly nextInMs: () => number | null;
};

/** Waits between two pieces of work that would keep the line waiting if they came in one. */
export class Rests {
  readonly #ports: RestPorts;
  #closed = false;
  #cancel = (): void => {};

  constructor(ports: RestPorts) {
    this.#ports = ports;
  }

  /** A wait that has begun does not end any more. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  /** Until the line has nothing to do for a moment, `restMs` at least. */
  rest(restMs = REST_MS): Promise<void> {
    return new Promise((resolve) => {
      let given = 0;
      const wait = (): void => {
        const dueInMs = this.#ports.nextInMs();
        // What is overdue waits for a place or for an answer, not for this thread.
        const isClose = dueInMs !== null && dueInMs > 0 && dueInMs < CLOSE_MS;
        if (!this.#closed && isClose && given < MOST_GIVEN) {
          given += 1;
          this.#cancel = this.#ports.system.ring(CLOSE_MS, wait);
        } else resolve();
      };
      this.#cancel = this.#ports.system.ring(restMs, wait);
    });
  }
}
