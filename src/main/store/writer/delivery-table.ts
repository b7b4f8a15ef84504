import type Database from 'better-sqlite3';
import type { Delivery, DeliveryState } from '../../../shared/model/delivery';
import type { EngineStore } from '../../engine/ports';
import { DELIVERY_COLUMNS, deliveryParameters, readDelivery } from '../rows/delivery-row';
import { type Log, readableRows, readOrTell } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import { DeliveryChanges } from './delivery-changes';
import type { Remembered } from './sql-store';
import { VALUE } from './value';

type DeliveryTable = Pick<
  EngineStore,
  | 'insertDelivery'
  | 'updateDelivery'
  | 'delivery'
  | 'hasUnsentCopy'
  | 'waiting'
  | 'nextDue'
  | 'due'
  | 'heldCount'
  | 'countDue'
  | 'nextSweep'
  | 'sweepable'
  | 'lastOrdinal'
  | 'deliveriesOf'
  | 'inLine'
>;

const WAITING: readonly DeliveryState[] = ['queued', 'retrying', 'held', 'stale'];

/** Merged by ordinal from one range of the index per state, so that a page costs a page. */
export const WAITING_SQL = `${WAITING.map(
  (state) => `SELECT ${DELIVERY_COLUMNS} FROM delivery d
    WHERE d.endpoint_id = @endpointId AND d.state = '${state}' AND d.ordinal > @afterOrdinal`,
).join(' UNION ALL ')} ORDER BY ordinal`;

export const DUE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ${VALUE} AND d.due_at IS NOT NULL AND d.due_at <= ${VALUE} ORDER BY d.due_at, d.ordinal`;

export const NEXT_DUE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ${VALUE} AND d.due_at IS NOT NULL ORDER BY d.due_at, d.ordinal`;

export const NEXT_SWEEP_SQL = `SELECT min(sweep_at) FROM delivery
  WHERE run_id = ${VALUE} AND sweep_at IS NOT NULL AND state <> 'held'`;

export const SWEEPABLE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.run_id = ${VALUE} AND d.sweep_at IS NOT NULL AND d.sweep_at <= ${VALUE} ORDER BY d.sweep_at, d.ordinal`;

export const DELIVERIES_OF_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ? AND d.ordinal > ? AND d.ordinal <= ? ORDER BY d.ordinal`;

