import type Database from 'better-sqlite3';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { Filter } from '../../../shared/filter/filter';
import { matched } from '../../../shared/filter/match';
import { judgeDelivery } from '../../../shared/filter/match-delivery';
import type { RunId } from '../../../shared/model/ids';
import { deliveryFilterSql } from './filter-sql';

/**
 * Judges rows as they were: by what they tell, and by the database of today for headers and bodies, which an attempt
 * keeps once it has them.
 */
export function pastFilter(
  db: Database.Database,
): (runId: RunId, filter: Filter, nowMs: number) => (row: DeliveryRow) => boolean {
  const selectEndpoint = db.prepare<unknown[], { id: string; name: string; url: string }>(
    'SELECT id, name, url FROM endpoint WHERE run_id = ?',
  );
  return (runId, filter, nowMs) => {
    const endpoints = new Map(selectEndpoint.all(runId).map((endpoint) => [endpoint.id, endpoint]));
    return (row) =>
      matched(filter, (condition) => {
        const known = judgeDelivery(condition, row, endpoints.get(row.endpointId) ?? null, nowMs);
        if (known !== null) return known;
        const { sql, values } = deliveryFilterSql(condition, nowMs);
        const found = db.prepare(`SELECT 1 FROM delivery d WHERE d.id = @id AND ${sql}`).get({ ...values, id: row.id });
        return found !== undefined;
      }) === true;
  };
}
