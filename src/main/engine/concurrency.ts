import { LIMITS } from '../../shared/contract/limits';

/**
 * How many requests one endpoint may have in flight, given how many there are in all. The fuller the house, the
 * smaller each endpoint's share, so that a few that hang can never take the last slots from one that answers.
 */
function endpointShare(inFlightInAll: number): number {
  const full = LIMITS.globalConcurrency;
  if (inFlightInAll >= full) return 0;
  if (inFlightInAll >= full - 16) return 1;
  if (inFlightInAll >= full - 64) return 8;
  if (inFlightInAll >= full / 2) return LIMITS.perEndpointConcurrency / 2;
  return LIMITS.perEndpointConcurrency;
}

/** Requests in flight, counted in all and by endpoint. */
export class Slots {
  readonly #byEndpoint = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(endpointId: string): number {
    return this.#byEndpoint.get(endpointId) ?? 0;
  }

  /** How many more this endpoint may start now. */
  free(endpointId: string): number {
    const share = endpointShare(this.#total) - this.of(endpointId);
    return Math.max(0, Math.min(share, LIMITS.globalConcurrency - this.#total));
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
