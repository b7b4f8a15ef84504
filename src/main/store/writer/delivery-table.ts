import type Database from 'better-sqlite3';
import type { Delivery, DeliveryState } from '../../../shared/model/delivery';
import type { EngineStore } from '../../engine/ports';
import { DELIVERY_COLUMNS, deliveryParameters, readDelivery } from '../rows/delivery-row';
import { type Log, readOrTell } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import { mustChange } from './must-change';

type DeliveryTable = Pick<
  EngineStore,
  'insertDelivery' | 'updateDelivery' | 'delivery' | 'waiting' | 'nextDue' | 'due'
>;

const WAITING: readonly DeliveryState[] = ['queued', 'retrying', 'held', 'stale'];

/** Merged by ordinal from one range of the index per state, so that a page costs a page. */
export const WAITING_SQL = `${WAITING.map(
  (state) => `SELECT ${DELIVERY_COLUMNS} FROM delivery d
    WHERE d.endpoint_id = @endpointId AND d.state = '${state}' AND d.ordinal > @afterOrdinal`,
).join(' UNION ALL ')} ORDER BY ordinal`;

export const DUE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ? AND d.due_at IS NOT NULL AND d.due_at <= ? ORDER BY d.due_at, d.ordinal`;

export const NEXT_DUE_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = ? AND d.due_at IS NOT NULL ORDER BY d.due_at, d.ordinal`;

export function deliveryTable(db: Database.Database, unit: UnitOfWork, log: Log): DeliveryTable {
  const insert = db.prepare(`
    INSERT INTO delivery (id, run_id, event_id, event_type, endpoint_id, ordinal, state, reason, attempts, counter,
      due_at, next_trigger, wait, created_at, changed_at, last_error)
    VALUES (@id, @runId, @eventId, @eventType, @endpointId, @ordinal, @state, @reason, @attempts, @counter,
      @dueAt, @nextTrigger, @wait, @createdAt, @changedAt, @lastError)`);
  const update = db.prepare(`
    UPDATE delivery SET state = @state, reason = @reason, attempts = @attempts, counter = @counter, due_at = @dueAt,
      next_trigger = @nextTrigger, wait = @wait, changed_at = @changedAt, last_error = @lastError
    WHERE id = @id`);
  const selectOne = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);
  const selectWaiting = db.prepare(WAITING_SQL);
  const selectDue = db.prepare(DUE_SQL);
  const selectNextDue = db.prepare(NEXT_DUE_SQL);

  /** The first rows that can be read. What cannot be read is never due, or the alarm would ring for it for ever. */
  const firstOf = (rows: Iterable<unknown>, limit: number): Delivery[] => {
    const deliveries: Delivery[] = [];
    if (limit <= 0) return deliveries;
    for (const row of rows) {
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
    },
    updateDelivery(delivery) {
      touch(delivery);
      mustChange(update.run(deliveryParameters(delivery)), delivery.id);
    },
    delivery(id) {
      const row = selectOne.get(id);
      return row === undefined ? null : readDelivery(row);
    },
    waiting: (endpointId, afterOrdinal, limit) => firstOf(selectWaiting.iterate({ endpointId, afterOrdinal }), limit),
    nextDue(endpointId) {
      const [next] = firstOf(selectNextDue.iterate(endpointId), 1);
      return next === undefined || next.dueAt === null ? null : { dueAt: next.dueAt, deliveryId: next.id };
    },
    due: (endpointId, now, limit) => firstOf(selectDue.iterate(endpointId, now), limit),
  };
}
