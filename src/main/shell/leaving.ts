import type { EngineState } from '../../shared/contract/shell';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/**
 * What would stop if the app were left now, in a sentence; null when nothing would: nothing is in flight, and nothing
 * waits for its time while the clock runs at 1×.
 */
export function whatLeavingStops(state: EngineState | null): string | null {
  if (state === null) return null;
  const waits = state.realTime && !state.paused ? state.waiting : 0;
  const parts = [
    ...(state.inFlight === 0 ? [] : [`${plural(state.inFlight, 'request is', 'requests are')} in flight`]),
    ...(waits === 0 ? [] : [`${plural(waits, 'delivery waits', 'deliveries wait')} for the next attempt`]),
  ];
  return parts.length === 0 ? null : `${parts.join(', and ')}.`;
}

export const LEAVING_DETAIL =
  'Nothing is lost. What is in flight is broken off and kept as interrupted; what waits goes on when Retryscope is opened again. Nothing is sent meanwhile.';

export type LeavingWorld = {
  readonly state: () => EngineState | null;
  /** Whether the person wants to be asked. */
  readonly asks: () => boolean;
  /** Resolves to whether the person wants to leave all the same. */
  readonly ask: (stops: string) => Promise<boolean>;
  readonly leave: () => void;
};

/** Asks before the app is left while something is going on. There is no background in which it would go on sending. */
export class Leaving {
  readonly #world: LeavingWorld;
  #agreed = false;
  #asking = false;

  constructor(world: LeavingWorld) {
    this.#world = world;
  }

  /** The system ends the session, or somebody the process: nobody is there to answer. */
  withoutAsking(): void {
    this.#agreed = true;
  }

  /** Whether a window may close or the app quit at once. If not, it is asked, and left when the answer is yes. */
  may(): boolean {
    if (this.#agreed) return true;
    const stops = this.#world.asks() ? whatLeavingStops(this.#world.state()) : null;
    if (stops === null) {
      this.#agreed = true;
      return true;
    }
    if (!this.#asking) void this.#ask(stops);
    return false;
  }

  async #ask(stops: string): Promise<void> {
    this.#asking = true;
    try {
      this.#agreed = await this.#world.ask(stops);
    } finally {
      this.#asking = false;
    }
    if (this.#agreed) this.#world.leave();
  }
}
