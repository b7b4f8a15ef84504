/** What wants to know of a stop. */
export interface Stoppable {
  /** Its place in the list of its signal; kept by `Stops`. */
  stopIndex: number;
  onStop(): void;
}

/**
 * One listener per signal, however many exchanges it can stop: a signal's own list of listeners is searched with
 * every addition, and warns at eleven. Arrays, not sets: a set that is added to and deleted from all the time leaves
 * a chain of outgrown tables behind, which keeps finished exchanges from dying young.
 */
export class Stops {
  readonly #bySignal = new WeakMap<AbortSignal, Stoppable[]>();

  add(signal: AbortSignal, one: Stoppable): void {
    let all = this.#bySignal.get(signal);
    if (all === undefined) {
      const made: Stoppable[] = [];
      all = made;
      this.#bySignal.set(signal, made);
      signal.addEventListener('abort', () => stopAll(made), { once: true });
    }
    one.stopIndex = all.length;
    all.push(one);
  }

  remove(signal: AbortSignal, one: Stoppable): void {
    const all = this.#bySignal.get(signal);
    if (all?.[one.stopIndex] !== one) return;
    const last = all.pop();
    if (last === undefined || last === one) return;
    all[one.stopIndex] = last;
    last.stopIndex = one.stopIndex;
  }
}

function stopAll(all: Stoppable[]): void {
  for (const one of all.splice(0)) one.onStop();
}
