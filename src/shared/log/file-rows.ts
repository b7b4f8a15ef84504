import { z } from 'zod';
import { id } from '../contract/fields';
import { script } from '../contract/script';
import { TRIGGERS } from '../model/attempt';
import { CHANNELS } from '../model/channel';
import { VERIFICATIONS } from '../model/condition';
import { DELIVERY_STATES, FAIL_REASONS } from '../model/delivery';
import { ENDPOINT_STATES } from '../model/endpoint';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId, RunId } from '../model/ids';
import { LEAP_CAUSES } from '../model/leap';
import { ROUTE_TLS } from '../model/route-tls';
import { policySchema } from '../policies/policy';
import {
  answerTimingsSchema,
  captureTimingsSchema,
  carriedSchema,
  conditionSchema,
  forwardSchema,
  headerFields,
  interimSchema,
  outcomeSchema,
  requestSchema,
  signatureSchema,
  timingsSchema,
  verdictSchema,
  waitSchema,
} from './fields';
import type { LogRow } from './rows';
import { stepSchema } from './steps';

/** A body in a file: as text where its bytes are UTF-8, as base64 where they are not. */
export const fileBody = z.union([z.object({ text: z.string() }).strict(), z.object({ base64: z.base64() }).strict()]);
export type FileBody = z.output<typeof fileBody>;

const run = id<RunId>('run');
const route = id<RouteId>('rt');
const endpoint = id<EndpointId>('ep');
const event = id<EventId>('evt');
const delivery = id<DeliveryId>('dlv');
const capture = id<CaptureId>('cap');
/** What a date can say, ms. */
const LAST_INSTANT = 8_640_000_000_000_000;
const instant = z.number().min(-LAST_INSTANT).max(LAST_INSTANT);
const count = z.number().int().min(0);
/** Numbers go on behind those of a file: more steps than any log has, and far from where SQLite has no more. */
const LAST_SEQ = 1_000_000_000_000;

export const runRow = z.object({
  kind: z.literal('run'),
  id: run,
  name: z.string(),
  seed: count,
  durations: z.enum(['measured', 'scripted']),
  startedAt: instant,
});

export const endpointRow = z.object({
  kind: z.literal('endpoint'),
  id: endpoint,
  runId: run,
  ordinal: count,
  name: z.string(),
  url: z.string(),
  policy: policySchema,
  routeId: route.nullable(),
  request: requestSchema,
  channel: z.enum(CHANNELS),
  verification: z.enum(VERIFICATIONS),
  state: z.enum(ENDPOINT_STATES),
  condition: conditionSchema,
  createdAt: instant,
});

export const deliveryRow = z.object({
  kind: z.literal('delivery'),
  id: delivery,
  runId: run,
  eventId: event,
  eventType: z.string(),
  endpointId: endpoint,
  ordinal: count,
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(FAIL_REASONS).nullable(),
  attempts: count,
  counter: count,
  dueAt: instant.nullable(),
  nextTrigger: z.enum(TRIGGERS).nullable(),
  wait: waitSchema.nullable(),
  budget: count,
  deferredFrom: instant.nullable(),
  slotAt: instant.nullable(),
  lostDueAt: instant.nullable(),
  jobsToLose: count.nullable(),
  touchedAt: instant,
  stuckSince: instant.nullable(),
  sweepAt: instant.nullable(),
  firstAttemptAt: instant.nullable(),
  originId: delivery.nullable(),
  createdAt: instant,
  changedAt: instant,
  lastError: z.string().nullable(),
  /** Absent in files of before it. */
  pinned: z.boolean().default(false),
});

export const attemptRow = z.object({
  kind: z.literal('attempt'),
  deliveryId: delivery,
  endpointId: endpoint,
  eventId: event,
  n: z.number().int().min(1),
  trigger: z.enum(TRIGGERS),
  dueAt: instant,
  startedAt: instant,
  endedAt: instant.nullable(),
  startedWallAt: instant,
  wait: waitSchema.nullable(),
  deferredFrom: instant.nullable(),
  outcome: outcomeSchema.nullable(),
  remote: z.string().nullable(),
  timings: timingsSchema.nullable(),
  interim: interimSchema.nullable().default(null),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: headerFields,
    bodyBytes: count,
    body: fileBody.nullable(),
  }),
  response: z
    .object({
      status: count,
      reason: z.string(),
      headers: headerFields,
      body: fileBody,
      bodyBytes: count,
      bodyTruncated: z.boolean(),
    })
    .nullable(),
});

export const captureRow = z.object({
  kind: z.literal('capture'),
  id: capture,
  runId: run,
  routeId: route.nullable(),
  epoch: count.nullable(),
  method: z.string(),
  target: z.string(),
  httpVersion: z.string(),
  headers: headerFields,
  bodyBytes: count,
  trailers: headerFields,
  remote: z.string(),
  deliveryKey: z.string().nullable(),
  seen: count.nullable(),
  at: instant,
  wallAt: instant,
  verdict: verdictSchema,
  signature: signatureSchema.nullable().default(null),
  timings: captureTimingsSchema.nullable().default(null),
  answer: answerTimingsSchema.nullable().default(null),
  pinned: z.boolean().default(false),
  body: fileBody,
});

/** The rows of a log file, each with the order of its fields. */
export const fileRow = z.discriminatedUnion('kind', [
  runRow,
  z.object({
    kind: z.literal('route'),
    id: route,
    runId: run,
    path: z.string(),
    tls: z.enum(ROUTE_TLS).default('off'),
    script,
    /** Absent in files of before it, as `carried` of an event. */
    forward: forwardSchema.nullable().default(null),
    epoch: count,
    epochAt: instant,
    createdAt: instant,
    removed: z.boolean(),
  }),
  endpointRow,
  z.object({ kind: z.literal('held'), endpointId: endpoint, at: instant, held: count }),
  z.object({ kind: z.literal('slot'), endpointId: endpoint, windowAt: instant, used: count }),
  z.object({ kind: z.literal('redelivery'), endpointId: endpoint, at: instant }),
  z.object({ kind: z.literal('leap'), runId: run, fromAt: instant, toAt: instant, cause: z.enum(LEAP_CAUSES) }),
  z.object({
    kind: z.literal('event'),
    id: event,
    runId: run,
    ordinal: count,
    type: z.string(),
    contentType: z.string(),
    createdAt: instant,
    carried: carriedSchema.nullable().default(null),
    body: fileBody,
  }),
  deliveryRow,
  attemptRow,
  z.object({
    kind: z.literal('step'),
    runId: run,
    seq: z.number().int().min(1).max(LAST_SEQ),
    revision: count,
    at: instant,
    wallAt: instant,
    deliveryId: delivery.nullable(),
    endpointId: endpoint.nullable(),
    step: stepSchema,
    error: z.string().nullable(),
  }),
  captureRow,
]) satisfies z.ZodType<LogRow<FileBody>>;
