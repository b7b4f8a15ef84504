import type Database from 'better-sqlite3';
import type { EndpointId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

/**
 * How many deliveries each endpoint holds, known without counting: every new event of a suspended endpoint asks, in
 * the same transaction that changes the number. Counted once per endpoint, and again after a rollback.
 */
export class HeldCounts implements Gathered {
  readonly #known = new Map<EndpointId, number>();
  readonly #count: Database.Statement<unknown[], number>;

  constructor(db: Database.Database) {
    this.#count = db
      .prepare<unknown[], number>(`SELECT count(*) FROM delivery WHERE endpoint_id = ? AND state = 'held'`)
      .pluck();
  }

  of(endpointId: EndpointId): number {
    const known = this.#known.get(endpointId);
    if (known !== undefined) return known;
    const counted = this.#count.get(endpointId) ?? 0;
    this.#known.set(endpointId, counted);
    return counted;
  }

  /** A delivery began or ceased to be held. */
  add(endpointId: EndpointId, by: 1 | -1): void {
    const known = this.#known.get(endpointId);
    if (known !== undefined) this.#known.set(endpointId, known + by);
  }

  flush(): void {}

  drop(): void {
    this.#known.clear();
  }
}
