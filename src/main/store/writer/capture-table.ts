import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import type { CaptureStore } from '../../engine/receiver-ports';
import { CAPTURE_INSERT, captureParameters, latestAnswer, readAnswer } from '../rows/capture-row';
import { type Log, readOrTell } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import { VALUE } from './value';
import type { Walkers } from './walkers';

type CaptureTable = Pick<
  CaptureStore,
  'lastAnswer' | 'attemptsOf' | 'walkerOf' | 'seen' | 'insertCapture' | 'saveAnswers'
> &
  Pick<EngineStore, 'scriptedDelayMs'>;

const newestOf = (where: string): string =>
  `SELECT seq, at, verdict FROM capture WHERE route_id = ${VALUE} AND ${where} ORDER BY seq DESC`;

export const LAST_ANSWER_SQL = newestOf(`epoch = ${VALUE}`);
/** `IS`, since the captures without a key are one group too. */
export const LAST_KEY_ANSWER_SQL = newestOf(`epoch = ${VALUE} AND delivery_key IS ${VALUE}`);
const SCRIPTED_DELAY_SQL = newestOf(`epoch = (SELECT epoch FROM route WHERE id = ?) AND delivery_key = ${VALUE}`);
export const ATTEMPTS_SQL = `SELECT count(*) FROM capture WHERE route_id = ${VALUE} AND epoch = ${VALUE} AND delivery_key = ${VALUE}`;
export const SEEN_SQL = 'SELECT seen FROM key_seen WHERE run_id = ? AND delivery_key = ?';

export const SIGNATURE_INSERT = 'INSERT INTO capture_signature (capture_seq, verdict) VALUES (?, ?)';

/** What a script answered has an epoch; a request that was refused does not use up a step. */
export function captureTable(
  db: Database.Database,
  unit: UnitOfWork,
  counts: KeptCounts,
  walkers: Walkers,
  log: Log,
): CaptureTable {
  const insert = db.prepare(CAPTURE_INSERT);
  const insertSignature = db.prepare(SIGNATURE_INSERT);
  const insertAnswer = db.prepare(`INSERT OR REPLACE INTO capture_answer (capture_seq, began_ms, ended_ms)
    SELECT seq, ?, ? FROM capture WHERE id = ?`);
  const selectLast = db.prepare(LAST_ANSWER_SQL);
  const selectLastOfKey = db.prepare(LAST_KEY_ANSWER_SQL);
  const selectScripted = db.prepare(SCRIPTED_DELAY_SQL);
  const countAttempts = db.prepare<unknown[], number>(ATTEMPTS_SQL).pluck();
  const selectSeen = db.prepare<unknown[], number>(SEEN_SQL).pluck();

  /** At once and not at the end, since the next request of the same transaction asks for it. */
  const addSeen = db.prepare(`
    INSERT INTO key_seen (run_id, delivery_key, seen, first_seq) VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET seen = seen + 1`);

  const newestReadable = (rows: Iterable<unknown>) => {
    for (const row of rows) {
      const answer = readOrTell(row, readAnswer, log);
      if (answer !== null) return answer;
    }
    return null;
  };

  return {
    lastAnswer(routeId, epoch, among) {
      const answer = newestReadable(
        among === 'all'
          ? selectLast.iterate(routeId, epoch)
          : selectLastOfKey.iterate(routeId, epoch, among.deliveryKey),
      );
      return answer === null ? null : latestAnswer(answer);
    },
    scriptedDelayMs: (routeId, deliveryKey) =>
      newestReadable(selectScripted.iterate(routeId, routeId, deliveryKey))?.verdict.delayMs ?? null,
    attemptsOf: (routeId, epoch, deliveryKey) => countAttempts.get(routeId, epoch, deliveryKey) ?? 0,
    walkerOf: (routeId, epoch, deliveryKey) => walkers.of(routeId, epoch, deliveryKey),
    seen: (runId, deliveryKey) => selectSeen.get(runId, deliveryKey) ?? 0,
    insertCapture(capture, epoch) {
      const touched = unit.touch();
      touched.captures.add(capture.id);
      const { lastInsertRowid: seq } = insert.run(...captureParameters(capture, epoch));
      if (capture.signature !== null) insertSignature.run(seq, JSON.stringify(capture.signature));
      if (capture.deliveryKey !== null) addSeen.run(capture.runId, capture.deliveryKey, seq);
      counts.addToRun(capture.runId, 'captures');
      if (capture.routeId === null) return;
      touched.routes.add(capture.routeId);
      counts.addToRoute(capture.routeId);
    },
    saveAnswers(answers) {
      unit.touch();
      for (const { id, answer } of answers) insertAnswer.run(answer.beganMs, answer.endedMs, id);
    },
  };
}
