import type Database from 'better-sqlite3';
import type { RunId } from '../../../shared/model/ids';
import type { Claimed, EngineStore } from '../../engine/ports';
import { ATTEMPT_COLUMNS, outcomeParameters, readAttempt } from '../rows/attempt-row';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { blob, type Log, readableRows } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import { mustChange } from './must-change';

type AttemptTable = Pick<EngineStore, 'insertAttempt' | 'settleAttempt' | 'unsettled'>;

export const UNSETTLED_SQL = `SELECT ${ATTEMPT_COLUMNS} FROM attempt a
  WHERE a.run_id = ? AND a.outcome_kind IS NULL ORDER BY a.rowid`;

export function attemptTable(db: Database.Database, unit: UnitOfWork, counts: KeptCounts, log: Log): AttemptTable {
  const insert = db.prepare(`
    INSERT INTO attempt (delivery_id, n, run_id, endpoint_id, trigger, due_at, started_at, ended_at, started_wall_at,
      wait, deferred_from, outcome, outcome_kind, status, fault, request_method, request_url, request_headers, request_body_bytes,
      request_body)
    VALUES (@deliveryId, @n, @runId, @endpointId, @trigger, @dueAt,
      @startedAt, @endedAt, @startedWallAt, @wait, @deferredFrom, @outcome, @outcomeKind, @status, @fault, @requestMethod,
      @requestUrl, @requestHeaders, @requestBodyBytes, @requestBody)`);
  const settle = db.prepare(`
    UPDATE attempt SET ended_at = @endedAt, outcome = @outcome, outcome_kind = @outcomeKind, status = @status,
      fault = @fault, remote = @remote, timings = @timings, response_status = @responseStatus,
      response_reason = @responseReason, response_headers = @responseHeaders, response_body = @responseBody,
      response_body_bytes = @responseBodyBytes, response_body_truncated = @responseBodyTruncated
    WHERE delivery_id = @deliveryId AND n = @n`);
  const selectRun = db.prepare<unknown[], RunId>('SELECT run_id FROM delivery WHERE id = ?').pluck();
  const selectUnsettled = db.prepare(UNSETTLED_SQL);
  const selectDelivery = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);

  const readClaimed = (row: unknown): Claimed => {
    const attempt = readAttempt(row);
    return { attempt, delivery: readDelivery(selectDelivery.get(attempt.deliveryId)) };
  };

  return {
    insertAttempt(attempt, request) {
      unit.touch().deliveries.add(attempt.deliveryId);
      const runId = selectRun.get(attempt.deliveryId);
      if (runId === undefined) throw new Error(`${attempt.deliveryId} is not in the store`);
      insert.run({
        ...attempt,
        runId,
        ...outcomeParameters(attempt.outcome),
        wait: attempt.wait === null ? null : JSON.stringify(attempt.wait),
        requestMethod: request.method,
        requestUrl: request.url,
        requestHeaders: JSON.stringify(request.headers),
        requestBodyBytes: request.bodyBytes,
        requestBody: request.body === null ? null : blob(request.body),
      });
      counts.addToRun(runId, 'attempts');
    },
    settleAttempt(attempt, result) {
      unit.touch().deliveries.add(attempt.deliveryId);
      const response = result?.response ?? null;
      const settled = settle.run({
        ...outcomeParameters(attempt.outcome),
        deliveryId: attempt.deliveryId,
        n: attempt.n,
        endedAt: attempt.endedAt,
        remote: result?.remote ?? null,
        timings: result === null ? null : JSON.stringify(result.timings),
        responseStatus: response?.status ?? null,
        responseReason: response?.reason ?? null,
        responseHeaders: response === null ? null : JSON.stringify(response.headers),
        responseBody: response === null ? null : blob(response.body),
        responseBodyBytes: response?.bodyBytes ?? null,
        responseBodyTruncated: response === null ? null : Number(response.bodyTruncated),
      });
      mustChange(settled, `attempt ${attempt.n} of ${attempt.deliveryId}`);
    },
    unsettled: (runId) => readableRows(selectUnsettled.all(runId), readClaimed, log),
  };
}
