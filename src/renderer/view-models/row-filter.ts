import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { Filter } from '../../shared/filter/filter';
import { matched } from '../../shared/filter/match';
import { judgeDelivery } from '../../shared/filter/match-delivery';

/** The rows with which a filter agrees by what they tell: headers and bodies are not here, and agree with nothing. */
export function rowsWith(
  filter: Filter,
  rows: readonly DeliveryRow[],
  endpoints: readonly EndpointView[],
  nowMs: number,
): readonly DeliveryRow[] {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return rows.filter((row) =>
    matched(filter, (condition) => judgeDelivery(condition, row, byId.get(row.endpointId) ?? null, nowMs) ?? false),
  );
}
