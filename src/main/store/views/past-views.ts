import type Database from 'better-sqlite3';
import type { DeliveryRow, Kin, PastView } from '../../../shared/contract/views';
import type { RunId } from '../../../shared/model/ids';
import { keepsOrder } from '../../../shared/rules/order';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { type Log, readableRows, readOrTell } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import { endpointCounts } from './count-views';
import { cursorAfter, keyBefore } from './cursor';
import { deliverySearch } from './delivery-search';
import { DELIVERIES_SQL, kinOf, NEWEST_ORDINAL_SQL } from './delivery-views';
import { idList } from './encoding';
import { pastCounts } from './past-counts';
import { pastFilter } from './past-filter';
import { pastLog } from './past-log';
import { pastTurn } from './past-turn';
import { textMatcher } from './text-match';
import type { ViewAnswers } from './view-answers';

type PastViews = Pick<ViewAnswers, 'past' | 'pastDeliveries' | 'pastDelivery' | 'pastAttempt'>;

type Place = { readonly seq: number; readonly reached: number };

export const PLACE_FROM_SQL = 'SELECT seq, reached FROM step WHERE run_id = ? AND seq >= ? ORDER BY seq LIMIT 1';
export const PLACES_BEFORE_SQL = `SELECT seq, reached FROM step
  WHERE run_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`;
export const PLACES_AFTER_SQL = 'SELECT seq, reached FROM step WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?';
export const DELIVERY_FROM_SQL =
  'SELECT id, ordinal FROM delivery WHERE run_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1';
export const FIRST_STEP_SQL = 'SELECT min(seq) FROM step WHERE delivery_id = ?';
export const STEP_SQL = `SELECT ${STEP_COLUMNS} FROM step WHERE seq = ?`;

/** A list by state has no index of the past: so many rows are looked at for a page, which may then be short. */
const MOST_LOOKED_AT = 2_000;
const CHUNK = 250;
/** After everything that a log has. */
const LAST = Number.MAX_SAFE_INTEGER - 1;

