import type Database from 'better-sqlite3';
import { CAPTURE_COLUMNS, CAPTURE_ROW_COLUMNS, readCapture, readCaptureRow } from '../rows/capture-row';
import { type Log, readableRows } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { captureFilterSql } from './filter-sql';
import { filteredRows } from './filtered-page';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type CaptureViews = Pick<ViewAnswers, 'captures' | 'listCaptures' | 'capture'>;

const page = (...where: readonly string[]) => `SELECT c.seq AS key, ${CAPTURE_ROW_COLUMNS} FROM capture c
  WHERE ${where.join(' AND ')} ORDER BY c.seq DESC LIMIT @take`;

const NEWEST_CAPTURE_SQL = 'SELECT max(seq) FROM capture WHERE run_id = ?';

export const CAPTURES_SQL = page('c.run_id = @runId', 'c.seq < @before');
/** The plus keeps the run, which a route belongs to anyway, from being looked up first. */
export const ROUTE_CAPTURES_SQL = page('c.route_id = @routeId AND +c.run_id = @runId', 'c.seq < @before');

export function captureViews(db: Database.Database, log: Log): CaptureViews {
  const selectMany = db.prepare(
    `SELECT ${CAPTURE_ROW_COLUMNS} FROM capture c WHERE c.id IN (SELECT value FROM json_each(?))`,
  );
  const selectAll = db.prepare<unknown[], { key: number }>(CAPTURES_SQL);
  const selectOfRoute = db.prepare<unknown[], { key: number }>(ROUTE_CAPTURES_SQL);
  const selectNewest = db.prepare<unknown[], number | null>(NEWEST_CAPTURE_SQL).pluck();
  const selectOne = db.prepare(`SELECT ${CAPTURE_COLUMNS} FROM capture c WHERE c.id = ?`);

  return {
    captures: (ids) => readableRows(selectMany.all(idList(ids)), readCaptureRow, log),
    listCaptures(runId, { cursor, limit, routeId, only }) {
      const values = { runId, before: keyBefore('capture', cursor), take: limit + 1 };
      if (only != null) {
        const { sql, values: named } = captureFilterSql(only.filter, only.nowMs);
        const ofRoute = routeId === null ? 'c.run_id = @runId' : 'c.route_id = @routeId AND +c.run_id = @runId';
        const select = db.prepare<unknown[], { key: number }>(page(ofRoute, 'c.seq < @before', 'c.seq >= @least', sql));
        const from = { before: values.before, newest: selectNewest.get(runId) ?? 0, limit };
        const found = filteredRows('capture', only.filter, from, (keys) =>
          select.all({ ...named, ...values, routeId, ...keys }),
        );
        return { rows: readableRows(found.rows, readCaptureRow, log), next: found.next };
      }
      const rows = routeId === null ? selectAll.all(values) : selectOfRoute.all({ ...values, routeId });
      return pageOf('capture', rows, limit, readCaptureRow, log);
    },
    capture(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      const capture = readCapture(row);
      return { ...capture, body: base64(capture.body) };
    },
  };
}
