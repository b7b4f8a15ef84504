import type Database from 'better-sqlite3';
import { LIMITS } from '../../../shared/contract/limits';
import type { AttemptDetail, DeliveryRow, Kin } from '../../../shared/contract/views';
import type { Attempt } from '../../../shared/model/attempt';
import { DELIVERY_STATES, type Delivery } from '../../../shared/model/delivery';
import type { DeliveryId, RunId } from '../../../shared/model/ids';
import type { DeliveryQuery } from '../../engine/views-port';
import { ATTEMPT_COLUMNS, ATTEMPT_RECORD_COLUMNS, readAttempt, readAttemptRecord } from '../rows/attempt-row';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { EVENT_SUMMARY_COLUMNS, readEventSummary } from '../rows/event-row';
import { bytes, type Log, readableRows, readRow } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import { keyBefore } from './cursor';
import { deliverySearch, type Span } from './delivery-search';
import { base64, idList } from './encoding';
import { deliveryFilterSql } from './filter-sql';
import { filteredRows } from './filtered-page';
import { pageOf } from './page';
import { type Condition, textMatcher } from './text-match';
import type { ViewAnswers } from './view-answers';

type DeliveryViews = Pick<ViewAnswers, 'deliveries' | 'deliveriesAfter' | 'listDeliveries' | 'delivery' | 'attempt'>;

export const DELIVERIES_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.id IN (SELECT value FROM json_each(?))`;

const DELIVERIES_AFTER_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.run_id = ? AND d.ordinal > ? ORDER BY d.ordinal LIMIT ?`;

export const MARKS_SQL = `SELECT ${ATTEMPT_COLUMNS} FROM attempt a
  WHERE a.delivery_id IN (SELECT value FROM json_each(?)) ORDER BY a.delivery_id, a.n`;

export const STEPS_SQL = `SELECT ${STEP_COLUMNS} FROM step WHERE delivery_id = ? ORDER BY seq`;

