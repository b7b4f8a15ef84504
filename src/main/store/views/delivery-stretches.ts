import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { EndpointId } from '../../../shared/model/ids';
import type { DeliveryQuery } from '../../engine/views-port';

/**
 * A stretch of a list of deliveries: it is walked by one index in one direction, and the list is one stretch after the
 * other, so that in any order a page costs a page.
 */
export type Stretch = {
  /** Tells it from the others in a cursor. */
  readonly name: string;
  readonly query: DeliveryQuery;
  readonly walk: 'newest' | 'oldest' | 'due';
  /** Leaves out what the stretch before has. */
  readonly idle: boolean;
};

/** @param endpointIds of the run, in the order in which they are listed */
export function stretchesOf(query: DeliveryQuery, endpointIds: () => readonly EndpointId[]): readonly Stretch[] {
  const { sort = 'newest' } = query;
  switch (sort) {
    case 'newest':
    case 'oldest':
      return [{ name: 'all', query, walk: sort, idle: false }];
    case 'state':
      return DELIVERY_STATES.filter((state) => query.states?.includes(state) !== false).map((state) => ({
        name: state,
        query: { ...query, states: [state] },
        walk: 'newest',
        idle: false,
      }));
    case 'endpoint':
      return (query.endpointId === null ? endpointIds() : [query.endpointId]).map((endpointId) => ({
        name: endpointId,
        query: { ...query, endpointId },
        walk: 'newest',
        idle: false,
      }));
    case 'due':
      return [
        { name: 'due', query, walk: 'due', idle: false },
        { name: 'idle', query, walk: 'newest', idle: true },
      ];
  }
}
