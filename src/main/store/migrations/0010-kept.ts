import type { Migration } from './migration';

/**
 * What a person keeps, and what a person cleared away. Both stand apart from the rows that they are about: behind a
 * large body, a list would read the whole of it to get there. A capture that is cleared is marked at once, and deleted
 * little by little once it can no longer be taken back.
 */
export const kept: Migration = {
  version: 10,
  sql: `
    CREATE TABLE delivery_pin (
      delivery_id TEXT PRIMARY KEY
    ) WITHOUT ROWID;
    CREATE TABLE capture_pin (
      capture_seq INTEGER PRIMARY KEY
    );
    CREATE TABLE capture_clear (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      run_id TEXT NOT NULL REFERENCES run (id),
      wall_at INTEGER NOT NULL,
      captures INTEGER NOT NULL DEFAULT 0,
      begun INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1))
    );
    CREATE TABLE capture_gone (
      capture_seq INTEGER PRIMARY KEY,
      clear_id INTEGER NOT NULL
    );
  `,
};
