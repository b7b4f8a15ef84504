import type { Migration } from './migration';

/** The attempts by which a policy counts failures in a span, and how many there are, so that nothing is counted anew. */
export const recentAttempts: Migration = {
  version: 12,
  sql: `
    CREATE TABLE recent_attempt (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      at INTEGER NOT NULL,
      failed INTEGER NOT NULL CHECK (failed IN (0, 1))
    );
    CREATE INDEX recent_attempt_at ON recent_attempt (endpoint_id, at);

    CREATE TABLE recent_tally (
      endpoint_id TEXT PRIMARY KEY REFERENCES endpoint (id),
      failed INTEGER NOT NULL,
      total INTEGER NOT NULL
    ) WITHOUT ROWID;
  `,
};
