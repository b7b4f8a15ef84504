import type { Migration } from './migration';

/**
 * Counts that a frame shows, and that a script is answered by, kept by triggers: no frame and no request counts the
 * rows of a table. `answered` and `seen` are history and do not go back when captures are purged.
 */
export const counts: Migration = {
  version: 2,
  sql: `
    CREATE TABLE run_count (
      run_id TEXT PRIMARY KEY REFERENCES run (id),
      events INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      captures INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    INSERT INTO run_count (run_id, events, attempts, captures)
      SELECT id,
        (SELECT count(*) FROM event WHERE run_id = run.id),
        (SELECT count(*) FROM attempt WHERE run_id = run.id),
        (SELECT count(*) FROM capture WHERE run_id = run.id)
      FROM run;

    CREATE TABLE delivery_count (
      run_id TEXT NOT NULL REFERENCES run (id),
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
      state TEXT NOT NULL,
      deliveries INTEGER NOT NULL,
      PRIMARY KEY (run_id, endpoint_id, state)
    ) WITHOUT ROWID;
    INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries)
      SELECT run_id, endpoint_id, state, count(*) FROM delivery GROUP BY run_id, endpoint_id, state;

    CREATE TABLE route_count (
      route_id TEXT PRIMARY KEY REFERENCES route (id),
      captures INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO route_count (route_id, captures)
      SELECT route_id, count(*) FROM capture WHERE route_id IS NOT NULL GROUP BY route_id;

    CREATE TABLE route_answer (
      route_id TEXT NOT NULL REFERENCES route (id),
      epoch INTEGER NOT NULL,
      answered INTEGER NOT NULL,
      PRIMARY KEY (route_id, epoch)
    ) WITHOUT ROWID;
    INSERT INTO route_answer (route_id, epoch, answered)
      SELECT route_id, epoch, count(*) FROM capture
      WHERE route_id IS NOT NULL AND verdict_kind = 'step' GROUP BY route_id, epoch;

    CREATE TABLE key_answer (
      route_id TEXT NOT NULL REFERENCES route (id),
      epoch INTEGER NOT NULL,
      delivery_key TEXT NOT NULL,
      answered INTEGER NOT NULL,
      PRIMARY KEY (route_id, epoch, delivery_key)
    ) WITHOUT ROWID;
    INSERT INTO key_answer (route_id, epoch, delivery_key, answered)
      SELECT route_id, epoch, delivery_key, count(*) FROM capture
      WHERE route_id IS NOT NULL AND delivery_key IS NOT NULL AND verdict_kind = 'step'
      GROUP BY route_id, epoch, delivery_key;

    CREATE TABLE key_seen (
      run_id TEXT NOT NULL REFERENCES run (id),
      delivery_key TEXT NOT NULL,
      seen INTEGER NOT NULL,
      PRIMARY KEY (run_id, delivery_key)
    ) WITHOUT ROWID;
    INSERT INTO key_seen (run_id, delivery_key, seen)
      SELECT run_id, delivery_key, count(*) FROM capture WHERE delivery_key IS NOT NULL GROUP BY run_id, delivery_key;

    CREATE TRIGGER run_counted AFTER INSERT ON run BEGIN
      INSERT INTO run_count (run_id) VALUES (NEW.id);
    END;

    CREATE TRIGGER event_counted AFTER INSERT ON event BEGIN
      UPDATE run_count SET events = events + 1 WHERE run_id = NEW.run_id;
    END;
    CREATE TRIGGER event_uncounted AFTER DELETE ON event BEGIN
      UPDATE run_count SET events = events - 1 WHERE run_id = OLD.run_id;
    END;

    CREATE TRIGGER attempt_counted AFTER INSERT ON attempt BEGIN
      UPDATE run_count SET attempts = attempts + 1 WHERE run_id = NEW.run_id;
    END;
    CREATE TRIGGER attempt_uncounted AFTER DELETE ON attempt BEGIN
      UPDATE run_count SET attempts = attempts - 1 WHERE run_id = OLD.run_id;
    END;

    CREATE TRIGGER delivery_counted AFTER INSERT ON delivery BEGIN
      INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries)
        VALUES (NEW.run_id, NEW.endpoint_id, NEW.state, 1)
        ON CONFLICT (run_id, endpoint_id, state) DO UPDATE SET deliveries = deliveries + 1;
    END;
    CREATE TRIGGER delivery_recounted AFTER UPDATE OF state ON delivery WHEN OLD.state <> NEW.state BEGIN
      UPDATE delivery_count SET deliveries = deliveries - 1
        WHERE run_id = OLD.run_id AND endpoint_id = OLD.endpoint_id AND state = OLD.state;
      INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries)
        VALUES (NEW.run_id, NEW.endpoint_id, NEW.state, 1)
        ON CONFLICT (run_id, endpoint_id, state) DO UPDATE SET deliveries = deliveries + 1;
    END;
    CREATE TRIGGER delivery_uncounted AFTER DELETE ON delivery BEGIN
      UPDATE delivery_count SET deliveries = deliveries - 1
        WHERE run_id = OLD.run_id AND endpoint_id = OLD.endpoint_id AND state = OLD.state;
    END;

    CREATE TRIGGER capture_counted AFTER INSERT ON capture BEGIN
      UPDATE run_count SET captures = captures + 1 WHERE run_id = NEW.run_id;
    END;
    CREATE TRIGGER capture_of_route_counted AFTER INSERT ON capture WHEN NEW.route_id IS NOT NULL BEGIN
      INSERT INTO route_count (route_id, captures) VALUES (NEW.route_id, 1)
        ON CONFLICT (route_id) DO UPDATE SET captures = captures + 1;
    END;
    CREATE TRIGGER answer_counted AFTER INSERT ON capture
    WHEN NEW.route_id IS NOT NULL AND NEW.verdict_kind = 'step' BEGIN
      INSERT INTO route_answer (route_id, epoch, answered) VALUES (NEW.route_id, NEW.epoch, 1)
        ON CONFLICT (route_id, epoch) DO UPDATE SET answered = answered + 1;
    END;
    CREATE TRIGGER answer_of_key_counted AFTER INSERT ON capture
    WHEN NEW.route_id IS NOT NULL AND NEW.verdict_kind = 'step' AND NEW.delivery_key IS NOT NULL BEGIN
      INSERT INTO key_answer (route_id, epoch, delivery_key, answered)
        VALUES (NEW.route_id, NEW.epoch, NEW.delivery_key, 1)
        ON CONFLICT (route_id, epoch, delivery_key) DO UPDATE SET answered = answered + 1;
    END;
    CREATE TRIGGER key_counted AFTER INSERT ON capture WHEN NEW.delivery_key IS NOT NULL BEGIN
      INSERT INTO key_seen (run_id, delivery_key, seen) VALUES (NEW.run_id, NEW.delivery_key, 1)
        ON CONFLICT (run_id, delivery_key) DO UPDATE SET seen = seen + 1;
    END;
    CREATE TRIGGER capture_uncounted AFTER DELETE ON capture BEGIN
      UPDATE run_count SET captures = captures - 1 WHERE run_id = OLD.run_id;
      UPDATE route_count SET captures = captures - 1 WHERE route_id = OLD.route_id;
    END;
  `,
};
