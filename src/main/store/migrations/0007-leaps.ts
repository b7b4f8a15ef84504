import type { Migration } from './migration';

/** The stretches of virtual time that passed at once, which the timeline marks. */
export const leaps: Migration = {
  version: 7,
  sql: `
    CREATE TABLE clock_leap (
      run_id TEXT NOT NULL REFERENCES run (id),
      to_at INTEGER NOT NULL,
      from_at INTEGER NOT NULL,
      cause TEXT NOT NULL,
      PRIMARY KEY (run_id, to_at)
    ) WITHOUT ROWID;
  `,
};
