import type { SystemClock } from '../../src/main/engine/ports';
import { systemClock, watchStandstill } from '../../src/main/host/system';

type Bell = { readonly at: number; readonly ring: () => void; timer: NodeJS.Timeout };

/** The machine's clock in a process that its parent may set: wall time alone, or both, as if time had passed. */
export class ControlledClock implements SystemClock {
  readonly #bells = new Set<Bell>();
  readonly #standstill = watchStandstill(() => this.elapsedMs());
  #wallOffsetMs: number;
  #passedMs = 0;

  constructor(wallOffsetMs: number) {
    this.#wallOffsetMs = wallOffsetMs;
  }

  wallMs(): number {
    return systemClock.wallMs() + this.#wallOffsetMs + this.#passedMs;
  }

  elapsedMs(): number {
    return systemClock.elapsedMs() + this.#passedMs;
  }

  stoodStillMs(): number {
    return this.#standstill();
  }

  ring(afterMs: number, ring: () => void): () => void {
    const at = this.elapsedMs() + afterMs;
    const go = (): void => {
      this.#bells.delete(bell);
      ring();
    };
    const bell: Bell = { at, ring: go, timer: setTimeout(go, afterMs) };
    this.#bells.add(bell);
    return () => {
      clearTimeout(bell.timer);
      this.#bells.delete(bell);
    };
  }

  /** Someone sets the machine's clock. */
  setWall(offsetMs: number): void {
    this.#wallOffsetMs = offsetMs;
  }

  /**
   * So much time has passed since this process last ran: what was to ring meanwhile rings before anything else, as
   * timers do, and before what lies in the sockets is read.
   */
  pass(ms: number): void {
    this.#passedMs += ms;
    const now = this.elapsedMs();
    const bells = [...this.#bells].sort((a, b) => a.at - b.at);
    for (const bell of bells) {
      if (!this.#bells.has(bell)) continue;
      clearTimeout(bell.timer);
      if (bell.at <= now) bell.ring();
      else bell.timer = setTimeout(bell.ring, bell.at - now);
    }
  }
}
