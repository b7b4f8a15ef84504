import type Database from 'better-sqlite3';
import type { EndpointId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

/**
 * How many deliveries each endpoint holds, known without counting: every new event of a suspended endpoint asks, in
 * the same transaction that changes the number. Counted once per endpoint, and again after a rollback. At the end of
 * a transaction that changed it, the level is kept with its instant: one row, however many deliveries were held.
 */
export class HeldCounts implements Gathered {
  readonly #known = new Map<EndpointId, number>();
  /** When it changed in this transaction, virtual epoch ms. */
  readonly #changed = new Map<EndpointId, number>();
  readonly #count: Database.Statement<unknown[], number>;
  readonly #keep: Database.Statement;

  constructor(db: Database.Database) {
    this.#count = db
      .prepare<unknown[], number>(`SELECT count(*) FROM delivery WHERE endpoint_id = ? AND state = 'held'`)
      .pluck();
    this.#keep = db.prepare(`
      INSERT INTO held_level (endpoint_id, at, held) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET held = excluded.held`);
  }

  of(endpointId: EndpointId): number {
    const known = this.#known.get(endpointId);
    if (known !== undefined) return known;
    const counted = this.#count.get(endpointId) ?? 0;
    this.#known.set(endpointId, counted);
    return counted;
  }

  /** A delivery began or ceased to be held. @param at virtual epoch ms */
  add(endpointId: EndpointId, by: 1 | -1, at: number): void {
    const known = this.#known.get(endpointId);
    if (known !== undefined) this.#known.set(endpointId, known + by);
    this.#changed.set(endpointId, at);
  }

  flush(): void {
    for (const [endpointId, at] of this.#changed) this.#keep.run(endpointId, at, this.of(endpointId));
    this.#changed.clear();
  }

  drop(): void {
    this.#known.clear();
    this.#changed.clear();
  }
}
