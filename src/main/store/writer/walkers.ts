import type Database from 'better-sqlite3';
import type { RouteId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

export const WALKERS_SQL = `SELECT delivery_key AS key, min(seq) AS first FROM capture
  WHERE route_id = ? AND epoch = ? GROUP BY delivery_key`;

type Walker = { readonly key: string | null; readonly first: number };

type OfRoute = { readonly epoch: number; readonly ordinals: Map<string | null, number> };

/**
 * The how-many-eth delivery key of its route's epoch each one is. Ids are new in every run, and this is not. Read once
 * for a route that asks for it, and kept in memory from there.
 */
export class Walkers implements Gathered {
  readonly #routes = new Map<RouteId, OfRoute>();
  readonly #select: Database.Statement<unknown[], Walker>;

  constructor(db: Database.Database) {
    this.#select = db.prepare<unknown[], Walker>(WALKERS_SQL);
  }

  /** From 1; a key that did not come before is the next one. Only for a request that is captured at once. */
  of(routeId: RouteId, epoch: number, deliveryKey: string | null): number {
    const { ordinals } = this.#ofRoute(routeId, epoch);
    const ordinal = ordinals.get(deliveryKey) ?? ordinals.size + 1;
    ordinals.set(deliveryKey, ordinal);
    return ordinal;
  }

  flush(): void {}

  drop(): void {
    this.#routes.clear();
  }

  #ofRoute(routeId: RouteId, epoch: number): OfRoute {
    const known = this.#routes.get(routeId);
    if (known?.epoch === epoch) return known;
    const walkers = this.#select.all(routeId, epoch).sort((a, b) => a.first - b.first);
    const read = { epoch, ordinals: new Map(walkers.map(({ key }, i) => [key, i + 1])) };
    this.#routes.set(routeId, read);
    return read;
  }
}
