import type { Migration } from './migration';

/**
 * Counts that a frame shows: no frame counts the rows of a table.
 * They are kept by the writer in the transaction of what is counted. Triggers would do it too, at twice the price of
 * the whole insert: with them SQLite journals every statement by itself.
 */
export const counts: Migration = {
  version: 2,
  sql: `
    CREATE TABLE run_count (
      run_id TEXT PRIMARY KEY,
      events INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      captures INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    INSERT INTO run_count (run_id, events, attempts, captures)
      SELECT id,
        (SELECT count(*) FROM event WHERE run_id = run.id),
        (SELECT count(*) FROM attempt WHERE run_id = run.id),
        (SELECT count(*) FROM capture WHERE run_id = run.id)
      FROM run;

    CREATE TABLE delivery_count (
      run_id TEXT NOT NULL,
      endpoint_id TEXT NOT NULL,
      state TEXT NOT NULL,
      deliveries INTEGER NOT NULL,
      PRIMARY KEY (run_id, endpoint_id, state)
    ) WITHOUT ROWID;
    INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries)
      SELECT run_id, endpoint_id, state, count(*) FROM delivery GROUP BY run_id, endpoint_id, state;

    CREATE TABLE type_count (
      run_id TEXT NOT NULL,
      event_type TEXT NOT NULL,
      deliveries INTEGER NOT NULL,
      PRIMARY KEY (run_id, event_type)
    ) WITHOUT ROWID;
    INSERT INTO type_count (run_id, event_type, deliveries)
      SELECT run_id, event_type, count(*) FROM delivery GROUP BY run_id, event_type;

    CREATE TABLE route_count (
      route_id TEXT PRIMARY KEY,
      captures INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO route_count (route_id, captures)
      SELECT route_id, count(*) FROM capture WHERE route_id IS NOT NULL GROUP BY route_id;

    CREATE TABLE key_seen (
      run_id TEXT NOT NULL,
      delivery_key TEXT NOT NULL,
      seen INTEGER NOT NULL,
      PRIMARY KEY (run_id, delivery_key)
    ) WITHOUT ROWID;
    INSERT INTO key_seen (run_id, delivery_key, seen)
      SELECT run_id, delivery_key, count(*) FROM capture WHERE delivery_key IS NOT NULL GROUP BY run_id, delivery_key;
  `,
};
