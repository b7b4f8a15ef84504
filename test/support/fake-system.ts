import type { Chance, SystemClock } from '../../src/main/engine/ports';

type Bell = { readonly at: number; readonly order: number; readonly ring: () => void };

export type FakeLife = SystemClock & { readonly kill: () => void };

/** The system's clocks and timers under the test's hand: nothing passes unless it is advanced. */
export class FakeSystem implements SystemClock {
  #elapsed = 0;
  #wall: number;
  #slept = 0;
  #stoodStill = 0;
  #order = 0;
  #bells: Bell[] = [];

  constructor(wallMs = Date.UTC(2026, 0, 1)) {
    this.#wall = wallMs;
  }

  wallMs(): number {
    return this.#wall;
  }

  elapsedMs(): number {
    return this.#elapsed;
  }

  sleptMs(): number {
    return this.#slept;
  }

  /** The machine sleeps: wall time goes on, the monotonic clock does not. */
  sleep(ms: number): void {
    this.#slept += ms;
    this.#wall += ms;
  }

  stoodStillMs(): number {
    return this.#stoodStill;
  }

  /** The process does not run for `ms`, while both clocks go on; what was to ring meanwhile is late. */
  standStill(ms: number): void {
    this.#stoodStill += ms;
    this.#moveTo(this.#elapsed + ms);
  }

  ring(afterMs: number, bell: () => void): () => void {
    if (!(afterMs >= 0 && afterMs < 2 ** 31)) throw new RangeError(`a timer of ${afterMs} ms would fire at once`);
    this.#order += 1;
    const entry = { at: this.#elapsed + afterMs, order: this.#order, ring: bell };
    this.#bells.push(entry);
    return () => {
      this.#bells = this.#bells.filter((other) => other !== entry);
    };
  }

  /** The clocks as one process sees them: once killed, none of its timers rings. */
  life(): FakeLife {
    let alive = true;
    return {
      wallMs: () => this.wallMs(),
      elapsedMs: () => this.elapsedMs(),
      sleptMs: () => this.sleptMs(),
      stoodStillMs: () => this.stoodStillMs(),
      ring: (afterMs, bell) => this.ring(afterMs, () => alive && bell()),
      kill: () => {
        alive = false;
      },
    };
  }

  /** Timers that are set. */
  get armed(): number {
    return this.#bells.length;
  }

  /** Someone sets the machine's clock; the monotonic one does not notice. */
  setWall(wallMs: number): void {
    this.#wall = wallMs;
  }

  /** Real time passes; due timers ring in order, and what they set off settles before the next. */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms;
    for (;;) {
      await settled();
      const next = this.#bells.filter((bell) => bell.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined) break;
      this.#bells = this.#bells.filter((bell) => bell !== next);
      this.#moveTo(Math.max(next.at, this.#elapsed));
      next.ring();
    }
    this.#moveTo(until);
    await settled();
  }

  #moveTo(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}

/** Lets promise reactions run, however deep they are chained. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Bytes that count upwards: different ids each time, the same in every run. */
export class CountingChance implements Chance {
  #next = 0;

  bytes(count: number): Uint8Array {
    this.#next += 1;
    const bytes = new Uint8Array(count);
    new DataView(bytes.buffer).setUint32(count - 4, this.#next);
    return bytes;
  }
}
