import type Database from 'better-sqlite3';
import { EVENT_SUMMARY_COLUMNS, readEventSummary } from '../rows/event-row';
import { bytes, type Log, readableRows, readRow } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type EventViews = Pick<ViewAnswers, 'events' | 'listEvents' | 'event'>;

const pageIn = (side: '<' | '>', order: '' | 'DESC') => `SELECT e.ordinal AS key, ${EVENT_SUMMARY_COLUMNS} FROM event e
  WHERE e.run_id = ? AND e.ordinal ${side} ? ORDER BY e.ordinal ${order} LIMIT ?`;

export const EVENTS_SQL = pageIn('<', 'DESC');
export const OLDEST_EVENTS_SQL = pageIn('>', '');

export function eventViews(db: Database.Database, log: Log): EventViews {
  const selectMany = db.prepare(
    `SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id IN (SELECT value FROM json_each(?))`,
  );
  const selectNewest = db.prepare<unknown[], { key: number }>(EVENTS_SQL);
  const selectOldest = db.prepare<unknown[], { key: number }>(OLDEST_EVENTS_SQL);
  const selectOne = db.prepare(`SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id = ?`);
  const selectBody = db.prepare('SELECT body FROM event WHERE id = ?').pluck();

  return {
    events: (ids) => readableRows(selectMany.all(idList(ids)), readEventSummary, log),
    listEvents(runId, { cursor, limit, sort = 'newest' }) {
      const [list, select] =
        sort === 'newest' ? ['event' as const, selectNewest] : ['event-oldest' as const, selectOldest];
      const rows = select.all(runId, keyBefore(list, cursor), limit + 1);
      return pageOf(list, rows, limit, readEventSummary, log);
    },
    event(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      return { ...readEventSummary(row), body: base64(readRow(bytes, `The body of ${id}`, selectBody.get(id))) };
    },
  };
}
