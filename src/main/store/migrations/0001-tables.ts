import type { Migration } from './migration';

/**
 * Times are INTEGER by affinity and not STRICT: a virtual instant may carry a fraction of a ms, and must come back
 * as it went in. A row refers to its parent; the run and the endpoint that it repeats for an index are the parent's
 * and are not looked up once more with every insert.
 */
export const tables: Migration = {
  version: 1,
  sql: `
    CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      revision INTEGER NOT NULL
    );
    INSERT INTO meta (id, revision) VALUES (1, 0);

    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE run (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      seed INTEGER NOT NULL,
      durations TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      live INTEGER NOT NULL CHECK (live IN (0, 1)),
      removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
    );
    CREATE UNIQUE INDEX run_live ON run (live) WHERE live = 1;

    CREATE TABLE clock (
      run_id TEXT PRIMARY KEY REFERENCES run (id),
      virtual_ms INTEGER NOT NULL,
      wall_ms INTEGER NOT NULL,
      pace TEXT NOT NULL,
      paused INTEGER NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE route (
      id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES run (id),
      path TEXT NOT NULL,
      script TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      epoch_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
    );
    CREATE UNIQUE INDEX route_path ON route (run_id, path) WHERE removed = 0;

    CREATE TABLE endpoint (
      id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES run (id),
      ordinal INTEGER NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      policy TEXT NOT NULL,
      route_id TEXT REFERENCES route (id),
      request TEXT NOT NULL,
      channel TEXT NOT NULL,
      verification TEXT NOT NULL,
      state TEXT NOT NULL,
      condition TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      secret BLOB NOT NULL
    );
    CREATE UNIQUE INDEX endpoint_ordinal ON endpoint (run_id, ordinal);

    CREATE TABLE event (
      id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES run (id),
      ordinal INTEGER NOT NULL,
      type TEXT NOT NULL,
      content_type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body BLOB NOT NULL
    );
    CREATE UNIQUE INDEX event_ordinal ON event (run_id, ordinal);

    CREATE TABLE delivery (
      id TEXT PRIMARY KEY,
      run_id TEXT NOT NULL,
      event_id TEXT NOT NULL REFERENCES event (id),
      event_type TEXT NOT NULL,
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      ordinal INTEGER NOT NULL,
      state TEXT NOT NULL,
      reason TEXT,
      attempts INTEGER NOT NULL,
      counter INTEGER NOT NULL,
      due_at INTEGER,
      next_trigger TEXT,
      wait TEXT,
      budget INTEGER NOT NULL,
      deferred_from INTEGER,
      slot_at INTEGER,
      lost_due_at INTEGER,
      jobs_to_lose INTEGER,
      touched_at INTEGER NOT NULL,
      stuck_since INTEGER,
      sweep_at INTEGER,
      first_attempt_at INTEGER,
      origin_id TEXT REFERENCES delivery (id),
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      last_error TEXT
    );
    CREATE UNIQUE INDEX delivery_ordinal ON delivery (run_id, ordinal);
    CREATE INDEX delivery_event ON delivery (event_id, ordinal);
    CREATE INDEX delivery_run_state ON delivery (run_id, state, ordinal);
    CREATE INDEX delivery_endpoint_state ON delivery (endpoint_id, state, ordinal);
    CREATE INDEX delivery_due ON delivery (endpoint_id, due_at, ordinal) WHERE due_at IS NOT NULL;
    CREATE INDEX delivery_sweep ON delivery (run_id, sweep_at, ordinal) WHERE sweep_at IS NOT NULL;
    CREATE INDEX delivery_next_sweep ON delivery (run_id, sweep_at) WHERE sweep_at IS NOT NULL AND state <> 'held';
    CREATE INDEX delivery_endpoint ON delivery (endpoint_id, ordinal);
    CREATE INDEX delivery_origin ON delivery (origin_id) WHERE origin_id IS NOT NULL;

    CREATE TABLE throttle_slot (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      window_at INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (endpoint_id, window_at)
    ) WITHOUT ROWID;

    CREATE TABLE redelivery (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      at INTEGER NOT NULL
    );
    CREATE INDEX redelivery_at ON redelivery (endpoint_id, at);

    CREATE TABLE agenda (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      run_id TEXT NOT NULL REFERENCES run (id),
      at INTEGER NOT NULL,
      entry TEXT NOT NULL,
      done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))
    );
    CREATE INDEX agenda_next ON agenda (run_id, at, seq) WHERE done = 0;

    CREATE TABLE attempt (
      delivery_id TEXT NOT NULL REFERENCES delivery (id),
      n INTEGER NOT NULL,
      run_id TEXT NOT NULL,
      endpoint_id TEXT NOT NULL,
      trigger TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      started_wall_at INTEGER NOT NULL,
      wait TEXT,
      deferred_from INTEGER,
      outcome TEXT,
      outcome_kind TEXT,
      status INTEGER,
      fault TEXT,
      remote TEXT,
      timings TEXT,
      request_method TEXT NOT NULL,
      request_url TEXT NOT NULL,
      request_headers TEXT NOT NULL,
      request_body_bytes INTEGER NOT NULL,
      request_body BLOB,
      response_status INTEGER,
      response_reason TEXT,
      response_headers TEXT,
      response_body_bytes INTEGER,
      response_body_truncated INTEGER,
      response_body BLOB,
      PRIMARY KEY (delivery_id, n)
    );
    CREATE INDEX attempt_unsettled ON attempt (run_id) WHERE outcome_kind IS NULL;

    CREATE TABLE step (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      revision INTEGER NOT NULL,
      run_id TEXT NOT NULL REFERENCES run (id),
      at INTEGER NOT NULL,
      wall_at INTEGER NOT NULL,
      delivery_id TEXT REFERENCES delivery (id),
      endpoint_id TEXT,
      kind TEXT NOT NULL,
      step TEXT NOT NULL
    );
    CREATE INDEX step_at ON step (run_id, at);
    CREATE INDEX step_delivery ON step (delivery_id) WHERE delivery_id IS NOT NULL;

    CREATE TABLE capture (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      run_id TEXT NOT NULL REFERENCES run (id),
      route_id TEXT REFERENCES route (id),
      epoch INTEGER,
      method TEXT NOT NULL,
      target TEXT NOT NULL,
      http_version TEXT NOT NULL,
      headers TEXT NOT NULL,
      body_bytes INTEGER NOT NULL,
      remote TEXT NOT NULL,
      delivery_key TEXT,
      seen INTEGER,
      at INTEGER NOT NULL,
      wall_at INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      verdict_kind TEXT NOT NULL,
      verdict_status INTEGER,
      body BLOB NOT NULL
    );
    CREATE INDEX capture_run ON capture (run_id);
    CREATE INDEX capture_route ON capture (route_id) WHERE route_id IS NOT NULL;
    CREATE INDEX capture_epoch ON capture (route_id, epoch, seq) WHERE epoch IS NOT NULL;
    CREATE INDEX capture_key ON capture (route_id, epoch, delivery_key, seq) WHERE epoch IS NOT NULL;
  `,
};
