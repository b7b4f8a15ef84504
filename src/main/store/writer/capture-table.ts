import type Database from 'better-sqlite3';
import type { Capture } from '../../../shared/model/receiver';
import type { CaptureStore, EngineStore } from '../../engine/ports';
import { captureParameters, readStepVerdict } from '../rows/capture-row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';

type CaptureTable = Pick<CaptureStore, 'lastAnswer' | 'seen' | 'insertCapture'> & Pick<EngineStore, 'scriptedDelayMs'>;

const LAST_ANSWER = 'SELECT verdict, at FROM capture WHERE route_id = ? AND epoch = ?';
const NEWEST = 'ORDER BY seq DESC LIMIT 1';
export const LAST_ANSWER_SQL = `${LAST_ANSWER} ${NEWEST}`;
export const LAST_KEY_ANSWER_SQL = `${LAST_ANSWER} AND delivery_key IS ? ${NEWEST}`;
export const SCRIPTED_DELAY_SQL = `SELECT verdict, at FROM capture
  WHERE route_id = @routeId AND epoch = (SELECT epoch FROM route WHERE id = @routeId) AND delivery_key = @deliveryKey
  ${NEWEST}`;
export const SEEN_SQL = 'SELECT seen FROM key_seen WHERE run_id = ? AND delivery_key = ?';

type AnswerRow = { readonly verdict: string; readonly at: number };

/** What a script answered has an epoch; a request that was refused does not use up a step. */
export function captureTable(db: Database.Database, unit: UnitOfWork, counts: KeptCounts): CaptureTable {
  const insert = db.prepare(`
    INSERT INTO capture (id, run_id, route_id, epoch, method, target, http_version, headers, body_bytes, remote,
      delivery_key, seen, at, wall_at, verdict, verdict_kind, verdict_status, body)
    VALUES (@id, @runId, @routeId, @epoch, @method, @target, @httpVersion, @headers, @bodyBytes, @remote,
      @deliveryKey, @seen, @at, @wallAt, @verdict, @verdictKind, @verdictStatus, @body)`);
  const selectLast = db.prepare<unknown[], AnswerRow>(LAST_ANSWER_SQL);
  const selectLastOfKey = db.prepare<unknown[], AnswerRow>(LAST_KEY_ANSWER_SQL);
  const selectScripted = db.prepare<unknown[], AnswerRow>(SCRIPTED_DELAY_SQL);
  const selectSeen = db.prepare<unknown[], number>(SEEN_SQL).pluck();

  const addSeen = db.prepare(`
    INSERT INTO key_seen (run_id, delivery_key, seen) VALUES (@runId, @deliveryKey, 1)
    ON CONFLICT DO UPDATE SET seen = seen + 1`);
  /** At once, since the next request of the same transaction asks for them. */
  const tally = ({ runId, deliveryKey }: Capture) => {
    if (deliveryKey !== null) addSeen.run({ runId, deliveryKey });
  };

  return {
    lastAnswer(routeId, epoch, among) {
      const row =
        among === 'all' ? selectLast.get(routeId, epoch) : selectLastOfKey.get(routeId, epoch, among.deliveryKey);
      const verdict = row === undefined ? null : readStepVerdict(row.verdict);
      return row === undefined || verdict === null ? null : { ...verdict, at: row.at };
    },
    scriptedDelayMs(routeId, deliveryKey) {
      const row = selectScripted.get({ routeId, deliveryKey });
      return row === undefined ? null : (readStepVerdict(row.verdict)?.delayMs ?? null);
    },
    seen: (runId, deliveryKey) => selectSeen.get(runId, deliveryKey) ?? 0,
    insertCapture(capture, epoch) {
      const touched = unit.touch();
      touched.captures.add(capture.id);
      insert.run(captureParameters(capture, epoch));
      tally(capture);
      counts.addToRun(capture.runId, 'captures');
      if (capture.routeId === null) return;
      touched.routes.add(capture.routeId);
      counts.addToRoute(capture.routeId);
    },
  };
}
