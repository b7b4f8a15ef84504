import type { Migration } from './migration';

/** Policies of one's own: as they are used, and as they were written. They belong to no run. */
export const policies: Migration = {
  version: 9,
  sql: `
    CREATE TABLE own_policy (
      id TEXT PRIMARY KEY,
      policy TEXT NOT NULL,
      base TEXT,
      text TEXT NOT NULL,
      saved_wall_at REAL NOT NULL
    ) WITHOUT ROWID;
  `,
};
