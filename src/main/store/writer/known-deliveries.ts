import type { Delivery } from '../../../shared/model/delivery';
import type { DeliveryId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

/** More than are in flight at once; those that an engine's death left in flight may be many more. */
const MOST_IN_FLIGHT = 1_024;

/**
 * Deliveries as this connection last saw them: what the open transaction read, and what is in flight. Every attempt
 * asks for its delivery again when it ends. The writer is alone, so that only a rolled back transaction can make
 * them wrong.
 */
export class KnownDeliveries implements Gathered {
  readonly #read = new Map<DeliveryId, Delivery>();
  readonly #inFlight = new Map<DeliveryId, Delivery>();

  get(id: DeliveryId): Delivery | undefined {
    return this.#read.get(id) ?? this.#inFlight.get(id);
  }

  /** Read in the open transaction. */
  read(delivery: Delivery): void {
    this.#read.set(delivery.id, delivery);
  }

  written(delivery: Delivery): void {
    this.#read.delete(delivery.id);
    if (delivery.state !== 'processing') this.#inFlight.delete(delivery.id);
    else if (this.#inFlight.size < MOST_IN_FLIGHT || this.#inFlight.has(delivery.id))
      this.#inFlight.set(delivery.id, delivery);
  }

  flush(): void {
    this.#read.clear();
  }

  drop(): void {
    this.#read.clear();
    this.#inFlight.clear();
  }
}
