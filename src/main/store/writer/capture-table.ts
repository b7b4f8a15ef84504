import type Database from 'better-sqlite3';
import type { CaptureStore } from '../../engine/ports';
import { captureParameters } from '../rows/capture-row';
import type { UnitOfWork } from '../unit-of-work';

type CaptureTable = Pick<CaptureStore, 'answered' | 'seen' | 'insertCapture'>;

export const ANSWERED_SQL = 'SELECT answered FROM route_answer WHERE route_id = ? AND epoch = ?';
export const KEY_ANSWERED_SQL = 'SELECT answered FROM key_answer WHERE route_id = ? AND epoch = ? AND delivery_key = ?';
export const SEEN_SQL = 'SELECT seen FROM key_seen WHERE run_id = ? AND delivery_key = ?';

/** What a script answered counts as answered; a request that was refused does not use up a step. */
export function captureTable(db: Database.Database, unit: UnitOfWork): CaptureTable {
  const insert = db.prepare(`
    INSERT INTO capture (id, run_id, route_id, epoch, method, target, http_version, headers, body_bytes, remote,
      delivery_key, seen, at, wall_at, verdict, verdict_kind, verdict_status, body)
    VALUES (@id, @runId, @routeId, @epoch, @method, @target, @httpVersion, @headers, @bodyBytes, @remote,
      @deliveryKey, @seen, @at, @wallAt, @verdict, @verdictKind, @verdictStatus, @body)`);
  const selectAnswered = db.prepare<unknown[], number>(ANSWERED_SQL).pluck();
  const selectKeyAnswered = db.prepare<unknown[], number>(KEY_ANSWERED_SQL).pluck();
  const selectSeen = db.prepare<unknown[], number>(SEEN_SQL).pluck();

  return {
    answered: (routeId, epoch, deliveryKey) =>
      (deliveryKey === null
        ? selectAnswered.get(routeId, epoch)
        : selectKeyAnswered.get(routeId, epoch, deliveryKey)) ?? 0,
    seen: (runId, deliveryKey) => selectSeen.get(runId, deliveryKey) ?? 0,
    insertCapture(capture, epoch) {
      const touched = unit.touch();
      touched.captures.add(capture.id);
      if (capture.routeId !== null) touched.routes.add(capture.routeId);
      insert.run(captureParameters(capture, epoch));
    },
  };
}
