import type Database from 'better-sqlite3';
import { LIMITS } from '../../../shared/contract/limits';
import type { SortOf } from '../../../shared/contract/lists';
import type { DeliveryId } from '../../../shared/model/ids';
import { newestFirst } from '../../../shared/rules/list-order';
import {
  CAPTURE_DETAIL_COLUMNS,
  CAPTURE_ROW_COLUMNS,
  CAPTURE_THERE,
  readCapture,
  readCaptureRow,
} from '../rows/capture-row';
import { type Log, readableRows, readOrTell } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { captureFilterSql } from './filter-sql';
import { filteredRows } from './filtered-page';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type CaptureViews = Pick<ViewAnswers, 'captures' | 'listCaptures' | 'capture' | 'capturesAfter'>;

type Sort = SortOf<'captures'>;

const page = (where: string, sort: Sort, only = '1') => `SELECT c.seq AS key, ${CAPTURE_ROW_COLUMNS} FROM capture c
  WHERE ${where} AND c.seq ${sort === 'newest' ? '<' : '>'} @beyond AND ${CAPTURE_THERE} AND ${only}
  ORDER BY c.seq ${sort === 'newest' ? 'DESC' : ''} LIMIT @take`;

const OF_RUN = 'c.run_id = @runId';
/** That the route is the run's is asked once and not of each row, so that rows which were cleared are passed by index. */
const OF_ROUTE = 'c.route_id = @routeId AND (SELECT run_id FROM route WHERE id = @routeId) = @runId';
const NEWEST_SQL = 'SELECT max(seq) FROM capture WHERE run_id = ?';

export const capturesSql = (sort: Sort) => page(OF_RUN, sort);
export const routeCapturesSql = (sort: Sort) => page(OF_ROUTE, sort);

/** Led by the captures’ index of what was sent on. */
export const SENT_ON_SQL = `SELECT d.id FROM event_request r CROSS JOIN delivery d ON d.event_id = r.event_id
  WHERE r.capture_id = ? ORDER BY r.event_id DESC, d.ordinal DESC LIMIT ${LIMITS.kinRows}`;

export function captureViews(
  db: Database.Database,
  log: Log,
  { deliveries }: Pick<ViewAnswers, 'deliveries'>,
): CaptureViews {
  const selectMany = db.prepare(
    `SELECT ${CAPTURE_ROW_COLUMNS} FROM capture c WHERE c.id IN (SELECT value FROM json_each(?)) AND ${CAPTURE_THERE}`,
  );
  const inOrder = (sort: Sort) => ({
    ofRun: db.prepare<unknown[], { key: number }>(capturesSql(sort)),
    ofRoute: db.prepare<unknown[], { key: number }>(routeCapturesSql(sort)),
  });
  const select = { newest: inOrder('newest'), oldest: inOrder('oldest') };
  const selectNewest = db.prepare<unknown[], number | null>(NEWEST_SQL).pluck();
  const selectOne = db.prepare(`SELECT ${CAPTURE_DETAIL_COLUMNS} FROM capture c WHERE c.id = ? AND ${CAPTURE_THERE}`);

  const selectSentOn = db.prepare<unknown[], DeliveryId>(SENT_ON_SQL).pluck();

  return {
    captures: (ids) => readableRows(selectMany.all(idList(ids)), readCaptureRow, log),
    listCaptures(runId, { cursor, limit, routeId, only, sort = 'newest' }) {
      const list = sort === 'newest' ? 'capture' : 'capture-oldest';
      const values = { runId, beyond: keyBefore(list, cursor), take: limit + 1 };
      if (only != null) {
        const { sql, values: named } = captureFilterSql(only.filter, only.nowMs);
        const ofList = routeId === null ? OF_RUN : OF_ROUTE;
        if (sort === 'oldest') {
          const rows = db.prepare<unknown[], { key: number }>(page(ofList, sort, sql));
          return pageOf(list, rows.all({ ...named, ...values, routeId }), limit, readCaptureRow, log);
        }
        const within = db.prepare<unknown[], { key: number }>(page(ofList, sort, `c.seq >= @least AND ${sql}`));
        const from = { before: values.beyond, newest: selectNewest.get(runId) ?? 0, limit };
        const found = filteredRows('capture', only.filter, from, ({ least, before }) =>
          within.all({ ...named, ...values, routeId, least, beyond: before }),
        );
        return { rows: readableRows(found.rows, readCaptureRow, log), next: found.next };
      }
      const { ofRun, ofRoute } = select[sort];
      const rows = routeId === null ? ofRun.all(values) : ofRoute.all({ ...values, routeId });
      return pageOf(list, rows, limit, readCaptureRow, log);
    },
    capturesAfter: (runId, number, limit) =>
      select.oldest.ofRun.all({ runId, beyond: number, take: limit }).flatMap((found) => {
        const row = readOrTell(found, readCaptureRow, log);
        return row === null ? [] : [{ number: found.key, row }];
      }),
    capture(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      const capture = readCapture(row);
      const sentOn = [...deliveries(selectSentOn.all(id))].sort(newestFirst);
      return { ...capture, body: base64(capture.body), sentOn };
    },
  };
}
