import { useMemo } from 'react';
import type { DeliverySort } from '../../../shared/contract/lists';
import type { DeliveryRow } from '../../../shared/contract/views';
import { dueOrder, endpointOrder, newestFirst, stateOrder } from '../../../shared/rules/list-order';
import { useMirror } from '../../state/engine-context';

type Order = (a: DeliveryRow, b: DeliveryRow) => number;

/** The order of a list of deliveries, the same that the engine reads its pages in. */
export function useDeliveryOrder(sort: DeliverySort): Order {
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const names = JSON.stringify(sort === 'endpoint' ? endpoints.map(({ id, name }) => [id, name]) : []);
  return useMemo<Order>(() => {
    const nameOf = new Map(JSON.parse(names) as readonly (readonly [string, string])[]);
    const endpointOf = ({ endpointId: id }: DeliveryRow) => ({ id, name: nameOf.get(id) ?? null });
    const orders: Readonly<Record<DeliverySort, Order>> = {
      newest: newestFirst,
      oldest: (a, b) => newestFirst(b, a),
      state: (a, b) => stateOrder(a, b) || newestFirst(a, b),
      endpoint: (a, b) => endpointOrder(endpointOf(a), endpointOf(b)) || newestFirst(a, b),
      due: (a, b) => dueOrder(a, b) || newestFirst(a, b),
    };
    return orders[sort];
  }, [sort, names]);
}
