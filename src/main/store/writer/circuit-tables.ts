import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import type { UnitOfWork } from '../unit-of-work';

type CircuitTables = Pick<
  EngineStore,
  | 'slotsUsed'
  | 'lastSlot'
  | 'nextSlot'
  | 'takeSlot'
  | 'giveSlot'
  | 'redeliveriesSince'
  | 'insertRedelivery'
  | 'noteAttempt'
  | 'forgetAttempts'
>;

export const REDELIVERIES_SQL = 'SELECT at FROM redelivery WHERE endpoint_id = ? AND at > ?';

export const LAST_SLOT_SQL = `SELECT window_at FROM throttle_slot
  WHERE endpoint_id = ? AND used > 0 ORDER BY window_at DESC LIMIT 1`;

export const NEXT_SLOT_SQL = `SELECT window_at FROM throttle_slot
  WHERE endpoint_id = ? AND window_at > ? AND used > 0 ORDER BY window_at LIMIT 1`;

/** Places in throttle windows, and the instants of redeliveries that count for a quota. */
export function circuitTables(db: Database.Database, unit: UnitOfWork): CircuitTables {
  const selectUsed = db
    .prepare<unknown[], number>('SELECT used FROM throttle_slot WHERE endpoint_id = ? AND window_at = ?')
    .pluck();
  const take = db.prepare(`
    INSERT INTO throttle_slot (endpoint_id, window_at, used) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET used = used + 1`);
  const give = db.prepare(
    'UPDATE throttle_slot SET used = used - 1 WHERE endpoint_id = ? AND window_at = ? AND used > 1',
  );
  const giveLast = db.prepare('DELETE FROM throttle_slot WHERE endpoint_id = ? AND window_at = ?');
  const selectLast = db.prepare<unknown[], number>(LAST_SLOT_SQL).pluck();
  const selectNext = db.prepare<unknown[], number>(NEXT_SLOT_SQL).pluck();
  const selectRedeliveries = db.prepare<unknown[], number>(REDELIVERIES_SQL).pluck();
  const note = db.prepare('INSERT INTO recent_attempt (endpoint_id, at, failed) VALUES (?, ?, ?)');
  const forgetOld = db
    .prepare<unknown[], number>('DELETE FROM recent_attempt WHERE endpoint_id = ? AND at <= ? RETURNING failed')
    .pluck();
  const tally = db.prepare(`
    INSERT INTO recent_tally (endpoint_id, failed, total) VALUES (@endpointId, @failed, @total)
    ON CONFLICT DO UPDATE SET failed = failed + excluded.failed, total = total + excluded.total`);
  const selectTally = db.prepare<unknown[], { failed: number; total: number }>(
    'SELECT failed, total FROM recent_tally WHERE endpoint_id = ?',
  );
  const forgetAll = db.prepare('DELETE FROM recent_attempt WHERE endpoint_id = ?');
  const forgetTally = db.prepare('DELETE FROM recent_tally WHERE endpoint_id = ?');
  const insertRedelivery = db.prepare('INSERT INTO redelivery (endpoint_id, at) VALUES (?, ?)');

  return {
    slotsUsed: (endpointId, windowAt) => selectUsed.get(endpointId, windowAt) ?? 0,
    lastSlot: (endpointId) => selectLast.get(endpointId) ?? null,
    nextSlot: (endpointId, after) => selectNext.get(endpointId, after) ?? null,
    takeSlot(endpointId, windowAt) {
      unit.touch().endpoints.add(endpointId);
      take.run(endpointId, windowAt);
    },
    giveSlot(endpointId, windowAt) {
      unit.touch().endpoints.add(endpointId);
      // A window without a place taken has no row, so that the last row is the end of the line.
      if (give.run(endpointId, windowAt).changes === 0) giveLast.run(endpointId, windowAt);
    },
    noteAttempt(endpointId, at, failed, since) {
      unit.touch().endpoints.add(endpointId);
      note.run(endpointId, at, failed ? 1 : 0);
      const gone = forgetOld.all(endpointId, since);
      const goneFailed = gone.reduce((sum, one) => sum + one, 0);
      tally.run({ endpointId, failed: (failed ? 1 : 0) - goneFailed, total: 1 - gone.length });
      const { failed: left, total } = selectTally.get(endpointId) ?? { failed: 0, total: 0 };
      return { failed: left, total };
    },
    forgetAttempts(endpointId) {
      unit.touch().endpoints.add(endpointId);
      forgetAll.run(endpointId);
      forgetTally.run(endpointId);
    },
    redeliveriesSince: (endpointId, since) => selectRedeliveries.all(endpointId, since),
    insertRedelivery(endpointId, at) {
      unit.touch().endpoints.add(endpointId);
      insertRedelivery.run(endpointId, at);
    },
  };
}
