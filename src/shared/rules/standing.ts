import type { Endpoint } from '../model/endpoint';
import type { EndpointStanding } from '../model/run-document';

/** What an endpoint is to its provider, in one word. */
export function standingOf({ state, condition }: Pick<Endpoint, 'state' | 'condition'>): EndpointStanding {
  if (state !== 'enabled') return state;
  if (condition.suspendedAt !== null) return 'suspended';
  return condition.verified ? 'enabled' : 'unverified';
}
