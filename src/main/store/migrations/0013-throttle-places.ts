import type { Migration } from './migration';

/** Places in the line of a sliding limit, numbered in order. */
export const throttlePlaces: Migration = {
  version: 13,
  sql: `
    CREATE TABLE throttle_place (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      n INTEGER NOT NULL,
      at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('started', 'promised', 'free')),
      PRIMARY KEY (endpoint_id, n)
    ) WITHOUT ROWID;
    CREATE INDEX throttle_place_at ON throttle_place (endpoint_id, state, at, n);
  `,
};
