import type Database from 'better-sqlite3';
import type { KeptKind } from '../../../shared/contract/preferences';
import type { DeliveryId, EndpointId, RouteId, RunId } from '../../../shared/model/ids';
import type { EngineStore, OldCursor } from '../../engine/ports';
import { OLD } from '../old-rows';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import type { KnownDeliveries } from './known-deliveries';

type Memory = { readonly counts: KeptCounts; readonly known: KnownDeliveries };
type Looked = { readonly run_id: string; readonly number: number };
type OldDelivery = Looked & {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly endpoint_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly old: number;
};
type OldCapture = Looked & { readonly route_id: string | null; readonly old: number };
type OldStep = Looked & { readonly old: number };

/** Of one run, or of all; takes the run's id twice. */
const ONLY_RUN = '(? IS NULL OR d.run_id = ?)';

/** Deletes history, a few rows at a time, and keeps the counts beside it true. By index, in the order of their numbers. */
export function oldHistory(
  db: Database.Database,
  unit: UnitOfWork,
  { counts, known }: Memory,
): Pick<EngineStore, 'deleteOld'> {
  const selectDeliveries = db.prepare<unknown[], OldDelivery>(`
    SELECT d.run_id, d.ordinal AS number, d.id, d.event_id, d.event_type, d.endpoint_id, d.state, (${OLD.deliveries}) AS old,
      (SELECT count(*) FROM attempt WHERE delivery_id = d.id) AS attempts
    FROM delivery d WHERE (d.run_id, d.ordinal) > (?, ?) AND ${ONLY_RUN} ORDER BY d.run_id, d.ordinal LIMIT ?`);
  const selectCaptures = db.prepare<unknown[], OldCapture>(`
    SELECT d.run_id, d.seq AS number, d.route_id, (${OLD.captures}) AS old
    FROM capture d WHERE d.seq > ? AND ${ONLY_RUN} ORDER BY d.seq LIMIT ?`);
  const selectSteps = db.prepare<unknown[], OldStep>(`
    SELECT d.run_id, d.seq AS number, (${OLD.log}) AS old FROM step d WHERE d.seq > ? AND ${ONLY_RUN} ORDER BY d.seq LIMIT ?`);
  const deleteSteps = db.prepare('DELETE FROM step WHERE delivery_id = ?');
  const deleteAttempts = db.prepare('DELETE FROM attempt WHERE delivery_id = ?');
  const orphan = db.prepare('UPDATE delivery SET origin_id = NULL WHERE origin_id = ?');
  const deleteDelivery = db.prepare('DELETE FROM delivery WHERE id = ?');
  const deleteEvent = db.prepare(
    'DELETE FROM event WHERE id = ? AND NOT EXISTS (SELECT 1 FROM delivery WHERE event_id = event.id)',
  );
  const deleteCapture = db.prepare('DELETE FROM capture WHERE seq = ?');
  const deleteSignature = db.prepare('DELETE FROM capture_signature WHERE capture_seq = ?');
  const deleteAnswer = db.prepare('DELETE FROM capture_answer WHERE capture_seq = ?');
  const deleteStep = db.prepare('DELETE FROM step WHERE seq = ?');

  const removeDelivery = (row: OldDelivery): void => {
    const runId = row.run_id as RunId;
    deleteSteps.run(row.id);
    deleteAttempts.run(row.id);
    orphan.run(row.id);
    deleteDelivery.run(row.id);
    unit.touch().deliveries.add(row.id as DeliveryId);
    counts.addDelivery({ runId, endpointId: row.endpoint_id as EndpointId }, row.state, -1);
    counts.addToType({ runId, eventType: row.event_type }, -1);
    counts.addToRun(runId, 'attempts', -row.attempts);
    if (deleteEvent.run(row.event_id).changes > 0) counts.addToRun(runId, 'events', -1);
  };
  const removeCapture = (row: OldCapture): void => {
    deleteCapture.run(row.number);
    deleteSignature.run(row.number);
    deleteAnswer.run(row.number);
    counts.addToRun(row.run_id as RunId, 'captures', -1);
    if (row.route_id === null) return;
    unit.touch().routes.add(row.route_id as RouteId);
    counts.addToRoute(row.route_id as RouteId, -1);
  };

  return {
    deleteOld(kind: KeptKind, olderThanWallMs, cursor, limit, runId = null) {
      unit.touch();
      const after = cursor?.after ?? 0;
      if (kind === 'deliveries') {
        const rows = selectDeliveries.all(olderThanWallMs, cursor?.runId ?? '', after, runId, runId, limit);
        // Nothing of a row that is gone may be remembered.
        known.drop();
        return removeFrom(rows, limit, removeDelivery);
      }
      if (kind === 'captures') {
        return removeFrom(selectCaptures.all(olderThanWallMs, after, runId, runId, limit), limit, removeCapture);
      }
      return removeFrom(selectSteps.all(olderThanWallMs, after, runId, runId, limit), limit, ({ number }) => {
        deleteStep.run(number);
      });
    },
  };
}

function removeFrom<Row extends Looked & { readonly old: number }>(
  rows: readonly Row[],
  limit: number,
  remove: (row: Row) => void,
): { readonly deleted: number; readonly next: OldCursor | null } {
  const old = rows.filter((row) => row.old === 1);
  for (const row of old) remove(row);
  const last = rows.at(-1);
  return {
    deleted: old.length,
    next: last === undefined || rows.length < limit ? null : { runId: last.run_id, after: last.number },
  };
}
