import type Database from 'better-sqlite3';
import { LIMITS } from '../../../shared/contract/limits';
import type { AttemptDetail, DeliveryRow, Kin } from '../../../shared/contract/views';
import type { Attempt } from '../../../shared/model/attempt';
import { DELIVERY_STATES, type Delivery } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId, RunId } from '../../../shared/model/ids';
import { endpointOrder, type NamedEndpoint } from '../../../shared/rules/list-order';
import type { DeliveryQuery } from '../../engine/views-port';
import { ATTEMPT_COLUMNS, ATTEMPT_RECORD_COLUMNS, readAttempt, readAttemptRecord } from '../rows/attempt-row';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { EVENT_SUMMARY_COLUMNS, readEventSummary } from '../rows/event-row';
import { bytes, type Log, readableRows, readRow } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import { cursorAfter, cursorInStretch, keyBefore, notOfTheList, placeInStretch } from './cursor';
import { DUE_ENDPOINTS, deliverySearch, dueSearch } from './delivery-search';
import { type Stretch, stretchesOf } from './delivery-stretches';
import { base64, idList } from './encoding';
import { deliveryFilterSql } from './filter-sql';
import { filteredRows } from './filtered-page';
import { pageOf } from './page';
import { bothOf, type Condition, textMatcher } from './text-match';
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

export const PINNED_SQL = 'SELECT delivery_id FROM delivery_pin WHERE delivery_id IN (SELECT value FROM json_each(?))';

export const FILTERED_COUNT_SQL = `SELECT sum(deliveries) FROM delivery_count
  WHERE run_id = @runId AND (@endpointId IS NULL OR endpoint_id = @endpointId)
    AND state IN (SELECT value FROM json_each(@states))`;

/** So many rows are sooner read one by one than a run's whole text is. */
const FEW_ROWS = 20_000;

export const NEWEST_ORDINAL_SQL = 'SELECT max(ordinal) FROM delivery WHERE run_id = ?';

/** What rows have to fulfil: what an index helps to find, and what else a filter asks. */
type Conditions = { readonly text: Condition | null; readonly only: Condition | null };

export const kinOf = ({ id, state, reason, counter, deferredFrom, createdAt }: Delivery): Kin => ({
  id,
  state,
  reason,
  counter,
  deferredFrom,
  createdAt,
});

type Row = { readonly key: number; readonly dueAt: number | null };
type Found = Row & { readonly stretch: string };

/** @throws Refusal `invalid` for a cursor of another list or order */
function placeOf(
  { sort = 'newest', cursor }: DeliveryQuery,
  stretches: readonly Stretch[],
): { readonly at: number; readonly key: readonly number[] | null } {
  if (sort === 'newest') return { at: 0, key: [keyBefore('delivery', cursor)] };
  if (cursor === null) return { at: 0, key: null };
  const place = placeInStretch(`delivery-${sort}`, cursor);
  const at = stretches.findIndex(({ name }) => name === place.stretch);
  return at < 0 ? notOfTheList() : { at, key: place.key };
}

const cursorOf = ({ sort = 'newest' }: DeliveryQuery, { key, dueAt, stretch }: Found): string =>
  sort === 'newest'
    ? cursorAfter('delivery', key)
    : cursorInStretch(`delivery-${sort}`, { stretch, key: stretch === 'due' ? [dueAt ?? 0, key] : [key] });

