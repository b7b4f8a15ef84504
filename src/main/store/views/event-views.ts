import type Database from 'better-sqlite3';
import { EVENT_SUMMARY_COLUMNS, readEventSummary } from '../rows/event-row';
import { bytes, type Log, readableRows, readRow } from '../rows/row';
import { keyBefore } from './cursor';
import { base64, idList } from './encoding';
import { pageOf } from './page';
import type { ViewAnswers } from './view-answers';

type EventViews = Pick<ViewAnswers, 'events' | 'listEvents' | 'event'>;

const pageIn = (
  side: '<' | '>',
  order: '' | 'DESC',
  only = '',
) => `SELECT e.ordinal AS key, ${EVENT_SUMMARY_COLUMNS} FROM event e
  WHERE e.run_id = ? AND e.ordinal ${side} ?${only} ORDER BY e.ordinal ${order} LIMIT ?`;

export const EVENTS_SQL = pageIn('<', 'DESC');
export const OLDEST_EVENTS_SQL = pageIn('>', '');

/** What went to an endpoint, and what was stored for it without a delivery (F27). */
const OF_ENDPOINT = ` AND (EXISTS (SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.endpoint_id = @endpointId)
  OR e.id IN (SELECT step ->> '$.eventId' FROM step
    WHERE endpoint_id = @endpointId AND kind = 'no-delivery' AND delivery_id IS NULL))`;

export function eventViews(db: Database.Database, log: Log): EventViews {
  const selectMany = db.prepare(
    `SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id IN (SELECT value FROM json_each(?))`,
  );
  const selectNewest = db.prepare<unknown[], { key: number }>(EVENTS_SQL);
  const selectOldest = db.prepare<unknown[], { key: number }>(OLDEST_EVENTS_SQL);
  const selectNewestOf = db.prepare<unknown[], { key: number }>(pageIn('<', 'DESC', OF_ENDPOINT));
  const selectOldestOf = db.prepare<unknown[], { key: number }>(pageIn('>', '', OF_ENDPOINT));
  const selectOne = db.prepare(`SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id = ?`);
  const selectBody = db.prepare('SELECT body FROM event WHERE id = ?').pluck();

  return {
    events: (ids) => readableRows(selectMany.all(idList(ids)), readEventSummary, log),
    listEvents(runId, { cursor, limit, sort = 'newest', endpointId }) {
      const [list, ofAll, ofOne] =
        sort === 'newest'
          ? ['event' as const, selectNewest, selectNewestOf]
          : ['event-oldest' as const, selectOldest, selectOldestOf];
      const place = [runId, keyBefore(list, cursor), limit + 1];
      const rows = endpointId === undefined ? ofAll.all(...place) : ofOne.all(...place, { endpointId });
      return pageOf(list, rows, limit, readEventSummary, log);
    },
    event(id) {
      const row = selectOne.get(id);
      if (row === undefined) return null;
      return { ...readEventSummary(row), body: base64(readRow(bytes, `The body of ${id}`, selectBody.get(id))) };
    },
  };
}
