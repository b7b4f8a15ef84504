import type Database from 'better-sqlite3';
import type { RunId } from '../../../shared/model/ids';
import { FAULTS } from '../../../shared/model/outcome';
import type { Claimed, EngineStore } from '../../engine/ports';
import { ATTEMPT_COLUMNS, interimText, outcomeParameters, readAttempt } from '../rows/attempt-row';
import { oneOf } from '../rows/by-hand';
import { DELIVERY_COLUMNS, readDelivery, waitText } from '../rows/delivery-row';
import { blob, type Log, readableRows } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import type { KnownDeliveries } from './known-deliveries';
import { mustChange } from './must-change';

type AttemptTable = Pick<EngineStore, 'insertAttempt' | 'settleAttempt' | 'unsettled' | 'faultsOf'>;

export const UNSETTLED_SQL = `SELECT ${ATTEMPT_COLUMNS} FROM attempt a
  WHERE a.run_id = ? AND a.outcome_kind IS NULL ORDER BY a.rowid`;

export const FAULTS_SQL = `SELECT DISTINCT fault FROM attempt
  WHERE delivery_id = ? AND outcome_kind IN ('response', 'no-response')`;

const isFault = oneOf(FAULTS);

/** Values go in by place and not by name, which costs as much again as the statement itself. */
export function attemptTable(
  db: Database.Database,
  unit: UnitOfWork,
  counts: KeptCounts,
  known: KnownDeliveries,
  log: Log,
): AttemptTable {
  const insert = db.prepare(`
    INSERT INTO attempt (delivery_id, n, run_id, endpoint_id, trigger, due_at, started_at, ended_at, started_wall_at,
      wait, deferred_from, outcome, outcome_kind, status, fault, request_method, request_url, request_headers,
      request_body_bytes, request_body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const settle = db.prepare(`
    UPDATE attempt SET ended_at = ?, outcome = ?, outcome_kind = ?, status = ?, fault = ?, remote = ?, timings = ?, interim = ?,
      response_status = ?, response_reason = ?, response_headers = ?, response_body = ?, response_body_bytes = ?,
      response_body_truncated = ?
    WHERE delivery_id = ? AND n = ?`);
  const selectRun = db.prepare<unknown[], RunId>('SELECT run_id FROM delivery WHERE id = ?').pluck();
  const selectUnsettled = db.prepare(UNSETTLED_SQL);
  const selectFaults = db.prepare<unknown[], string | null>(FAULTS_SQL).pluck();
  const selectDelivery = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);

  const readClaimed = (row: unknown): Claimed => {
    const attempt = readAttempt(row);
    return { attempt, delivery: readDelivery(selectDelivery.get(attempt.deliveryId)) };
  };

  return {
    insertAttempt(attempt, request) {
      unit.touch().deliveries.add(attempt.deliveryId);
      const runId = known.get(attempt.deliveryId)?.runId ?? selectRun.get(attempt.deliveryId);
      if (runId === undefined) throw new Error(`${attempt.deliveryId} is not in the store`);
      const { outcome, outcomeKind, status, fault } = outcomeParameters(attempt.outcome);
      insert.run(
        attempt.deliveryId,
        attempt.n,
        runId,
        attempt.endpointId,
        attempt.trigger,
        attempt.dueAt,
        attempt.startedAt,
        attempt.endedAt,
        attempt.startedWallAt,
        waitText(attempt),
        attempt.deferredFrom,
        outcome,
        outcomeKind,
        status,
        fault,
        request.method,
        request.url,
        JSON.stringify(request.headers),
        request.bodyBytes,
        request.body === null ? null : blob(request.body),
      );
      counts.addToRun(runId, 'attempts');
    },
    settleAttempt(attempt, result) {
      unit.touch().deliveries.add(attempt.deliveryId);
      const response = result?.response ?? null;
      const { outcome, outcomeKind, status, fault } = outcomeParameters(attempt.outcome);
      const settled = settle.run(
        attempt.endedAt,
        outcome,
        outcomeKind,
        status,
        fault,
        result?.remote ?? null,
        result === null ? null : JSON.stringify(result.timings),
        result === null ? null : interimText(result.interim),
        response?.status ?? null,
        response?.reason ?? null,
        response === null ? null : JSON.stringify(response.headers),
        response === null ? null : blob(response.body),
        response?.bodyBytes ?? null,
        response === null ? null : Number(response.bodyTruncated),
        attempt.deliveryId,
        attempt.n,
      );
      mustChange(settled, `attempt ${attempt.n} of ${attempt.deliveryId}`);
    },
    faultsOf(deliveryId) {
      const faults = selectFaults.all(deliveryId);
      return faults.every(isFault) ? faults : null;
    },
    unsettled: (runId) => readableRows(selectUnsettled.all(runId), readClaimed, log),
  };
}
