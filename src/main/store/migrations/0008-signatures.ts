import type { Migration } from './migration';

/**
 * What a capture's signature turned out to be, how long its request took, and which capture of a key came first.
 * Verdicts have a table of their own: behind a large body, a list would read the whole of it to get there.
 */
export const signatures: Migration = {
  version: 8,
  sql: `
    ALTER TABLE capture ADD COLUMN timings TEXT;
    CREATE TABLE capture_signature (
      capture_seq INTEGER PRIMARY KEY,
      verdict TEXT NOT NULL
    );
    ALTER TABLE key_seen ADD COLUMN first_seq INTEGER;
    UPDATE key_seen SET first_seq = first.seq
      FROM (SELECT run_id AS r, delivery_key AS k, min(seq) AS seq FROM capture WHERE delivery_key IS NOT NULL
        GROUP BY run_id, delivery_key) AS first
      WHERE first.r = key_seen.run_id AND first.k = key_seen.delivery_key;

    CREATE TABLE route_check (
      route_id TEXT PRIMARY KEY,
      how TEXT NOT NULL,
      secret BLOB
    ) WITHOUT ROWID;
  `,
};
