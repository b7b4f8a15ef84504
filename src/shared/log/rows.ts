import type { AttemptRecord } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Endpoint } from '../model/endpoint';
import type { Event } from '../model/event';
import type { EndpointId, RunId } from '../model/ids';
import type { LeapCause } from '../model/leap';
import type { ReceivedResponse } from '../model/outcome';
import type { Capture, Route } from '../model/receiver';
import type { Run } from '../model/run';
import type { StepRecord } from '../model/step';

/** In the order in which a log has them, so that whatever a row refers to stands before it. */
export const ROW_KINDS = [
  'run',
  'route',
  'endpoint',
  'held',
  'slot',
  'redelivery',
  'leap',
  'event',
  'delivery',
  'attempt',
  'step',
  'capture',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export type LogAttempt<Body> = Omit<AttemptRecord, 'response' | 'request'> & {
  /** `body` is null where it is the event's own bytes. */
  readonly request: AttemptRecord['request'] & { readonly body: Body | null };
  readonly response: (Omit<ReceivedResponse, 'body'> & { readonly body: Body }) | null;
};

/**
 * One row of a log, whole: what the database holds of it, but for what is sealed. A body is bytes inside of the app,
 * and text or base64 in a file.
 */
export type LogRow<Body = Uint8Array> =
  | ({ readonly kind: 'run' } & Run)
  | ({ readonly kind: 'route'; readonly runId: RunId; readonly removed: boolean } & Route)
  | ({ readonly kind: 'endpoint' } & Endpoint)
  /** From `at` on the endpoint held so many deliveries. */
  | { readonly kind: 'held'; readonly endpointId: EndpointId; readonly at: number; readonly held: number }
  /** Places taken or promised in a throttle window that begins at `windowAt`. */
  | { readonly kind: 'slot'; readonly endpointId: EndpointId; readonly windowAt: number; readonly used: number }
  /** A redelivery that counts for a quota. */
  | { readonly kind: 'redelivery'; readonly endpointId: EndpointId; readonly at: number }
  /** Virtual time passed at once from one instant to the other. */
  | {
      readonly kind: 'leap';
      readonly runId: RunId;
      readonly fromAt: number;
      readonly toAt: number;
      readonly cause: LeapCause;
    }
  | ({ readonly kind: 'event' } & Omit<Event, 'body'> & { readonly body: Body })
  | ({ readonly kind: 'delivery'; readonly pinned: boolean } & Delivery)
  | ({ readonly kind: 'attempt' } & LogAttempt<Body>)
  | ({ readonly kind: 'step'; readonly runId: RunId } & StepRecord)
  /** `epoch` of its route's script, null when none answered. */
  | ({ readonly kind: 'capture'; readonly epoch: number | null; readonly pinned: boolean } & Omit<Capture, 'body'> & {
        readonly body: Body;
      });

/** The same row with its bodies made into something else. */
export function withBodies<From, To>(row: LogRow<From>, make: (body: From) => To): LogRow<To> {
  switch (row.kind) {
    case 'event':
    case 'capture':
      return { ...row, body: make(row.body) };
    case 'attempt': {
      const { request, response } = row;
      return {
        ...row,
        request: { ...request, body: request.body === null ? null : make(request.body) },
        response: response === null ? null : { ...response, body: make(response.body) },
      };
    }
    default:
      return row;
  }
}
