import type Database from 'better-sqlite3';
import type { SortOf } from '../../../shared/contract/lists';
import { CAPTURE_COLUMNS, CAPTURE_ROW_COLUMNS, readCapture, readCaptureRow } from '../rows/capture-row';
import { type Log, readableRows } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type CaptureViews = Pick<ViewAnswers, 'captures' | 'listCaptures' | 'capture'>;

type Sort = SortOf<'captures'>;

const page = (where: string, sort: Sort) => `SELECT c.seq AS key, ${CAPTURE_ROW_COLUMNS} FROM capture c
  WHERE ${where} AND c.seq ${sort === 'newest' ? '<' : '>'} @beyond
  ORDER BY c.seq ${sort === 'newest' ? 'DESC' : ''} LIMIT @take`;

export const capturesSql = (sort: Sort) => page('c.run_id = @runId', sort);
/** The plus keeps the run, which a route belongs to anyway, from being looked up first. */
export const routeCapturesSql = (sort: Sort) => page('c.route_id = @routeId AND +c.run_id = @runId', sort);

export function captureViews(db: Database.Database, log: Log): CaptureViews {
  const selectMany = db.prepare(
    `SELECT ${CAPTURE_ROW_COLUMNS} FROM capture c WHERE c.id IN (SELECT value FROM json_each(?))`,
  );
  const inOrder = (sort: Sort) => ({
    ofRun: db.prepare<unknown[], { key: number }>(capturesSql(sort)),
    ofRoute: db.prepare<unknown[], { key: number }>(routeCapturesSql(sort)),
  });
  const select = { newest: inOrder('newest'), oldest: inOrder('oldest') };
  const selectOne = db.prepare(`SELECT ${CAPTURE_COLUMNS} FROM capture c WHERE c.id = ?`);

  return {
    captures: (ids) => readableRows(selectMany.all(idList(ids)), readCaptureRow, log),
    listCaptures(runId, { cursor, limit, routeId, sort = 'newest' }) {
      const list = sort === 'newest' ? 'capture' : 'capture-oldest';
      const values = { runId, beyond: keyBefore(list, cursor), take: limit + 1 };
      const { ofRun, ofRoute } = select[sort];
      const rows = routeId === null ? ofRun.all(values) : ofRoute.all({ ...values, routeId });
      return pageOf(list, rows, limit, readCaptureRow, log);
    },
    capture(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      const capture = readCapture(row);
      return { ...capture, body: base64(capture.body) };
    },
  };
}
