import type Database from 'better-sqlite3';
import type { CaptureId, DeliveryId, RouteId, RunId } from '../../../shared/model/ids';
import type { ClearRecord, KeptStore } from '../../engine/receiver-ports';
import { NOT_NEEDED } from '../old-rows';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';

type Marked = { readonly seq: number; readonly run_id: string; readonly route_id: string | null };

const MAY_GO = `NOT EXISTS (SELECT 1 FROM capture_pin WHERE capture_seq = c.seq)
  AND NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = c.seq)`;
const slice = (where: string): string => `SELECT c.seq, c.run_id, c.route_id FROM capture c
  WHERE ${where} AND c.seq > @after AND c.seq <= @upTo AND ${MAY_GO} ORDER BY c.seq LIMIT @limit`;

export const CLEAR_OF_RUN_SQL = slice('c.run_id = @runId');
export const CLEAR_OF_ROUTE_SQL = slice('c.route_id = @routeId');
/** In the order of their numbers, so that each slice begins where the last one ended. */
export const GONE_SQL = `SELECT g.capture_seq AS seq, ${NOT_NEEDED} AS may FROM capture_gone g
  CROSS JOIN capture d ON d.seq = g.capture_seq WHERE g.capture_seq > ?
    AND NOT EXISTS (SELECT 1 FROM capture_clear k WHERE k.id = g.clear_id AND k.begun = 0)
  ORDER BY g.capture_seq LIMIT ?`;

/** Pins, and captures that were cleared: marked at once, taken back or deleted later. Counts are of what is not marked. */
export function keptRows(db: Database.Database, unit: UnitOfWork, counts: KeptCounts): KeptStore {
  const pins = {
    deliveries: {
      set: db.prepare('INSERT OR IGNORE INTO delivery_pin (delivery_id) SELECT id FROM delivery WHERE id = ?'),
      lift: db.prepare('DELETE FROM delivery_pin WHERE delivery_id = ?'),
    },
    captures: {
      set: db.prepare(`INSERT OR IGNORE INTO capture_pin (capture_seq) SELECT c.seq FROM capture c WHERE c.id = ?
        AND NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = c.seq)`),
      lift: db.prepare('DELETE FROM capture_pin WHERE capture_seq = (SELECT seq FROM capture WHERE id = ?)'),
    },
  };
  const selectNewest = db.prepare<unknown[], number | null>('SELECT max(seq) FROM capture').pluck();
  const insertClear = db.prepare('INSERT INTO capture_clear (run_id, wall_at) VALUES (?, ?)');
  const addToClear = db.prepare('UPDATE capture_clear SET captures = captures + ? WHERE id = ?');
  const deleteClear = db.prepare('DELETE FROM capture_clear WHERE id = ?');
  const selectClears = db.prepare<unknown[], Omit<ClearRecord, 'begun'> & { readonly begun: number }>(
    'SELECT id, run_id AS runId, wall_at AS wallAt, captures, begun FROM capture_clear ORDER BY id DESC',
  );
  const selectOfRun = db.prepare<unknown[], Marked>(CLEAR_OF_RUN_SQL);
  const selectOfRoute = db.prepare<unknown[], Marked>(CLEAR_OF_ROUTE_SQL);
  const selectThese = db.prepare<unknown[], Marked>(`SELECT c.seq, c.run_id, c.route_id FROM capture c
    WHERE c.run_id = ? AND c.id IN (SELECT value FROM json_each(?)) AND ${MAY_GO}`);
  const insertGone = db.prepare('INSERT INTO capture_gone (capture_seq, clear_id) VALUES (?, ?)');
  const selectMarked = db.prepare<unknown[], Marked>(`SELECT c.seq, c.run_id, c.route_id FROM capture_gone g
    CROSS JOIN capture c ON c.seq = g.capture_seq WHERE g.clear_id = ? ORDER BY g.capture_seq LIMIT ?`);
  const deleteGone = db.prepare('DELETE FROM capture_gone WHERE capture_seq = ?');
  const begin = db.prepare('UPDATE capture_clear SET begun = 1 WHERE wall_at <= ?');
  const selectGone = db.prepare<unknown[], { readonly seq: number; readonly may: number }>(GONE_SQL);
  const deleteCapture = db.prepare('DELETE FROM capture WHERE seq = ?');
  const deleteSignature = db.prepare('DELETE FROM capture_signature WHERE capture_seq = ?');
  const deleteAnswer = db.prepare('DELETE FROM capture_answer WHERE capture_seq = ?');
  const deleteBegun = db.prepare('DELETE FROM capture_clear WHERE begun = 1');

  const count = (rows: readonly Marked[], by: 1 | -1): void => {
    const touched = unit.touch();
    for (const { run_id: runId, route_id: routeId } of rows) {
      counts.addToRun(runId as RunId, 'captures', by);
      if (routeId === null) continue;
      counts.addToRoute(routeId as RouteId, by);
      touched.routes.add(routeId as RouteId);
    }
  };
  const mark = (clearId: number, rows: readonly Marked[]): void => {
    for (const { seq } of rows) insertGone.run(seq, clearId);
    addToClear.run(rows.length, clearId);
    count(rows, -1);
  };

  return {
    pin(kind, ids, pinned) {
      const { set, lift } = pins[kind];
      const touched = unit.touch();
      const changed = ids.filter((id) => (pinned ? set : lift).run(id).changes > 0);
      for (const id of changed) {
        if (kind === 'deliveries') touched.deliveries.add(id as DeliveryId);
        else touched.captures.add(id as CaptureId);
      }
      return changed.length;
    },
    newestCapture: () => selectNewest.get() ?? 0,
    beginClear(runId, wallMs) {
      unit.touch();
      return Number(insertClear.run(runId, wallMs).lastInsertRowid);
    },
    clearSome(clearId, { runId, routeId, upTo }, after, limit) {
      const rows =
        routeId === null
          ? selectOfRun.all({ runId, after, upTo, limit })
          : selectOfRoute.all({ routeId, after, upTo, limit });
      mark(clearId, rows);
      return { cleared: rows.length, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
    },
    clearThese(clearId, runId, ids) {
      const rows = selectThese.all(runId, JSON.stringify(ids));
      mark(clearId, rows);
      return rows.length;
    },
    clears: () => selectClears.all().map((row) => ({ ...row, begun: row.begun === 1 })),
    restoreSome(clearId, limit) {
      const rows = selectMarked.all(clearId, limit);
      for (const { seq } of rows) deleteGone.run(seq);
      addToClear.run(-rows.length, clearId);
      count(rows, 1);
      const isDone = rows.length < limit;
      if (isDone) deleteClear.run(clearId);
      return { restored: rows.length, done: isDone };
    },
    deleteCleared(clearedByWallMs, after, limit) {
      unit.touch();
      begin.run(clearedByWallMs);
      const rows = selectGone.all(after, limit);
      const gone = rows.filter(({ may }) => may === 1);
      for (const { seq } of gone) {
        deleteCapture.run(seq);
        deleteSignature.run(seq);
        deleteAnswer.run(seq);
        deleteGone.run(seq);
      }
      const next = rows.length < limit ? null : (rows.at(-1)?.seq ?? null);
      if (next === null) deleteBegun.run();
      return { deleted: gone.length, next };
    },
  };
}
