import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import type { Elder } from '../../shared/model/step';

/** For what a delivery waits where its endpoint keeps the order; null when it is its turn, and once it has ended. */
export function elderOf(
  row: Pick<DeliveryRow, 'id' | 'state'>,
  endpoint: Pick<EndpointView, 'inTurn'> | undefined,
): Elder | null {
  const first = endpoint?.inTurn ?? null;
  if (first === null || first.id === row.id || row.state === 'processing' || isFinal(row.state)) return null;
  return first;
}
