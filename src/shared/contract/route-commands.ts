import { z } from 'zod';
import { SIGNINGS } from '../model/event';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId } from '../model/ids';
import {
  endpointUrl,
  eventBody,
  headerList,
  id,
  requestMethod,
  requestTail,
  routePath,
  routeTls,
  wholeNumber,
} from './fields';
import { LIMITS } from './limits';
import { script } from './script';
import { routeCheck } from './signature';
import type { RouteView, ScriptReading } from './views';

const FORWARD_STATUS_SAYS = 'The sender is answered 200 to 299.';

/** Where a route sends on what it takes; null: its script answers. */
const forward = z
  .object({
    endpointId: id<EndpointId>('ep'),
    status: wholeNumber(200, 299, FORWARD_STATUS_SAYS).default(202),
    signing: z.enum(SIGNINGS).default('as-captured'),
  })
  .nullable();

/** The commands about the receiver's routes and their scripts. */
export const routeInputs = {
  'route.create': z.object({ path: routePath, tls: routeTls.default('off'), script, forward: forward.default(null) }),
  'route.update': z.object({
    id: id<RouteId>('rt'),
    path: routePath.optional(),
    /** Its URL changes with it, and the endpoints that point at it follow. */
    tls: routeTls.optional(),
    script: script.optional(),
    forward: forward.optional(),
  }),
  /** A script as text, in the words of a scenario file, and back. Nothing is changed. */
  'script.read': z.object({ text: z.string().max(LIMITS.commandBytes / 2, 'A script has at most 2 MiB of text.') }),
  'script.write': z.object({ script }),
  'route.remove': z.object({ id: id<RouteId>('rt') }),
  'route.startOver': z.object({ id: id<RouteId>('rt') }),
  /** Against what the signatures of a route's requests are checked, from the next one on. */
  'route.checkWith': routeCheck,
  /** Sends a captured request to an endpoint, or to a URL in one request; see `CarriedRequest` for `tail`. */
  'capture.sendOn': z.object({
    id: id<CaptureId>('cap'),
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('endpoint'), id: id<EndpointId>('ep') }),
      z.object({ kind: z.literal('url'), url: endpointUrl }),
    ]),
    tail: requestTail,
    as: z.discriminatedUnion('kind', [
      /** Method, end-to-end headers and body as they came. */
      z.object({ kind: z.literal('exact') }),
      /** Framing headers are made anew; `body` null keeps the bytes that came. */
      z.object({
        kind: z.literal('edited'),
        method: requestMethod,
        headers: headerList,
        body: eventBody.nullable(),
      }),
    ]),
  }),
} as const;

export type RouteOutputs = {
  'route.create': RouteView;
  'route.update': RouteView;
  'script.read': ScriptReading;
  'script.write': { readonly text: string };
  'route.remove': { readonly removed: true };
  'route.startOver': RouteView;
  'route.checkWith': RouteView;
  'capture.sendOn': {
    readonly eventId: EventId;
    readonly endpointId: EndpointId;
    /** Null where the endpoint admits nothing now. */
    readonly deliveryId: DeliveryId | null;
  };
};