/** The run as it was when its log had come to a place. */
export function pastViews(
  db: Database.Database,
  log: Log,
  present: Pick<ViewAnswers, 'delivery' | 'attempt'>,
): PastViews {
  const selectFromPlace = db.prepare<unknown[], Place>(PLACE_FROM_SQL);
  const selectBefore = db.prepare<unknown[], Place>(PLACES_BEFORE_SQL);
  const selectAfter = db.prepare<unknown[], Place>(PLACES_AFTER_SQL);
  const selectStep = db.prepare(STEP_SQL);
  const selectFrom = db.prepare<unknown[], { id: string; ordinal: number }>(DELIVERY_FROM_SQL);
  const selectFirst = db.prepare<unknown[], number | null>(FIRST_STEP_SQL).pluck();
  const selectNewest = db.prepare<unknown[], number | null>(NEWEST_ORDINAL_SQL).pluck();
  const judgePast = pastFilter(db);
  const selectDeliveries = db.prepare(DELIVERIES_SQL);
  const selectDelivery = db.prepare(`SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.id = ?`);
  const past = pastLog(db, log);
  const countsAt = pastCounts(db, past, log);
  const turnAt = pastTurn(db, past, log);
  const matchText = textMatcher(db);

  /** Where the log had come to with a step; null before the run's first. */
  const placeAt = (runId: RunId, seq: number): Place | null => selectBefore.get(runId, seq + 1, 1) ?? null;

  /** The newest step by an instant: `reached` never falls along the log, so that it is found by halving. */
  const placeBy = (runId: RunId, atMs: number): Place | null => {
    let found: Place | null = null;
    let [low, high] = [1, placeAt(runId, LAST)?.seq ?? 0];
    while (low <= high) {
      const place = selectFromPlace.get(runId, Math.floor((low + high) / 2));
      if (place === undefined) break;
      if (place.reached <= atMs) {
        found = place;
        low = place.seq + 1;
      } else high = Math.floor((low + high) / 2) - 1;
    }
    return found;
  };

  /** Some steps on from a place, or as far as the log goes. */
  const placeFrom = (runId: RunId, seq: number, by: number): Place | null => {
    const select = by < 0 ? selectBefore : selectAfter;
    const beyond = by === 0 ? [] : select.all(runId, seq, Math.abs(by));
    return beyond.at(-1) ?? placeAt(runId, seq);
  };

  /** The highest ordinal of a delivery that was accepted by then: they are accepted in the order of their ordinals. */
  const newestOrdinal = (runId: RunId, seq: number): number => {
    let newest = 0;
    let [low, high] = [1, selectNewest.get(runId) ?? 0];
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const found = selectFrom.get(runId, middle);
      const first = found === undefined ? null : (selectFirst.get(found.id) ?? null);
      if (found !== undefined && first !== null && first <= seq) {
        newest = found.ordinal;
        low = found.ordinal + 1;
      } else high = middle - 1;
    }
    return newest;
  };

  return {
    past(runId, to): PastView {
      const place = to.kind === 'instant' ? placeBy(runId, to.atMs) : placeFrom(runId, to.seq ?? LAST, to.by);
      const seq = place?.seq ?? 0;
      const atMs = to.kind === 'instant' ? to.atMs : (place?.reached ?? 0);
      const row = selectStep.get(seq);
      const { totals, byEndpoint } = countsAt(runId, seq);
      return {
        seq,
        atMs,
        step: row === undefined ? null : readOrTell(row, readStep, log),
        hasBefore: selectBefore.get(runId, seq, 1) !== undefined,
        hasAfter: selectAfter.get(runId, seq, 1) !== undefined,
        totals,
        endpoints: past.endpoints(runId, seq, atMs).map((endpoint) => {
          const counts = endpointCounts(byEndpoint(endpoint.id));
          if (!keepsOrder(endpoint.policy)) return { ...endpoint, counts };
          const at = { seq, atMs: place?.reached ?? 0, newest: newestOrdinal(runId, seq) };
          return { ...endpoint, counts, inTurn: turnAt(endpoint.id, at) };
        }),
      };
    },

    pastDeliveries(runId, query, seq) {
      let before = Math.min(keyBefore('delivery', query.cursor), newestOrdinal(runId, seq) + 1);
      const text = query.text === '' ? null : matchText(runId, query.text);
      const { states, limit, only } = query;
      const belongs = only == null ? null : judgePast(runId, only.filter, placeAt(runId, seq)?.reached ?? 0);
      if ((text === null && query.text !== '') || states?.length === 0) return { rows: [], next: null };
      const rows: DeliveryRow[] = [];
      const chunk = states === null && belongs === null ? limit : Math.max(limit, CHUNK);
      for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; ) {
        const stretch = { query: { ...query, states: null, limit: chunk }, walk: 'newest', idle: false } as const;
        const search = deliverySearch(runId, stretch, text, false, before);
        const found = db.prepare<unknown[], { key: number }>(search.sql).all(search.values);
        const shown = found.slice(0, chunk);
        const read = shown.flatMap((row) => readOrTell(row, readDelivery, log) ?? []);
        for (const row of past.rows(read, seq)) {
          if (states !== null && !states.includes(row.state)) continue;
          if (belongs !== null && !belongs(row)) continue;
          rows.push(row);
          if (rows.length === limit && (row.ordinal > (shown.at(-1)?.key ?? 0) || found.length > chunk)) {
            return { rows, next: cursorAfter('delivery', row.ordinal) };
          }
        }
        if (found.length <= chunk) return { rows, next: null };
        lookedAt += shown.length;
        before = shown.at(-1)?.key ?? 0;
      }
      return { rows, next: cursorAfter('delivery', before) };
    },

    pastDelivery(id, seq) {
      const detail = present.delivery(id);
      const found = selectDelivery.get(id);
      if (detail === null || found === undefined) return null;
      const [row] = past.rows([readDelivery(found)], seq);
      if (row === undefined) return null;
      const kinThen = (kin: readonly Kin[]): readonly Kin[] => {
        const rows = selectDeliveries.all(idList(kin.map((one) => one.id)));
        const then = new Map(past.rows(readableRows(rows, readDelivery, log), seq).map((one) => [one.id, kinOf(one)]));
        return kin.flatMap((one) => then.get(one.id) ?? []);
      };
      return {
        ...detail,
        row,
        steps: past.stepsOf(id, seq),
        origin: detail.origin === null ? null : (kinThen([detail.origin])[0] ?? null),
        descendants: kinThen(detail.descendants),
      };
    },

    pastAttempt(deliveryId, n, seq) {
      const found = selectDelivery.get(deliveryId);
      const [row] = found === undefined ? [] : past.rows([readDelivery(found)], seq);
      const mark = row?.marks.find((candidate) => candidate.n === n);
      const detail = mark === undefined ? null : present.attempt(deliveryId, n);
      if (mark === undefined || detail === null || mark.outcome !== null) return detail;
      return { ...detail, ...mark, response: null, timings: null, interim: null, remote: null };
    },
  };
}