/** The newest copies of a delivery. */
export const COPIES_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.origin_id = ? ORDER BY d.rowid DESC LIMIT ${LIMITS.kinRows}`;

export const COPY_COUNTS_SQL = `SELECT origin_id AS id, count(*) AS copies FROM delivery
  WHERE origin_id IN (SELECT value FROM json_each(?)) GROUP BY origin_id`;

export const FILTERED_COUNT_SQL = `SELECT sum(deliveries) FROM delivery_count
  WHERE run_id = @runId AND (@endpointId IS NULL OR endpoint_id = @endpointId)
    AND state IN (SELECT value FROM json_each(@states))`;

/** So many rows are sooner read one by one than a run's whole text is. */
const FEW_ROWS = 20_000;

export const NEWEST_ORDINAL_SQL = 'SELECT max(ordinal) FROM delivery WHERE run_id = ?';

export const kinOf = ({ id, state, reason, counter, deferredFrom, createdAt }: Delivery): Kin => ({
  id,
  state,
  reason,
  counter,
  deferredFrom,
  createdAt,
});

export function deliveryViews(db: Database.Database, log: Log): DeliveryViews {
  const selectMany = db.prepare(DELIVERIES_SQL);
  const selectAfter = db.prepare(DELIVERIES_AFTER_SQL);
  const selectOne = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);
  const selectMarks = db.prepare(MARKS_SQL);
  const selectCopies = db.prepare(COPIES_SQL);
  const countCopies = db.prepare<unknown[], { id: DeliveryId; copies: number }>(COPY_COUNTS_SQL);
  const selectSteps = db.prepare(STEPS_SQL);
  const selectEvent = db.prepare(`SELECT ${EVENT_SUMMARY_COLUMNS} FROM event e WHERE e.id = ?`);
  const selectAttempt = db.prepare(`
    SELECT ${ATTEMPT_RECORD_COLUMNS} FROM attempt a JOIN delivery d ON d.id = a.delivery_id
    WHERE a.delivery_id = ? AND a.n = ?`);
  const selectBody = db
    .prepare(`
      SELECT coalesce(a.request_body, e.body) FROM attempt a
        JOIN delivery d ON d.id = a.delivery_id JOIN event e ON e.id = d.event_id
      WHERE a.delivery_id = ? AND a.n = ?`)
    .pluck();

  const selectNewest = db.prepare<unknown[], number>(NEWEST_ORDINAL_SQL).pluck();
  const matchText = textMatcher(db);
  const countFiltered = db.prepare<unknown[], number>(FILTERED_COUNT_SQL).pluck();

  const isNarrow = (runId: RunId, { endpointId, states }: DeliveryQuery): boolean => {
    if (endpointId === null && states === null) return false;
    const counted = countFiltered.get({ runId, endpointId, states: JSON.stringify(states ?? DELIVERY_STATES) });
    return (counted ?? 0) <= FEW_ROWS;
  };

  /** One query for the attempts of all rows, and one for their copies. */
  const withMarks = (deliveries: readonly Delivery[]): DeliveryRow[] => {
    const marks = new Map<DeliveryId, Attempt[]>(deliveries.map(({ id }) => [id, []]));
    const ids = idList(deliveries.map(({ id }) => id));
    const attempts = readableRows(selectMarks.all(ids), readAttempt, log);
    for (const attempt of attempts) marks.get(attempt.deliveryId)?.push(attempt);
    const copies = new Map(countCopies.all(ids).map(({ id, copies: count }) => [id, count]));
    return deliveries.map((delivery) => ({
      ...delivery,
      marks: marks.get(delivery.id) ?? [],
      copies: copies.get(delivery.id) ?? 0,
    }));
  };

  return {
    deliveries: (ids) => withMarks(readableRows(selectMany.all(idList(ids)), readDelivery, log)),

    deliveriesAfter: (runId, ordinal, limit) =>
      withMarks(readableRows(selectAfter.all(runId, ordinal, limit), readDelivery, log)),

    listDeliveries(runId, query) {
      const before = keyBefore('delivery', query.cursor);
      const text = query.text === '' ? null : matchText(runId, query.text);
      if ((text === null && query.text !== '') || query.states?.length === 0) return { rows: [], next: null };
      const narrow = isNarrow(runId, query);
      const select = (span: Span, filter: Condition | null): { key: number }[] => {
        const search = deliverySearch(runId, query, text, narrow, span, filter);
        return db.prepare<unknown[], { key: number }>(search.sql).all(search.values);
      };
      const { only } = query;
      if (only != null) {
        const condition = deliveryFilterSql(only.filter, only.nowMs);
        const from = { before, newest: selectNewest.get(runId) ?? 0, limit: query.limit };
        const found = filteredRows('delivery', only.filter, from, (keys) => select(keys, condition));
        return { rows: withMarks(readableRows(found.rows, readDelivery, log)), next: found.next };
      }
      const rows = select({ least: null, before }, null);
      const page = pageOf('delivery', rows, query.limit, readDelivery, log);
      return { ...page, rows: withMarks(page.rows) };
    },

    delivery(id) {
      const found = selectOne.get(id);
      if (found === undefined) return null;
      const delivery = readDelivery(found);
      const [row = { ...delivery, marks: [], copies: 0 }] = withMarks([delivery]);
      const steps = readableRows(selectSteps.all(id), readStep, log);
      const { originId } = delivery;
      const origin = originId === null ? [] : readableRows([selectOne.get(originId)], readDelivery, log);
      const descendants = readableRows(selectCopies.all(id), readDelivery, log).map(kinOf);
      const event = readEventSummary(selectEvent.get(delivery.eventId));
      return { row, event, steps, origin: origin.map(kinOf)[0] ?? null, descendants };
    },

    attempt(deliveryId, n): AttemptDetail | null {
      const row = selectAttempt.get(deliveryId, n);
      if (row === undefined) return null;
      const { response, ...attempt } = readAttemptRecord(row);
      return {
        ...attempt,
        requestBody: base64(readRow(bytes, 'The event’s body', selectBody.get(deliveryId, n))),
        response: response === null ? null : { ...response, body: base64(response.body) },
      };
    },
  };
}
