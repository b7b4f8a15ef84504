import type Database from 'better-sqlite3';
import type { Delivery, DeliveryState } from '../../../shared/model/delivery';
import type { EngineStore } from '../../engine/ports';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { type Log, readOrTell } from '../rows/row';

type OrderTable = Pick<EngineStore, 'eldest' | 'sending' | 'youngest' | 'elderOf'>;

const WAITING: readonly DeliveryState[] = ['queued', 'retrying', 'held', 'stale'];

/** Merged by ordinal from one range of the index per state, so that the first one costs a look-up for each. */
const merged = (states: readonly DeliveryState[], direction: 'ASC' | 'DESC'): string =>
  `${states
    .map(
      (state) =>
        `SELECT ${DELIVERY_COLUMNS} FROM delivery d WHERE d.endpoint_id = @endpointId AND d.state = '${state}'`,
    )
    .join(' UNION ALL ')} ORDER BY ordinal ${direction}`;

export const ELDEST_SQL = merged(WAITING, 'ASC');
export const SENDING_SQL = merged(['processing'], 'ASC');
export const YOUNGEST_SQL = merged([...WAITING, 'processing'], 'DESC');
export const ELDER_SQL = `SELECT ${DELIVERY_COLUMNS} FROM delivery d
  WHERE d.endpoint_id = @endpointId AND d.ordinal < @ordinal ORDER BY d.ordinal DESC`;

/** Whose turn it is at an endpoint that keeps order. */
export function orderTable(db: Database.Database, log: Log): OrderTable {
  const eldest = db.prepare(ELDEST_SQL);
  const sending = db.prepare(SENDING_SQL);
  const youngest = db.prepare(YOUNGEST_SQL);
  const elder = db.prepare(ELDER_SQL);

  /** The first that can be read: what cannot be read is never sent, and holds nobody up. */
  const first = (select: Database.Statement, parameters: Readonly<Record<string, unknown>>): Delivery | null => {
    for (const row of select.iterate(parameters)) {
      const delivery = readOrTell(row, readDelivery, log);
      if (delivery !== null) return delivery;
    }
    return null;
  };

  return {
    eldest: (endpointId) => first(eldest, { endpointId }),
    sending: (endpointId) => first(sending, { endpointId }),
    youngest: (endpointId) => first(youngest, { endpointId }),
    elderOf: (endpointId, ordinal) => first(elder, { endpointId, ordinal }),
  };
}
