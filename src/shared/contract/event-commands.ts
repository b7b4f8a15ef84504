import { z } from 'zod';
import type { EventSummary } from '../model/event';
import type { DeliveryId, EndpointId, EventId } from '../model/ids';
import { eventBody, id, wholeNumber } from './fields';
import { LIMITS } from './limits';
import { LISTS } from './lists';
import { page } from './page';
import { contentType } from './preferences';
import type { EventDetail, Page } from './views';

/** What a client may ask of events. */
export const eventInputs = {
  'event.send': z
    .object({
      endpointIds: z
        .array(id<EndpointId>('ep'))
        .min(1, 'Choose at least one endpoint.')
        .max(100, 'Choose at most 100 endpoints.'),
      type: z
        .string()
        .min(1, 'An event needs a type, such as order.paid.')
        .max(200, 'A type has at most 200 characters.'),
      contentType: contentType.default('application/json'),
      body: eventBody,
      count: wholeNumber(1, LIMITS.eventsPerPlan, 'Send 1 to 100,000 events.').default(1),
      /** Virtual ms from one event to the next; 0 sends all at once. */
      everyMs: wholeNumber(0, 30 * 86_400_000, 'From one event to the next it is 0 to 30 days.').default(0),
      /** A client's own key, and a digest of what it asked for: the same once more within 24 hours sends nothing more. */
      once: z
        .object({
          key: z.string().regex(/^[\x21-\x7e]{1,255}$/, 'A key has 1 to 255 characters of ASCII, without spaces.'),
          of: z.string().max(100),
        })
        .optional(),
    })
    .refine(({ count, everyMs }) => everyMs > 0 || count <= LIMITS.eventsPerSend, {
      path: ['count'],
      message: 'Send 1 to 1,000 at once, or more of them with time between.',
    }),
  /** Sends no more of what `event.send` planned. */
  'event.stopSending': z.object({
    seq: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A planned send is known by its number.'),
  }),
  'event.list': z.object({
    ...page,
    sort: z.enum(LISTS.events.sorts).optional(),
    /** Only what was published for this endpoint, whether it got a delivery or not. */
    endpointId: id<EndpointId>('ep').optional(),
  }),
  'event.get': z.object({ id: id<EventId>('evt') }),
} as const;

export type EventOutputs = {
  /** What was accepted at once, and how many events are still to come at their rate. */
  'event.send': {
    readonly eventIds: readonly EventId[];
    readonly deliveryIds: readonly DeliveryId[];
    readonly planned: number;
  };
  /** So many events are not sent. */
  'event.stopSending': { readonly dropped: number };
  'event.list': Page<EventSummary>;
  'event.get': EventDetail;
};
