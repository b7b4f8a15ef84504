import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import type { DeliveryStep, ThrottleWindow } from '../../shared/model/step';
import type { Throttle } from '../../shared/policies/window';
import { isExpired } from '../../shared/rules/sweep';
import { isSliding, slotFor, throttleOf, throttleWindow, windowOf } from '../../shared/rules/throttle';
import type { EngineStore } from './ports';
import { Sliding } from './sliding';

/** Either it may go now, in a window of its channel's limit if there is one, or what happens to it instead. */
export type Passage =
  | { readonly kind: 'go'; readonly throttle: ThrottleWindow | null }
  | { readonly kind: 'not-now'; readonly step: DeliveryStep };

/** Moves a waiting delivery to the place that became free. */
export type Advance = (delivery: Delivery, step: DeliveryStep) => void;

/**
 * What a due delivery must pass before it is sent: its job was not lost, it is not too old, and its channel's window
 * has room. Takes its place in the window; only inside a transaction.
 *
 * Nobody overtakes the line: who comes while others wait goes behind the last of them, and a place that becomes free
 * goes to the first of them. It is filled in the window that runs and in the next one; further ones get their turn
 * when theirs comes near, so that a place costs a look-up by index and not a shift of the whole line.
 */
export class Gates {
  readonly #store: EngineStore;
  readonly #sliding: Sliding;

  constructor(store: EngineStore) {
    this.#store = store;
    this.#sliding = new Sliding(store);
  }

  pass(endpoint: Endpoint, delivery: Delivery, now: number): Passage {
    if (delivery.jobsToLose !== 0) return { kind: 'not-now', step: { kind: 'job-lost', rules: [] } };
    const { policy } = endpoint;
    if (isExpired(policy, delivery, now)) {
      return { kind: 'not-now', step: { kind: 'expire', rules: policy.maxAge?.rules ?? [] } };
    }
    const throttle = throttleOf(policy, endpoint.channel);
    if (throttle === null) return { kind: 'go', throttle: null };
    if (isSliding(throttle)) return this.#sliding.pass(throttle, endpoint.id, delivery, now);
    return this.#throttled(throttle, endpoint.id, delivery, now);
  }

  /** A place that will not be used. Who waits moves up with `fill`, once all is given back. */
  giveBack(endpointId: EndpointId, delivery: Delivery): void {
    if (delivery.slotAt === null || this.#sliding.giveBack(endpointId, delivery.slotAt)) return;
    this.#store.giveSlot(endpointId, delivery.slotAt);
  }

  /** Gives free places to who waits for a later window, first come first served. Returns whether anyone moved up. */
  fill(endpoint: Endpoint, now: number, advance: Advance): boolean {
    const throttle = throttleOf(endpoint.policy, endpoint.channel);
    if (throttle === null) return false;
    if (isSliding(throttle)) return this.#sliding.fill(throttle, endpoint.id, now, advance);
    const here = windowOf(throttle, now);
    const movedHere = this.#fillWindow(throttle, endpoint.id, here, now, advance);
    return this.#fillWindow(throttle, endpoint.id, here + throttle.windowMs, now, advance) || movedHere;
  }

  #fillWindow(throttle: Throttle, endpointId: EndpointId, windowAt: number, now: number, advance: Advance): boolean {
    let used = this.#store.slotsUsed(endpointId, windowAt);
    let moved = false;
    let from = this.#store.nextSlot(endpointId, windowAt);
    while (used < throttle.limit && from !== null) {
      for (const delivery of this.#store.inLine(endpointId, from, throttle.limit - used)) {
        used += 1;
        this.#store.giveSlot(endpointId, from);
        this.#store.takeSlot(endpointId, windowAt);
        const window = throttleWindow(throttle, windowAt, used);
        advance(delivery, {
          kind: 'advance',
          fromAt: from,
          toAt: Math.max(windowAt, now),
          window,
          rules: throttle.rules,
        });
        moved = true;
      }
      from = this.#store.nextSlot(endpointId, from);
    }
    return moved;
  }

  #throttled(throttle: Throttle, endpointId: EndpointId, delivery: Delivery, now: number): Passage {
    const here = windowOf(throttle, now);
    const used = (windowAt: number): number => this.#store.slotsUsed(endpointId, windowAt);
    if (delivery.slotAt === here) return { kind: 'go', throttle: throttleWindow(throttle, here, used(here)) };
    const slot = slotFor(throttle, now, used, this.#store.lastSlot(endpointId));
    this.#store.takeSlot(endpointId, slot);
    const window = throttleWindow(throttle, slot, used(slot));
    if (slot === here) return { kind: 'go', throttle: window };
    const { limit, windowMs, rules } = throttle;
    const fromAt = delivery.dueAt ?? now;
    return { kind: 'not-now', step: { kind: 'defer', fromAt, toAt: slot, limit, windowMs, window, rules } };
  }
}