export function deliveryViews(db: Database.Database, log: Log): DeliveryViews {
  const selectMany = db.prepare(DELIVERIES_SQL);
  const selectAfter = db.prepare(DELIVERIES_AFTER_SQL);
  const selectOne = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);
  const selectMarks = db.prepare(MARKS_SQL);
  const selectCopies = db.prepare(COPIES_SQL);
  const countCopies = db.prepare<unknown[], { id: DeliveryId; copies: number }>(COPY_COUNTS_SQL);
  const selectPinned = db.prepare<unknown[], DeliveryId>(PINNED_SQL).pluck();
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

  const selectNewest = db.prepare<unknown[], number | null>(NEWEST_ORDINAL_SQL).pluck();
  const matchText = textMatcher(db);
  const selectEndpoints = db.prepare<unknown[], NamedEndpoint>(
    `SELECT id, CASE state WHEN 'deleted' THEN NULL ELSE name END AS name FROM endpoint WHERE run_id = ?`,
  );
  const countFiltered = db.prepare<unknown[], number>(FILTERED_COUNT_SQL).pluck();

  const isNarrow = (runId: RunId, { endpointId, states }: DeliveryQuery): boolean => {
    if (endpointId === null && states === null) return false;
    const counted = countFiltered.get({ runId, endpointId, states: JSON.stringify(states ?? DELIVERY_STATES) });
    return (counted ?? 0) <= FEW_ROWS;
  };

  const endpointsInOrder = (runId: RunId): readonly EndpointId[] =>
    selectEndpoints
      .all(runId)
      .toSorted(endpointOrder)
      .map(({ id }) => id);

  /** Up to `limit` rows of a stretch, and one beyond. @param key where the page before it ended, null at its beginning */
  const walk = (
    runId: RunId,
    stretch: Stretch,
    { text, only }: Conditions,
    key: readonly number[] | null,
    limit: number,
  ): readonly Row[] => {
    const query = { ...stretch.query, limit };
    const { walk } = stretch;
    if (walk !== 'due') {
      const beyond = key?.[0] ?? keyBefore(walk === 'oldest' ? 'delivery-oldest' : 'delivery', null);
      // What else a filter asks stands in no index: it is looked for row by row in any case.
      const narrow = text === null || isNarrow(runId, query);
      const search = deliverySearch(runId, { ...stretch, query, walk }, bothOf(text, only), narrow, beyond);
      return db.prepare<unknown[], Row>(search.sql).all(search.values);
    }
    const beyond = { dueAt: key?.[0] ?? Number.MIN_SAFE_INTEGER, ordinal: key?.[1] ?? 0 };
    const ids = query.endpointId === null ? endpointsInOrder(runId) : [query.endpointId];
    const rows: Row[] = [];
    for (let from = 0; from < ids.length; from += DUE_ENDPOINTS) {
      const search = dueSearch(runId, { query }, ids.slice(from, from + DUE_ENDPOINTS), bothOf(text, only), beyond);
      rows.push(...db.prepare<unknown[], Row>(search.sql).all(search.values));
    }
    if (ids.length > DUE_ENDPOINTS) rows.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.key - b.key);
    return rows.slice(0, limit + 1);
  };

  /** One query for the attempts of all rows, and one for their copies. */
  const withMarks = (deliveries: readonly Delivery[]): DeliveryRow[] => {
    const marks = new Map<DeliveryId, Attempt[]>(deliveries.map(({ id }) => [id, []]));
    const ids = idList(deliveries.map(({ id }) => id));
    const attempts = readableRows(selectMarks.all(ids), readAttempt, log);
    for (const attempt of attempts) marks.get(attempt.deliveryId)?.push(attempt);
    const pinned = new Set(selectPinned.all(ids));
    const copies = new Map(countCopies.all(ids).map(({ id, copies: count }) => [id, count]));
    return deliveries.map((delivery) => ({
      ...delivery,
      marks: marks.get(delivery.id) ?? [],
      copies: copies.get(delivery.id) ?? 0,
      pinned: pinned.has(delivery.id),
    }));
  };

  return {
    deliveries: (ids) => withMarks(readableRows(selectMany.all(idList(ids)), readDelivery, log)),

    deliveriesAfter: (runId, ordinal, limit) =>
      withMarks(readableRows(selectAfter.all(runId, ordinal, limit), readDelivery, log)),

    listDeliveries(runId, query) {
      const text = query.text === '' ? null : matchText(runId, query.text);
      const stretches = stretchesOf(query, () => endpointsInOrder(runId));
      const place = placeOf(query, stretches);
      if ((text === null && query.text !== '') || query.states?.length === 0) return { rows: [], next: null };
      const only = query.only == null ? null : deliveryFilterSql(query.only.filter, query.only.nowMs);
      const [whole] = stretches;
      if (query.only != null && whole?.walk === 'newest' && whole.name === 'all') {
        const from = { before: keyBefore('delivery', query.cursor), newest: selectNewest.get(runId) ?? 0 };
        const found = filteredRows('delivery', query.only.filter, { ...from, limit: query.limit }, (keys) => {
          const within = bothOf(only, { sql: 'd.ordinal >= @least', values: { least: keys.least } });
          return walk(runId, whole, { text, only: within }, [keys.before], query.limit);
        });
        return { rows: withMarks(readableRows(found.rows, readDelivery, log)), next: found.next };
      }
      const found: Found[] = [];
      for (const [at, stretch] of stretches.entries()) {
        if (at < place.at || found.length > query.limit) continue;
        const rows = walk(
          runId,
          stretch,
          { text, only },
          at === place.at ? place.key : null,
          query.limit - found.length,
        );
        for (const row of rows) found.push({ ...row, stretch: stretch.name });
      }
      const page = pageOf('delivery', found, query.limit, readDelivery, log, (last) => cursorOf(query, last));
      return { ...page, rows: withMarks(page.rows) };
    },

    delivery(id) {
      const found = selectOne.get(id);
      if (found === undefined) return null;
      const delivery = readDelivery(found);
      const [row = { ...delivery, marks: [], copies: 0, pinned: false }] = withMarks([delivery]);
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
