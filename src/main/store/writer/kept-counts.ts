import type Database from 'better-sqlite3';
import type { Delivery } from '../../../shared/model/delivery';
import type { RouteId, RunId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

/**
 * The counts that screens and searches read. Differences are gathered during a transaction and written at its end: one row for
 * each count that changed, however many rows were counted.
 */
export type KeptCounts = Gathered & {
  addDelivery(delivery: Pick<Delivery, 'runId' | 'endpointId'>, state: string, by: 1 | -1): void;
  addToType(delivery: Pick<Delivery, 'runId' | 'eventType'>, by?: number): void;
  addToRun(runId: RunId, what: 'events' | 'attempts' | 'captures', by?: number): void;
  addToRoute(routeId: RouteId, by?: number): void;
};

/** One kind of count: its differences by key, and how they are written. */
class Tally {
  readonly #upsert: Database.Statement;
  readonly #differences = new Map<string, { readonly key: readonly string[]; by: number }>();

  /** @param upsert takes the key's columns, then the difference */
  constructor(upsert: Database.Statement) {
    this.#upsert = upsert;
  }

  add(key: readonly string[], by: number): void {
    const name = key.join(' ');
    const difference = this.#differences.get(name);
    if (difference === undefined) this.#differences.set(name, { key, by });
    else difference.by += by;
  }

  flush(): void {
    for (const { key, by } of this.#differences.values()) if (by !== 0) this.#upsert.run(...key, by);
    this.drop();
  }

  drop(): void {
    this.#differences.clear();
  }
}

export function keptCounts(db: Database.Database): KeptCounts {
  const ofRun = (column: 'events' | 'attempts' | 'captures') =>
    new Tally(
      db.prepare(`INSERT INTO run_count (run_id, ${column}) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET ${column} = ${column} + excluded.${column}`),
    );
  const runs = { events: ofRun('events'), attempts: ofRun('attempts'), captures: ofRun('captures') };
  const deliveries = new Tally(
    db.prepare(`INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET deliveries = deliveries + excluded.deliveries`),
  );
  const routes = new Tally(
    db.prepare(`INSERT INTO route_count (route_id, captures) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET captures = captures + excluded.captures`),
  );
  const types = new Tally(
    db.prepare(`INSERT INTO type_count (run_id, event_type, deliveries) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET deliveries = deliveries + excluded.deliveries`),
  );
  const tallies = [runs.events, runs.attempts, runs.captures, deliveries, types, routes];

  return {
    addDelivery: ({ runId, endpointId }, state, by) => deliveries.add([runId, endpointId, state], by),
    addToType: ({ runId, eventType }, by = 1) => types.add([runId, eventType], by),
    addToRun: (runId, what, by = 1) => runs[what].add([runId], by),
    addToRoute: (routeId, by = 1) => routes.add([routeId], by),
    flush() {
      for (const tally of tallies) tally.flush();
    },
    drop() {
      for (const tally of tallies) tally.drop();
    },
  };
}
