import type { Delivery } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import type { Throttle } from '../../shared/policies/window';
import { type Place, slideFor, windowUpTo } from '../../shared/rules/throttle';
import type { Advance, Passage } from './gates';
import type { EngineStore } from './ports';

/**
 * The line of a limit that holds in any window of its length. Each request has a place, numbered in order; who must
 * wait has one promised ahead. A place that is given back goes to the next in line once it is near. All by index: a
 * place costs a look-up, whatever the length of the line. Only inside a transaction.
 */
export class Sliding {
  readonly #store: EngineStore;

  constructor(store: EngineStore) {
    this.#store = store;
  }

  pass(throttle: Throttle, endpointId: EndpointId, delivery: Delivery, now: number): Passage {
    const last = this.#store.lastPlace(endpointId);
    const own = delivery.slotAt === null ? null : this.#store.promisedPlace(endpointId, delivery.slotAt);
    const n = own?.n ?? (last?.n ?? 0) + 1;
    const earliest = slideFor(throttle, this.#store.place(endpointId, n - throttle.limit), now);
    // Who comes while others wait goes behind the last of them.
    const at = own === null && last?.state === 'promised' ? Math.max(earliest, last.at) : earliest;
    if (at <= now) {
      this.#store.writePlace(endpointId, { n, at: now, state: 'started' });
      return { kind: 'go', throttle: this.#window(throttle, endpointId, now) };
    }
    this.#store.writePlace(endpointId, { n, at, state: 'promised' });
    const { limit, windowMs, rules } = throttle;
    const window = this.#window(throttle, endpointId, at);
    const fromAt = delivery.dueAt ?? now;
    return { kind: 'not-now', step: { kind: 'defer', fromAt, toAt: at, limit, windowMs, window, rules } };
  }

  /** Whether it was a promised place of this line that was given back. */
  giveBack(endpointId: EndpointId, at: number): boolean {
    const place = this.#store.promisedPlace(endpointId, at);
    if (place === null) return false;
    this.#free(endpointId, place);
    return true;
  }

  /** Gives free places within a window from now to the next in line. Returns whether anyone moved up. */
  fill(throttle: Throttle, endpointId: EndpointId, now: number, advance: Advance): boolean {
    let moved = false;
    let from = now;
    for (;;) {
      const free = this.#store.nextPlace(endpointId, 'free', from);
      if (free === null || free.at > now + throttle.windowMs) return moved;
      const next = this.#store.nextPlace(endpointId, 'promised', free.at + 1);
      const [delivery] = next === null ? [] : this.#store.inLine(endpointId, next.at, 1);
      if (next === null || delivery === undefined) return moved;
      this.#store.writePlace(endpointId, { ...free, state: 'promised' });
      this.#free(endpointId, next);
      const window = this.#window(throttle, endpointId, free.at);
      advance(delivery, { kind: 'advance', fromAt: next.at, toAt: free.at, window, rules: throttle.rules });
      moved = true;
      from = free.at;
    }
  }

  /** The end of the line falls back to its last place in use. */
  #free(endpointId: EndpointId, place: Place): void {
    this.#store.writePlace(endpointId, { ...place, state: 'free' });
    for (;;) {
      const last = this.#store.lastPlace(endpointId);
      if (last === null || last.state !== 'free') return;
      this.#store.dropPlace(endpointId, last.n);
    }
  }

  #window(throttle: Throttle, endpointId: EndpointId, at: number) {
    return windowUpTo(throttle, at, this.#store.placesBetween(endpointId, at - throttle.windowMs, at));
  }
}
