import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import type { DeliveryStep } from '../../shared/model/step';
import { isExpired } from '../../shared/rules/sweep';
import { slotFor, throttleOf, windowOf } from '../../shared/rules/throttle';
import type { EngineStore } from './ports';

/** Either it may go now, or what happens to it instead. */
export type Passage = { readonly kind: 'go' } | { readonly kind: 'not-now'; readonly step: DeliveryStep };

const GO: Passage = { kind: 'go' };

/**
 * What a due delivery must pass before it is sent: its job was not lost, it is not too old, and its channel's window
 * has room. Takes its place in the window; only inside a transaction.
 */
export class Gates {
  readonly #store: EngineStore;
  /** For each throttled endpoint a window before which all later ones are full: places are found without counting. */
  readonly #firstFree = new Map<EndpointId, number>();

  constructor(store: EngineStore) {
    this.#store = store;
  }

  pass(endpoint: Endpoint, delivery: Delivery, now: number): Passage {
    if (delivery.jobsToLose !== 0) return { kind: 'not-now', step: { kind: 'job-lost', rules: [] } };
    const { policy } = endpoint;
    if (isExpired(policy, delivery, now)) {
      return { kind: 'not-now', step: { kind: 'expire', rules: policy.maxAge?.rules ?? [] } };
    }
    return this.#throttle(endpoint, delivery, now);
  }

  /** A place that will not be used: another may have it. */
  giveBack(endpointId: EndpointId, delivery: Delivery): void {
    if (delivery.slotAt === null) return;
    this.#store.giveSlot(endpointId, delivery.slotAt);
    const known = this.#firstFree.get(endpointId);
    if (known !== undefined && delivery.slotAt < known) this.#firstFree.set(endpointId, delivery.slotAt);
  }

  /** A transaction that took places was rolled back: what was remembered may be wrong. */
  forget(): void {
    this.#firstFree.clear();
  }

  #throttle(endpoint: Endpoint, delivery: Delivery, now: number): Passage {
    const throttle = throttleOf(endpoint.policy, endpoint.channel);
    if (throttle === null) return GO;
    const here = windowOf(throttle, now);
    if (delivery.slotAt === here) return GO;
    const used = (windowAt: number): number => this.#store.slotsUsed(endpoint.id, windowAt);
    const slot = slotFor(throttle, now, used, this.#firstFree.get(endpoint.id) ?? here);
    this.#firstFree.set(endpoint.id, slot);
    this.#store.takeSlot(endpoint.id, slot);
    if (slot === here) return GO;
    const { limit, windowMs, rules } = throttle;
    return {
      kind: 'not-now',
      step: { kind: 'defer', fromAt: delivery.dueAt ?? now, toAt: slot, limit, windowMs, rules },
    };
  }
}
