import type { Migration } from './migration';

/** Scenarios of one's own, as they were written, and the scenario that a run was made from. */
export const scenarios: Migration = {
  version: 16,
  sql: `
    CREATE TABLE own_scenario (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      saved_wall_at REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE run_scenario (
      run_id TEXT PRIMARY KEY REFERENCES run (id),
      file_name TEXT NOT NULL,
      text TEXT NOT NULL
    ) WITHOUT ROWID;
  `,
};
