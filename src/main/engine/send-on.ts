import type { CommandInput } from '../../shared/contract/commands';
import type { CarriedRequest } from '../../shared/model/event';
import type { DeliveryId, EndpointId, EventId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Capture } from '../../shared/model/receiver';
import { once } from '../../shared/policies/once';
import { carriedType, endToEnd, isMethod } from '../../shared/rules/forwarding';
import { whyNotExact } from '../../shared/rules/sending-on';
import { createEndpoint, liveEndpoint } from './endpoints';
import { contentTypeOf } from './forward';
import { acceptEvent, offer } from './intake';
import type { RunContext } from './run-context';

export type SentOn = {
  readonly eventId: EventId;
  readonly endpointId: EndpointId;
  /** Null where the endpoint admits nothing now. */
  readonly deliveryId: DeliveryId | null;
};

/**
 * Sends a capture on: an event with the request’s bytes and fields, and a delivery of it, in one transaction; what
 * follows is the line’s. A plain URL gets an endpoint of its own, under a policy that makes one request.
 * @throws Refusal `not-found`, `conflict` when the capture cannot go out as it came, `invalid`
 */
export function sendOn(
  context: RunContext,
  capture: Capture,
  { to, as, tail }: CommandInput<'capture.sendOn'>,
): SentOn {
  const whyNot = as.kind === 'exact' ? whyNotExact(capture) : null;
  if (whyNot !== null) throw new Refusal({ code: 'conflict', field: 'as', message: whyNot });
  const { method, headers } = as.kind === 'exact' ? capture : as;
  if (!isMethod(method)) {
    throw new Refusal({
      code: 'invalid',
      field: 'as.method',
      message: `“${method}” is no method that can be sent on.`,
    });
  }
  const body = as.kind === 'exact' || as.body === null ? capture.body : Buffer.from(as.body, 'base64');
  const carried: CarriedRequest = {
    captureId: capture.id,
    routeId: null,
    method,
    tail,
    headers: endToEnd(headers, method, body.byteLength, as.kind === 'edited'),
    signing: as.kind === 'exact' ? 'as-captured' : 'anew',
  };
  const now = context.clock.now();
  return context.commit(() => {
    const endpoint = to.kind === 'endpoint' ? liveEndpoint(context, to.id) : endpointOf(context, to.url);
    const type = carriedType(method, capture.target);
    const event = acceptEvent(context, { type, contentType: contentTypeOf(headers), body, carried }, now);
    const delivery = offer(context, endpoint, event, now);
    return { eventId: event.id, endpointId: endpoint.id, deliveryId: delivery?.id ?? null };
  });
}

const NAME_LENGTH = 80;

/** The endpoint that stands for a plain URL; the next capture that goes there finds it again. */
function endpointOf(context: RunContext, url: string) {
  const known = context.ports.store
    .endpoints(context.run.id)
    .find((endpoint) => endpoint.url === url && endpoint.policy.id === once.id && endpoint.state === 'enabled');
  if (known !== undefined) return known;
  const name = `Sent on to ${url.replace(/^https?:\/\//i, '').replace(/\?.*$/s, '')}`.slice(0, NAME_LENGTH);
  return createEndpoint(
    context,
    { name, url, policy: once, secret: null, channel: 'webhook', verification: 'assume' },
    null,
  );
}
