import { LIMITS } from '../../shared/contract/limits';

/** The most requests in flight: for one endpoint, and in all (R13). At least 1 each. */
export type Concurrency = { readonly perEndpoint: number; readonly inAll: number };

export const DEFAULT_CONCURRENCY: Concurrency = {
  perEndpoint: LIMITS.perEndpointConcurrency,
  inAll: LIMITS.globalConcurrency,
};

/**
 * How many requests one endpoint may have in flight, given how many there are in all. The fuller the house, the
 * smaller each endpoint's share, so that a few that hang can never take the last slots from one that answers.
 */
function endpointShare({ perEndpoint, inAll }: Concurrency, inFlightInAll: number): number {
  if (inFlightInAll >= inAll) return 0;
  if (inFlightInAll >= inAll - inAll / 16) return 1;
  if (inFlightInAll >= inAll - inAll / 4) return Math.max(1, Math.floor(perEndpoint / 8));
  if (inFlightInAll >= inAll / 2) return Math.max(1, Math.floor(perEndpoint / 2));
  return perEndpoint;
}

/** Requests in flight, counted in all and by endpoint. */
export class Slots {
  readonly #byEndpoint = new Map<string, number>();
  readonly #limits: () => Concurrency;
  #total = 0;

  /** @param limits asked each time: a person may change them at work */
  constructor(limits: () => Concurrency) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  of(endpointId: string): number {
    return this.#byEndpoint.get(endpointId) ?? 0;
  }

  /** How many more this endpoint may start now. */
  free(endpointId: string): number {
    const limits = this.#limits();
    const share = endpointShare(limits, this.#total) - this.of(endpointId);
    return Math.max(0, Math.min(share, limits.inAll - this.#total));
  }

  take(endpointId: string): void {
    this.#byEndpoint.set(endpointId, this.of(endpointId) + 1);
    this.#total += 1;
  }

  give(endpointId: string): void {
    const left = this.of(endpointId) - 1;
    if (left > 0) this.#byEndpoint.set(endpointId, left);
    else this.#byEndpoint.delete(endpointId);
    this.#total -= 1;
  }
}
