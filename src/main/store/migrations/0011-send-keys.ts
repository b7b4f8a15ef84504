import type { Migration } from './migration';

/** What a client of the local API sent under a key of its own, so that a repeated request is answered as the first. */
export const sendKeys: Migration = {
  version: 11,
  sql: `
    CREATE TABLE send_key (
      run_id TEXT NOT NULL REFERENCES run (id),
      key TEXT NOT NULL,
      of TEXT NOT NULL,
      answer TEXT NOT NULL,
      wall_at INTEGER NOT NULL,
      PRIMARY KEY (run_id, key)
    ) WITHOUT ROWID;
    CREATE INDEX send_key_at ON send_key (wall_at);
  `,
};
