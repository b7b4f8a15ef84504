import type { DeliveryId, EndpointId, RunId } from '../../shared/model/ids';
import type { EngineStore } from './ports';

type Due = { readonly dueAt: number; readonly deliveryId: DeliveryId };

/**
 * The earliest due time of each endpoint, kept in memory and read again only for endpoints that a commit touched:
 * 100,000 waiting deliveries cost what 100 cost.
 */
export class DueTimes {
  readonly #store: EngineStore;
  readonly #next = new Map<EndpointId, Due | null>();
  readonly #stale = new Set<EndpointId>();
  readonly #unlisten: () => void;

  constructor(store: EngineStore, runId: RunId) {
    this.#store = store;
    for (const endpoint of store.endpoints(runId)) this.#stale.add(endpoint.id);
    this.#unlisten = store.onCommit((change) => {
      for (const id of change.endpoints) this.#stale.add(id);
    });
  }

  /** Endpoints with something due at or before virtual `now`. */
  dueEndpoints(now: number): readonly EndpointId[] {
    this.#refresh();
    const due: EndpointId[] = [];
    for (const [id, next] of this.#next) if (next !== null && next.dueAt <= now) due.push(id);
    return due;
  }

  /** The earliest of all endpoints for which `counts` holds. */
  earliest(counts: (id: EndpointId) => boolean): Due | null {
    this.#refresh();
    let first: Due | null = null;
    for (const [id, next] of this.#next) {
      if (next !== null && (first === null || next.dueAt < first.dueAt) && counts(id)) first = next;
    }
    return first;
  }

  close(): void {
    this.#unlisten();
  }

  #refresh(): void {
    for (const id of this.#stale) this.#next.set(id, this.#store.nextDue(id));
    this.#stale.clear();
  }
}
