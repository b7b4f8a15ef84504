import type Database from 'better-sqlite3';
import type { Capture } from '../../../shared/model/receiver';
import type { CaptureStore } from '../../engine/ports';
import { captureParameters } from '../rows/capture-row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';

type CaptureTable = Pick<CaptureStore, 'answered' | 'seen' | 'insertCapture'>;

export const ANSWERED_SQL = 'SELECT answered FROM route_answer WHERE route_id = ? AND epoch = ?';
export const KEY_ANSWERED_SQL = 'SELECT answered FROM key_answer WHERE route_id = ? AND epoch = ? AND delivery_key = ?';
export const SEEN_SQL = 'SELECT seen FROM key_seen WHERE run_id = ? AND delivery_key = ?';

/** What a script answered counts as answered; a request that was refused does not use up a step. */
export function captureTable(db: Database.Database, unit: UnitOfWork, counts: KeptCounts): CaptureTable {
  const insert = db.prepare(`
    INSERT INTO capture (id, run_id, route_id, epoch, method, target, http_version, headers, body_bytes, remote,
      delivery_key, seen, at, wall_at, verdict, verdict_kind, verdict_status, body)
    VALUES (@id, @runId, @routeId, @epoch, @method, @target, @httpVersion, @headers, @bodyBytes, @remote,
      @deliveryKey, @seen, @at, @wallAt, @verdict, @verdictKind, @verdictStatus, @body)`);
  const selectAnswered = db.prepare<unknown[], number>(ANSWERED_SQL).pluck();
  const selectKeyAnswered = db.prepare<unknown[], number>(KEY_ANSWERED_SQL).pluck();
  const selectSeen = db.prepare<unknown[], number>(SEEN_SQL).pluck();

  const addSeen = db.prepare(`
    INSERT INTO key_seen (run_id, delivery_key, seen) VALUES (@runId, @deliveryKey, 1)
    ON CONFLICT DO UPDATE SET seen = seen + 1`);
  const addAnswered = db.prepare(`
    INSERT INTO route_answer (route_id, epoch, answered) VALUES (@routeId, @epoch, 1)
    ON CONFLICT DO UPDATE SET answered = answered + 1`);
  const addKeyAnswered = db.prepare(`
    INSERT INTO key_answer (route_id, epoch, delivery_key, answered) VALUES (@routeId, @epoch, @deliveryKey, 1)
    ON CONFLICT DO UPDATE SET answered = answered + 1`);

  /** At once, since the next request of the same transaction asks for them. */
  const tally = ({ runId, routeId, deliveryKey, verdict }: Capture, epoch: number) => {
    if (deliveryKey !== null) addSeen.run({ runId, deliveryKey });
    if (routeId === null || verdict.kind !== 'step') return;
    addAnswered.run({ routeId, epoch });
    if (deliveryKey !== null) addKeyAnswered.run({ routeId, epoch, deliveryKey });
  };

  return {
    answered: (routeId, epoch, deliveryKey) =>
      (deliveryKey === null
        ? selectAnswered.get(routeId, epoch)
        : selectKeyAnswered.get(routeId, epoch, deliveryKey)) ?? 0,
    seen: (runId, deliveryKey) => selectSeen.get(runId, deliveryKey) ?? 0,
    insertCapture(capture, epoch) {
      const touched = unit.touch();
      touched.captures.add(capture.id);
      insert.run(captureParameters(capture, epoch));
      tally(capture, epoch);
      counts.addToRun(capture.runId, 'captures');
      if (capture.routeId === null) return;
      touched.routes.add(capture.routeId);
      counts.addToRoute(capture.routeId);
    },
  };
}
