import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { PastView, Totals } from '../../../shared/contract/views';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/model/delivery';
import type { EndpointId, RunId } from '../../../shared/model/ids';
import { readDelivery } from '../rows/delivery-row';
import { json, type Log, readableRows, readRow } from '../rows/row';
import { byStateOf } from './count-views';
import { DELIVERIES_SQL } from './delivery-views';
import { idList } from './encoding';
import type { PastLog } from './past-log';

export const MARK_SQL = `SELECT seq, counts, attempts FROM step_mark
  WHERE run_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`;

/** What was decided about between two places of the log. */
export const TOUCHED_SQL = `SELECT DISTINCT delivery_id FROM step
  WHERE run_id = ? AND seq > ? AND seq <= ? AND delivery_id IS NOT NULL`;

const PAGE = 500;

const markRow = z.object({
  seq: z.number(),
  counts: json(z.array(z.tuple([z.string(), z.enum(DELIVERY_STATES), z.number()]))),
  attempts: z.number(),
});

type CountsAt = {
  readonly totals: PastView['totals'];
  readonly byEndpoint: (id: EndpointId) => Totals['byState'];
};

/**
 * How many deliveries were in which state: the counts of the mark before the place, and what the steps since then
 * changed. Marks stand close, so that the log's length does not matter.
 */
export function pastCounts(db: Database.Database, past: PastLog, log: Log): (runId: RunId, seq: number) => CountsAt {
  const selectMark = db.prepare(MARK_SQL);
  const selectTouched = db.prepare<unknown[], string>(TOUCHED_SQL).pluck();
  const selectDeliveries = db.prepare(DELIVERIES_SQL);

  return (runId, seq) => {
    const found = selectMark.get(runId, seq);
    const mark =
      found === undefined ? { seq: 0, counts: [], attempts: 0 } : readRow(markRow, 'A mark of the log', found);
    const counts = new Map<string, Map<DeliveryState, number>>();
    const add = (endpointId: string, state: DeliveryState | null, by: number): void => {
      if (state === null) return;
      const ofEndpoint = counts.get(endpointId) ?? new Map<DeliveryState, number>();
      counts.set(endpointId, ofEndpoint);
      ofEndpoint.set(state, (ofEndpoint.get(state) ?? 0) + by);
    };
    let { attempts } = mark;
    for (const [endpointId, state, count] of mark.counts) add(endpointId, state, count);
    const touched = selectTouched.all(runId, mark.seq, seq);
    for (let i = 0; i < touched.length; i += PAGE) {
      const rows = readableRows(selectDeliveries.all(idList(touched.slice(i, i + PAGE))), readDelivery, log);
      for (const { endpointId, before, after, attempts: begun } of past.states(rows, mark.seq, seq)) {
        add(endpointId, before, -1);
        add(endpointId, after, 1);
        attempts += begun;
      }
    }
    const listed = (byState: ReadonlyMap<DeliveryState, number>) =>
      byStateOf([...byState].map(([state, deliveries]) => ({ state, deliveries })));
    const all = new Map<DeliveryState, number>();
    for (const ofEndpoint of counts.values()) {
      for (const [state, count] of ofEndpoint) all.set(state, (all.get(state) ?? 0) + count);
    }
    const deliveries = [...all.values()].reduce((sum, count) => sum + count, 0);
    return {
      totals: { byState: listed(all), deliveries, attempts },
      byEndpoint: (id) => listed(counts.get(id) ?? new Map<DeliveryState, number>()),
    };
  };
}
