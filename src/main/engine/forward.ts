import { headerValue } from '../../shared/model/header';
import type { Capture, Forward, Route } from '../../shared/model/receiver';
import { carriedType, endToEnd, tailOf, throughRoute } from '../../shared/rules/forwarding';
import type { Arrived, Forwarded } from './forwarder-port';
import { acceptEvent, offer } from './intake';
import type { RunContext } from './run-context';

/** What names its content, where it says nothing itself. */
export const contentTypeOf = (headers: Capture['headers']): string =>
  headerValue(headers, 'content-type') ?? 'application/octet-stream';

/**
 * Makes an event of a request that a route forwards, and its delivery, at the virtual time of its arrival. Only inside
 * a transaction of the store, the one that holds the capture: what the sender was told is stored is then on its way.
 */
export function forward(
  context: RunContext,
  route: Pick<Route, 'id' | 'path'>,
  { endpointId, signing }: Forward,
  { id, runId, method, target, headers, body, at }: Arrived,
): Forwarded {
  if (runId !== context.run.id) return { kind: 'frozen' };
  const { store } = context.ports;
  const endpoint = store.endpoint(endpointId);
  if (endpoint === null || endpoint.state === 'deleted') return { kind: 'gone' };
  const carried = {
    captureId: id,
    routeId: route.id,
    method,
    tail: tailOf(target, route.path),
    headers: throughRoute(endToEnd(headers, method, body.byteLength, false), route.id),
    signing,
  };
  const type = carriedType(method, target);
  const event = acceptEvent(context, { type, contentType: contentTypeOf(headers), body, carried }, at);
  const delivery = offer(context, endpoint, event, at);
  store.saveClock(context.run.id, context.clock.record());
  return { kind: 'taken', deliveryId: delivery?.id ?? null };
}
