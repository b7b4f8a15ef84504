import type { Migration } from './migration';

/** What an endpoint's lanes show of the past: how many deliveries it held since when, and its own steps by kind. */
export const history: Migration = {
  version: 4,
  sql: `
    CREATE TABLE held_level (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      at INTEGER NOT NULL,
      held INTEGER NOT NULL,
      PRIMARY KEY (endpoint_id, at)
    ) WITHOUT ROWID;
    INSERT INTO held_level (endpoint_id, at, held)
      SELECT endpoint_id, max(changed_at), count(*) FROM delivery WHERE state = 'held' GROUP BY endpoint_id;
    CREATE INDEX step_endpoint ON step (endpoint_id, kind, at) WHERE delivery_id IS NULL;
  `,
};
