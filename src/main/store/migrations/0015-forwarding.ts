import type { Migration } from './migration';

/**
 * What an event carries of the request that it was captured as, and where a route sends on what it takes. The former
 * has a table of its own: behind a large body, a list would read the whole of it to get there.
 */
export const forwarding: Migration = {
  version: 15,
  sql: `
    CREATE TABLE event_request (
      event_id TEXT PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
      capture_id TEXT NOT NULL,
      request TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX event_request_capture ON event_request (capture_id, event_id);

    ALTER TABLE route ADD COLUMN forward TEXT;
  `,
};
