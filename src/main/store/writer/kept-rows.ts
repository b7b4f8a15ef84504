import type Database from 'better-sqlite3';
import type { CaptureId, DeliveryId, RouteId, RunId } from '../../../shared/model/ids';
import type { ClearRecord, KeptStore } from '../../engine/receiver-ports';
import { NOT_NEEDED } from '../old-rows';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';

type Tallied = { readonly runId: RunId; readonly routeId: RouteId | null; readonly captures: number };

const MAY_GO = `NOT EXISTS (SELECT 1 FROM capture_pin WHERE capture_seq = c.seq)
  AND NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = c.seq)`;
/** Marks a slice in one statement that reads no row but the index's: each row by itself kept the line's thread. */
const slice = (where: string): string => `INSERT INTO capture_gone (capture_seq, clear_id)
  SELECT c.seq, @clearId FROM capture c
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
  const markOfRun = db.prepare(CLEAR_OF_RUN_SQL);
  const markOfRoute = db.prepare(CLEAR_OF_ROUTE_SQL);
  const markThese = db.prepare(`INSERT INTO capture_gone (capture_seq, clear_id) SELECT c.seq, @clearId FROM capture c
    WHERE c.run_id = @runId AND c.id IN (SELECT value FROM json_each(@ids)) AND ${MAY_GO} ORDER BY c.seq`);
  const tallyOf = (marked: string) =>
    db.prepare<unknown[], Tallied>(`SELECT c.run_id AS runId, c.route_id AS routeId, count(*) AS captures
      FROM (${marked}) g CROSS JOIN capture c ON c.seq = g.capture_seq GROUP BY 1, 2`);
  const tallyMarked = tallyOf(`SELECT capture_seq FROM capture_gone
    WHERE clear_id = @clearId AND capture_seq > @after AND capture_seq <= @upTo`);
  const tallyThese = tallyOf(`SELECT m.capture_seq FROM capture d JOIN capture_gone m ON m.capture_seq = d.seq
    WHERE m.clear_id = @clearId AND d.id IN (SELECT value FROM json_each(@ids))`);
  const someMarked = 'SELECT capture_seq FROM capture_gone WHERE clear_id = @clearId ORDER BY capture_seq LIMIT @limit';
  const tallySome = tallyOf(someMarked);
  const unmarkSome = db.prepare(`DELETE FROM capture_gone WHERE capture_seq IN (${someMarked})`);
  const deleteGone = db.prepare('DELETE FROM capture_gone WHERE capture_seq = ?');
  const begin = db.prepare('UPDATE capture_clear SET begun = 1 WHERE wall_at <= ?');
  const selectGone = db.prepare<unknown[], { readonly seq: number; readonly may: number }>(GONE_SQL);
  const deleteCapture = db.prepare('DELETE FROM capture WHERE seq = ?');
  const deleteSignature = db.prepare('DELETE FROM capture_signature WHERE capture_seq = ?');
  const deleteAnswer = db.prepare('DELETE FROM capture_answer WHERE capture_seq = ?');
  const deleteBegun = db.prepare('DELETE FROM capture_clear WHERE begun = 1');

  const count = (tallied: readonly Tallied[], by: 1 | -1): void => {
    const touched = unit.touch();
    for (const { runId, routeId, captures } of tallied) {
      counts.addToRun(runId, 'captures', by * captures);
      if (routeId === null) continue;
      counts.addToRoute(routeId, by * captures);
      touched.routes.add(routeId);
    }
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
      const from = { clearId, after, upTo, limit };
      const marked = routeId === null ? markOfRun.run({ ...from, runId }) : markOfRoute.run({ ...from, routeId });
      const cleared = marked.changes;
      if (cleared === 0) return { cleared, next: null };
      const last = Number(marked.lastInsertRowid);
      addToClear.run(cleared, clearId);
      count(
        routeId === null ? tallyMarked.all({ clearId, after, upTo: last }) : [{ runId, routeId, captures: cleared }],
        -1,
      );
      return { cleared, next: cleared < limit ? null : last };
    },
    clearThese(clearId, runId, ids) {
      const asked = JSON.stringify(ids);
      const before = tallyThese.all({ clearId, ids: asked });
      const { changes } = markThese.run({ clearId, runId, ids: asked });
      addToClear.run(changes, clearId);
      count(before, 1); // what was marked under it before is counted once
      count(tallyThese.all({ clearId, ids: asked }), -1);
      return changes;
    },
    clears: () => selectClears.all().map((row) => ({ ...row, begun: row.begun === 1 })),
    restoreSome(clearId, limit) {
      const tallied = tallySome.all({ clearId, limit });
      const restored = unmarkSome.run({ clearId, limit }).changes;
      addToClear.run(-restored, clearId);
      count(tallied, 1);
      const isDone = restored < limit;
      if (isDone) deleteClear.run(clearId);
      return { restored, done: isDone };
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
