import type Database from 'better-sqlite3';
import { DELIVERY_STATES, FINAL_STATES, isFinal } from '../../../shared/model/delivery';
import type { EndpointId } from '../../../shared/model/ids';
import type { Elder } from '../../../shared/model/step';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { type Log, readableRows } from '../rows/row';
import type { PastLog } from './past-log';

/** Looked at in one go: what ended at that very instant stands before the one in turn. */
const PAGE = 20;

/** What waits now, and what has ended since an instant: whatever waited at that instant is among them. */
export const UNENDED_SQL = `${DELIVERY_STATES.map((state) => {
  const since = FINAL_STATES.includes(state) ? ' AND d.changed_at >= @atMs' : '';
  return `SELECT ${DELIVERY_COLUMNS} FROM delivery d
    WHERE d.endpoint_id = @endpointId AND d.state = '${state}' AND d.ordinal > @after AND d.ordinal <= @newest${since}`;
}).join(' UNION ALL ')} ORDER BY ordinal LIMIT ${PAGE}`;

type At = { readonly seq: number; readonly atMs: number; readonly newest: number };

/**
 * Whose turn it was at an endpoint that keeps order, when the log had come to `seq`: what was being sent, or the eldest
 * that had not ended; null where nothing waited.
 * @returns a function of the endpoint and of the place: its `seq`, its instant (virtual epoch ms) and the highest
 *   ordinal that was there
 */
export function pastTurn(
  db: Database.Database,
  past: Pick<PastLog, 'rows'>,
  log: Log,
): (endpointId: EndpointId, at: At) => Elder | null {
  const select = db.prepare(UNENDED_SQL);
  return (endpointId, { seq, atMs, newest }) => {
    for (let after = 0; ; ) {
      const found = readableRows(select.all({ endpointId, after, newest, atMs }), readDelivery, log);
      const waited = past.rows(found, seq).filter(({ state }) => !isFinal(state));
      const turn = waited.find(({ state }) => state === 'processing') ?? waited[0];
      if (turn !== undefined) return { id: turn.id, eventType: turn.eventType };
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) return null;
      after = last.ordinal;
    }
  };
}
