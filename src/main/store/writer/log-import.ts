import type Database from 'better-sqlite3';
import type { LogRow } from '../../../shared/log/rows';
import type { RunId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import type { LogStore } from '../../engine/ports';
import { interimText, outcomeParameters } from '../rows/attempt-row';
import { CAPTURE_INSERT, captureParameters } from '../rows/capture-row';
import { deliveryParameters, waitText } from '../rows/delivery-row';
import { endpointParameters } from '../rows/endpoint-row';
import { routeParameters } from '../rows/route-row';
import { blob } from '../rows/row';
import { stepText } from '../rows/step-row';
import type { SecretBox } from '../secret-box';
import { codeOf } from '../store-problem';
import type { UnitOfWork } from '../unit-of-work';
import { SIGNATURE_INSERT } from './capture-table';
import { DELIVERY_INSERT } from './delivery-table';
import { ENDPOINT_INSERT } from './endpoint-table';
import { CARRIED_INSERT } from './event-table';
import { logOwner } from './log-owner';
import { PURGE_SQL } from './run-tables';

/** Counts of a run that was written row by row. Each takes the run's id. */
const COUNT_SQL: readonly string[] = [
  `INSERT INTO run_count (run_id, events, attempts, captures) SELECT @runId,
    (SELECT count(*) FROM event WHERE run_id = @runId), (SELECT count(*) FROM attempt WHERE run_id = @runId),
    (SELECT count(*) FROM capture WHERE run_id = @runId)`,
  `INSERT INTO delivery_count (run_id, endpoint_id, state, deliveries)
    SELECT run_id, endpoint_id, state, count(*) FROM delivery WHERE run_id = @runId GROUP BY endpoint_id, state`,
  `INSERT INTO type_count (run_id, event_type, deliveries)
    SELECT run_id, event_type, count(*) FROM delivery WHERE run_id = @runId GROUP BY event_type`,
  `INSERT INTO route_count (route_id, captures)
    SELECT route_id, count(*) FROM capture WHERE run_id = @runId AND route_id IS NOT NULL GROUP BY route_id`,
  `INSERT INTO key_seen (run_id, delivery_key, seen, first_seq)
    SELECT run_id, delivery_key, count(*), min(seq) FROM capture WHERE run_id = @runId AND delivery_key IS NOT NULL
    GROUP BY delivery_key`,
];

/**
 * Writes runs that come as rows of a log. A run counts as removed until it is whole: nobody sees it before, and what a
 * process leaves unfinished is purged at the next start.
 */
export function logImport(db: Database.Database, unit: UnitOfWork, box: SecretBox): LogStore {
  const isThere = db.prepare('SELECT 1 FROM run WHERE id = ?');
  const isOwned = logOwner(db);
  const isStep = db.prepare('SELECT 1 FROM step WHERE seq = ?');
  const newestSeq = db.prepare<unknown[], number | null>('SELECT max(seq) FROM step').pluck();
  const insertRun = db.prepare(`INSERT INTO run (id, name, seed, durations, started_at, live, removed)
    VALUES (@id, @name, @seed, @durations, @startedAt, 0, 1)`);
  const insertRoute =
    db.prepare(`INSERT INTO route (id, run_id, path, tls, script, forward, epoch, epoch_at, created_at, removed)
    VALUES (@id, @runId, @path, @tls, @script, @forward, @epoch, @epochAt, @createdAt, @removed)`);
  const insertEndpoint = db.prepare(ENDPOINT_INSERT);
  const insertSignature = db.prepare(SIGNATURE_INSERT);
  const insertAnswer = db.prepare('INSERT INTO capture_answer (capture_seq, began_ms, ended_ms) VALUES (?, ?, ?)');
  const insertHeld = db.prepare('INSERT INTO held_level (endpoint_id, at, held) VALUES (?, ?, ?)');
  const insertSlot = db.prepare('INSERT INTO throttle_slot (endpoint_id, window_at, used) VALUES (?, ?, ?)');
  const insertRedelivery = db.prepare('INSERT INTO redelivery (endpoint_id, at) VALUES (?, ?)');
  const insertLeap = db.prepare(`INSERT INTO clock_leap (run_id, to_at, from_at, cause)
    VALUES (@runId, @toAt, @fromAt, @cause)`);
  const insertEvent = db.prepare(`INSERT INTO event (id, run_id, ordinal, type, content_type, created_at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const insertCarried = db.prepare(CARRIED_INSERT);
  const insertDelivery = db.prepare(DELIVERY_INSERT);
  const pinDelivery = db.prepare('INSERT INTO delivery_pin (delivery_id) VALUES (?)');
  const pinCapture = db.prepare('INSERT INTO capture_pin (capture_seq) VALUES (?)');
  const isDelivery = db.prepare('SELECT 1 FROM delivery WHERE id = ?');
  const isRoute = db.prepare('SELECT 1 FROM route WHERE id = ?');
  const insertAttempt = db.prepare(`INSERT INTO attempt (delivery_id, n, run_id, endpoint_id, trigger, due_at,
      started_at, ended_at, started_wall_at, wait, deferred_from, outcome, outcome_kind, status, fault, remote, timings, interim,
      request_method, request_url, request_headers, request_body_bytes, request_body, response_status, response_reason,
      response_headers, response_body_bytes, response_body_truncated, response_body)
    VALUES (?, ?, (SELECT run_id FROM delivery WHERE id = ?), ${Array(26).fill('?').join(', ')})`);
  const insertStep = db.prepare(`INSERT INTO step (seq, revision, run_id, at, wall_at, delivery_id, endpoint_id, kind,
      step, error, reached)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertCapture = db.prepare(CAPTURE_INSERT);
  const insertClock = db.prepare(`INSERT INTO clock (run_id, virtual_ms, wall_ms, pace, paused)
    SELECT id, coalesce((SELECT max(reached) FROM step WHERE run_id = run.id), started_at), @wallMs, @pace, 1
    FROM run WHERE id = @runId`);
  const show = db.prepare('UPDATE run SET removed = 0 WHERE id = ?');
  const counts = COUNT_SQL.map((sql) => db.prepare(sql));
  const purge = PURGE_SQL.map((sql) => db.prepare(sql));

  /** Steps keep their numbers where the folder has none yet; otherwise they come behind those that it has. */
  let seqOffset = 0;
  const reached = new Map<RunId, number>();
  let own: ReadonlySet<RunId> = new Set();

  /** The live run writes steps between two batches: where one has the number, the next ones come behind it. */
  const placeOf = (seq: number): number => {
    if (isStep.get(seq + seqOffset) !== undefined) seqOffset = Math.max(seqOffset, (newestSeq.get() ?? 0) + 1 - seq);
    return seq + seqOffset;
  };

  const put = (row: LogRow, secret: () => string): void => {
    switch (row.kind) {
      case 'run':
        insertRun.run(row);
        return;
      case 'route':
        insertRoute.run({ ...routeParameters(row), removed: row.removed ? 1 : 0 });
        return;
      case 'endpoint':
        insertEndpoint.run({ ...endpointParameters(row), secret: blob(box.seal(secret(), row.id)) });
        return;
      case 'held':
        insertHeld.run(row.endpointId, row.at, row.held);
        return;
      case 'slot':
        insertSlot.run(row.endpointId, row.windowAt, row.used);
        return;
      case 'redelivery':
        insertRedelivery.run(row.endpointId, row.at);
        return;
      case 'leap':
        insertLeap.run(row);
        return;
      case 'event':
        insertEvent.run(row.id, row.runId, row.ordinal, row.type, row.contentType, row.createdAt, blob(row.body));
        if (row.carried !== null) insertCarried.run(row.id, row.carried.captureId, JSON.stringify(row.carried));
        return;
      case 'delivery': {
        const { originId } = row;
        const known = originId !== null && isDelivery.get(originId) !== undefined;
        insertDelivery.run({ ...deliveryParameters(row), originId: known ? originId : null });
        if (row.pinned) pinDelivery.run(row.id);
        return;
      }
      case 'attempt':
        insertAttempt.run(...attemptValues(row));
        return;
      case 'step': {
        const place = Math.max(row.at, reached.get(row.runId) ?? row.at);
        reached.set(row.runId, place);
        const { revision, runId, at, wallAt, deliveryId, endpointId, step, error } = row;
        insertStep.run(
          placeOf(row.seq),
          revision,
          runId,
          at,
          wallAt,
          deliveryId,
          endpointId,
          step.kind,
          stepText(step),
          error,
          place,
        );
        return;
      }
      case 'capture': {
        const routeId = row.routeId !== null && isRoute.get(row.routeId) !== undefined ? row.routeId : null;
        const { lastInsertRowid } = insertCapture.run(...captureParameters({ ...row, routeId }, row.epoch));
        if (row.signature !== null) insertSignature.run(lastInsertRowid, JSON.stringify(row.signature));
        if (row.answer !== null) insertAnswer.run(lastInsertRowid, row.answer.beganMs, row.answer.endedMs);
        if (row.pinned) pinCapture.run(lastInsertRowid);
        return;
      }
    }
  };

  return {
    beginImport(runIds) {
      unit.touch();
      for (const id of runIds) {
        if (isThere.get(id) === undefined) continue;
        throw new Refusal({
          code: 'conflict',
          message: `This folder has the run ${id} already, or had it until it was deleted. Import the log into another folder, or delete the run and start Retryscope again first.`,
        });
      }
      own = new Set(runIds);
      seqOffset = newestSeq.get() ?? 0;
      reached.clear();
    },
    importRow(row, secret) {
      unit.touch();
      if (!isOwned(row, own)) {
        throw new Refusal({
          code: 'invalid',
          message: `This ${row.kind} belongs to no run of this file, or refers to something of another run.`,
        });
      }
      try {
        put(row, secret);
      } catch (error) {
        if (!codeOf(error)?.startsWith('SQLITE_CONSTRAINT')) throw error;
        throw new Refusal({
          code: 'invalid',
          message: `This ${row.kind} is there already, or refers to something that does not stand before it.`,
        });
      }
    },
    finishImport(runIds, wallMs) {
      unit.touch();
      for (const runId of runIds) {
        for (const count of counts) count.run({ runId });
        insertClock.run({ runId, wallMs, pace: JSON.stringify({ kind: 'factor', factor: 1 }) });
        show.run(runId);
      }
    },
    abandonImport(runIds) {
      unit.touch();
      for (const id of runIds) for (const statement of purge) statement.run(id);
    },
  };
}

function attemptValues(row: Extract<LogRow, { readonly kind: 'attempt' }>): readonly unknown[] {
  const { request, response } = row;
  const { outcome, outcomeKind, status, fault } = outcomeParameters(row.outcome);
  return [
    row.deliveryId,
    row.n,
    row.deliveryId,
    row.endpointId,
    row.trigger,
    row.dueAt,
    row.startedAt,
    row.endedAt,
    row.startedWallAt,
    waitText(row),
    row.deferredFrom,
    outcome,
    outcomeKind,
    status,
    fault,
    row.remote,
    row.timings === null ? null : JSON.stringify(row.timings),
    interimText(row.interim),
    request.method,
    request.url,
    JSON.stringify(request.headers),
    request.bodyBytes,
    request.body === null ? null : blob(request.body),
    response?.status ?? null,
    response?.reason ?? null,
    response === null ? null : JSON.stringify(response.headers),
    response?.bodyBytes ?? null,
    response === null ? null : response.bodyTruncated ? 1 : 0,
    response === null ? null : blob(response.body),
  ];
}