/** What waits for a window is due at its beginning: the index of due times leads to those few rows. */
export const IN_LINE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ? AND d.due_at = ? AND d.slot_at = d.due_at ORDER BY d.deferred_from, d.ordinal`;

export const UNSENT_COPY_SQL = `SELECT 1 FROM delivery WHERE origin_id = ${VALUE}
  AND (attempts = 0 AND state IN ('queued', 'held') OR attempts = 1 AND state = 'processing')`;

export const DELIVERY_INSERT = `
  INSERT INTO delivery (id, run_id, event_id, event_type, endpoint_id, ordinal, state, reason, attempts, counter,
    due_at, next_trigger, wait, budget, deferred_from, slot_at, lost_due_at, jobs_to_lose, touched_at, stuck_since,
    sweep_at, first_attempt_at, origin_id, created_at, changed_at, last_error)
  VALUES (@id, @runId, @eventId, @eventType, @endpointId, @ordinal, @state, @reason, @attempts, @counter,
    @dueAt, @nextTrigger, @wait, @budget, @deferredFrom, @slotAt, @lostDueAt, @jobsToLose, @touchedAt, @stuckSince,
    @sweepAt, @firstAttemptAt, @originId, @createdAt, @changedAt, @lastError)`;

export function deliveryTable(
  db: Database.Database,
  unit: UnitOfWork,
  { counts, held, known, ordinals }: Pick<Remembered, 'counts' | 'held' | 'known' | 'ordinals'>,
  log: Log,
): DeliveryTable {
  const insert = db.prepare(DELIVERY_INSERT);
  const changes = new DeliveryChanges(db);
  const selectState = db.prepare<unknown[], string>('SELECT state FROM delivery WHERE id = ?').pluck();
  const selectOne = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);
  const selectUnsentCopy = db.prepare(`${UNSENT_COPY_SQL} LIMIT 1`);
  const selectWaiting = db.prepare(WAITING_SQL);
  const selectDue = db.prepare(DUE_SQL);
  const selectNextDue = db.prepare(NEXT_DUE_SQL);
  const countDue = db
    .prepare<unknown[], number>(
      'SELECT count(*) FROM delivery WHERE endpoint_id = ? AND due_at IS NOT NULL AND due_at <= ?',
    )
    .pluck();
  const selectFirstDue = db.prepare(`${NEXT_DUE_SQL} LIMIT 1`);
  const selectDuePage = db.prepare(`${DUE_SQL} LIMIT ${VALUE}`);
  const selectNextSweep = db.prepare<unknown[], number | null>(NEXT_SWEEP_SQL).pluck();
  const selectSweepable = db.prepare(SWEEPABLE_SQL);
  const selectOf = db.prepare(DELIVERIES_OF_SQL);
  const selectInLine = db.prepare(IN_LINE_SQL);
  const selectLast = db.prepare<unknown[], number | null>('SELECT max(ordinal) FROM delivery WHERE run_id = ?').pluck();

  /** The first rows that can be read. What cannot be read is never due, or the alarm would ring for it for ever. */
  const firstOf = (select: Database.Statement, parameters: readonly unknown[], limit: number): Delivery[] => {
    const deliveries: Delivery[] = [];
    // An iterator that is never begun is never ended either, and would keep the connection busy for ever.
    if (limit <= 0) return deliveries;
    for (const row of select.iterate(...parameters)) {
      const delivery = readOrTell(row, readDelivery, log);
      if (delivery !== null) deliveries.push(delivery);
      if (deliveries.length >= limit) break;
    }
    return deliveries;
  };

  const touch = (delivery: Delivery) => {
    const touched = unit.touch();
    touched.deliveries.add(delivery.id);
    touched.endpoints.add(delivery.endpointId);
    return touched;
  };

  return {
    insertDelivery(delivery) {
      touch(delivery).events.add(delivery.eventId);
      insert.run(deliveryParameters(delivery));
      counts.addDelivery(delivery, delivery.state, 1);
      counts.addToType(delivery);
      ordinals.inserted(delivery.runId, 'delivery', delivery.ordinal);
      if (delivery.state === 'held') held.add(delivery.endpointId, 1, delivery.changedAt);
      // Its rows say how often it was sent again.
      if (delivery.originId !== null) unit.touch().deliveries.add(delivery.originId);
    },
    updateDelivery(delivery) {
      touch(delivery);
      const before = known.get(delivery.id);
      const former = before?.state ?? selectState.get(delivery.id);
      changes.write(delivery, before);
      known.written(delivery);
      if (former === undefined || former === delivery.state) return;
      counts.addDelivery(delivery, former, -1);
      counts.addDelivery(delivery, delivery.state, 1);
      if (former === 'held') held.add(delivery.endpointId, -1, delivery.changedAt);
      if (delivery.state === 'held') held.add(delivery.endpointId, 1, delivery.changedAt);
    },
    delivery(id) {
      const remembered = known.get(id);
      if (remembered !== undefined) return remembered;
      const row = selectOne.get(id);
      return row === undefined ? null : readDelivery(row);
    },
    hasUnsentCopy: (id) => selectUnsentCopy.get(id) !== undefined,
    waiting: (endpointId, afterOrdinal, limit) => firstOf(selectWaiting, [{ endpointId, afterOrdinal }], limit),
    nextDue(endpointId) {
      const row = selectFirstDue.get(endpointId);
      if (row === undefined) return null;
      const next = readOrTell(row, readDelivery, log) ?? firstOf(selectNextDue, [endpointId], 1)[0];
      return next === undefined || next.dueAt === null ? null : { dueAt: next.dueAt, deliveryId: next.id };
    },
    due(endpointId, now, limit) {
      const rows = selectDuePage.all(endpointId, now, Math.max(0, limit));
      const page = readableRows(rows, readDelivery, log);
      const deliveries = page.length === rows.length ? page : firstOf(selectDue, [endpointId, now], limit);
      if (unit.isOpen) for (const delivery of deliveries) known.read(delivery);
      return deliveries;
    },
    countDue: (endpointId, now) => countDue.get(endpointId, now) ?? 0,
    heldCount: (endpointId) => held.of(endpointId),
    nextSweep: (runId) => selectNextSweep.get(runId) ?? null,
    sweepable: (runId, now, limit) => firstOf(selectSweepable, [runId, now], limit),
    lastOrdinal: (runId) => selectLast.get(runId) ?? 0,
    deliveriesOf: (endpointId, afterOrdinal, upToOrdinal, limit) =>
      firstOf(selectOf, [endpointId, afterOrdinal, upToOrdinal], limit),
    inLine: (endpointId, windowAt, limit) => firstOf(selectInLine, [endpointId, windowAt], limit),
  };
}
