import type { DeliveryId, EndpointId, RunId } from '../../shared/model/ids';
import { earliest } from './earliest';
import type { EngineStore } from './ports';
import { wakeAt } from './reopenings';

type Due = { readonly dueAt: number; readonly deliveryId: DeliveryId };

/**
 * The earliest due time of each endpoint, kept in memory and read again only for endpoints that a commit touched:
 * 100,000 waiting deliveries cost what 100 cost.
 */
export class DueTimes {
  readonly #store: EngineStore;
  readonly #runId: RunId;
  readonly #next = new Map<EndpointId, Due | null>();
  /** When a suspended endpoint goes on by itself. */
  readonly #wakes = new Map<EndpointId, number>();
  readonly #stale = new Set<EndpointId>();
  readonly #unlisten: () => void;

  constructor(store: EngineStore, runId: RunId) {
    this.#store = store;
    this.#runId = runId;
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

  /** The next thing that can happen: a due delivery of an endpoint that counts, a plan, a sweep, the end of a suspension. */
  nextAt(counts: (id: EndpointId) => boolean): number | null {
    return earliest(
      this.earliest(counts)?.dueAt ?? null,
      this.#store.nextAgenda(this.#runId)?.at ?? null,
      this.#store.nextSweep(this.#runId),
      this.nextWake(),
    );
  }

  /** Suspended endpoints that go on by themselves at or before virtual `now`. */
  dueWakes(now: number): readonly EndpointId[] {
    this.#refresh();
    return [...this.#wakes].flatMap(([id, at]) => (at <= now ? [id] : []));
  }

  /** The earliest instant at which a suspended endpoint goes on by itself, or null. */
  nextWake(): number | null {
    this.#refresh();
    return earliest(...this.#wakes.values());
  }

  close(): void {
    this.#unlisten();
  }

  #refresh(): void {
    for (const id of this.#stale) {
      this.#next.set(id, this.#store.nextDue(id));
      const endpoint = this.#store.endpoint(id);
      const at = endpoint === null ? null : wakeAt(this.#store, endpoint);
      if (at === null) this.#wakes.delete(id);
      else this.#wakes.set(id, at);
    }
    this.#stale.clear();
  }
}
