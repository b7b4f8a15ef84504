import type Database from 'better-sqlite3';
import { CAPTURE_DETAIL_COLUMNS, CAPTURE_ROW_COLUMNS, readCapture, readCaptureRow } from '../rows/capture-row';
import { type Log, readableRows } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type CaptureViews = Pick<ViewAnswers, 'captures' | 'listCaptures' | 'capture'>;

const page = (where: string) => `SELECT c.seq AS key, ${CAPTURE_ROW_COLUMNS} FROM capture c
  WHERE ${where} AND c.seq < @before ORDER BY c.seq DESC LIMIT @take`;

export const CAPTURES_SQL = page('c.run_id = @runId');
/** The plus keeps the run, which a route belongs to anyway, from being looked up first. */
export const ROUTE_CAPTURES_SQL = page('c.route_id = @routeId AND +c.run_id = @runId');

export function captureViews(db: Database.Database, log: Log): CaptureViews {
  const selectMany = db.prepare(
    `SELECT ${CAPTURE_ROW_COLUMNS} FROM capture c WHERE c.id IN (SELECT value FROM json_each(?))`,
  );
  const selectAll = db.prepare<unknown[], { key: number }>(CAPTURES_SQL);
  const selectOfRoute = db.prepare<unknown[], { key: number }>(ROUTE_CAPTURES_SQL);
  const selectOne = db.prepare(`SELECT ${CAPTURE_DETAIL_COLUMNS} FROM capture c WHERE c.id = ?`);

  return {
    captures: (ids) => readableRows(selectMany.all(idList(ids)), readCaptureRow, log),
    listCaptures(runId, { cursor, limit, routeId }) {
      const values = { runId, before: keyBefore('capture', cursor), take: limit + 1 };
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
