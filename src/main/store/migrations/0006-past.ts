import type { Migration } from './migration';

/**
 * What the time scrubber reads: how far the log had come with each step, the text of what went wrong, and the counts
 * at some places of the log.
 */
export const past: Migration = {
  version: 6,
  sql: `
    ALTER TABLE step ADD COLUMN error TEXT;
    ALTER TABLE step ADD COLUMN reached INTEGER NOT NULL DEFAULT 0;
    UPDATE step SET reached = latest.reached
      FROM (SELECT seq AS s, max(at) OVER (PARTITION BY run_id ORDER BY seq) AS reached FROM step) AS latest
      WHERE latest.s = step.seq;
    DROP INDEX step_at;
    CREATE INDEX step_run ON step (run_id);
    CREATE INDEX step_own ON step (endpoint_id, kind) WHERE delivery_id IS NULL;

    CREATE TABLE step_mark (
      run_id TEXT NOT NULL REFERENCES run (id),
      seq INTEGER NOT NULL,
      counts TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      PRIMARY KEY (run_id, seq)
    ) WITHOUT ROWID;
  `,
};
