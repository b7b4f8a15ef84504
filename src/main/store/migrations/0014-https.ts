import type { Migration } from './migration';

/**
 * Over what a route is reached, when a capture's answer began and was over, and which interim answers an attempt met.
 * The times come after the capture: in its own row they would make SQLite write the whole of a large body again.
 */
export const https: Migration = {
  version: 14,
  sql: `
    ALTER TABLE route ADD COLUMN tls TEXT NOT NULL DEFAULT 'off';
    CREATE TABLE capture_answer (
      capture_seq INTEGER PRIMARY KEY,
      began_ms REAL,
      ended_ms REAL
    );
    ALTER TABLE attempt ADD COLUMN interim TEXT;
  `,
};
