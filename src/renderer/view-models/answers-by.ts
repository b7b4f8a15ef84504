import type { EndpointView } from '../../shared/contract/views';
import type { RouteId } from '../../shared/model/ids';
import type { Forward } from '../../shared/model/receiver';

export const ANSWERS_BY = [
  { value: 'script', label: 'Answers by a script' },
  { value: 'forward', label: 'Forwards to an endpoint' },
] as const;

/** What a route that begins to forward forwards to: the first endpoint that does not point back at it; null: there is none. */
export function forwardTo(
  endpoints: readonly Pick<EndpointView, 'id' | 'routeId'>[],
  routeId: RouteId | null,
): Forward | null {
  const target = endpoints.find((endpoint) => routeId === null || endpoint.routeId !== routeId);
  return target === undefined ? null : { endpointId: target.id, status: 202, signing: 'as-captured' };
}
