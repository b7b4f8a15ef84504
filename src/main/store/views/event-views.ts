import type Database from 'better-sqlite3';
import { EVENT_SUMMARY_COLUMNS, readEventSummary } from '../rows/event-row';
import { bytes, type Log, readableRows, readRow } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type EventViews = Pick<ViewAnswers, 'events' | 'listEvents' | 'event'>;

export const EVENTS_SQL = `SELECT e.ordinal AS key, ${EVENT_SUMMARY_COLUMNS} FROM event e
  WHERE e.run_id = ? AND e.ordinal < ? ORDER BY e.ordinal DESC LIMIT ?`;

export function eventViews(db: Database.Database, log: Log): EventViews {
  const selectMany = db.prepare(
    `SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id IN (SELECT value FROM json_each(?))`,
  );
  const selectPage = db.prepare<unknown[], { key: number }>(EVENTS_SQL);
  const selectOne = db.prepare(`SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id = ?`);
  const selectBody = db.prepare('SELECT body FROM event WHERE id = ?').pluck();

  return {
    events: (ids) => readableRows(selectMany.all(idList(ids)), readEventSummary, log),
    listEvents(runId, { cursor, limit }) {
      const rows = selectPage.all(runId, keyBefore('event', cursor), limit + 1);
      return pageOf('event', rows, limit, readEventSummary, log);
    },
    event(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      return { ...readEventSummary(row), body: base64(readRow(bytes, `The body of ${id}`, selectBody.get(id))) };
    },
  };
}
