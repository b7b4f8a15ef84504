import { z } from 'zod';
import type {
  AttemptDetail,
  CaptureDetail,
  CaptureRow,
  DeliveryDetail,
  DeliveryRow,
  EndpointView,
  PolicyView,
  RunView,
} from '../../../shared/contract/views';
import { paceSchema } from '../../../shared/log/fields';
import { attemptRow, captureRow, deliveryRow, endpointRow, runRow } from '../../../shared/log/file-rows';
import { stepSchema } from '../../../shared/log/steps';
import type { Attempt } from '../../../shared/model/attempt';
import { type ClockReport, SIGNATURE_TIMES } from '../../../shared/model/pace';
import { policySchema } from '../../../shared/policies/policy';
import { toFileBody } from '../../export/file-body';

/**
 * What answers are made of. An object has the fields of the same row in a log file (docs/export-format.md), `object`
 * for what it is, and what a client needs beside. Instants are epoch ms.
 */

const count = z.number().int().min(0);
const named = <T extends string>(name: T) => ({ object: z.literal(name) });
const { policy: _policy, ...endpointFields } = endpointRow.omit({ kind: true }).shape;
const attemptFields = attemptRow.omit({
  kind: true,
  eventId: true,
  request: true,
  response: true,
  timings: true,
  remote: true,
});
const deliveryFields = deliveryRow.omit({ kind: true }).shape;
const stepRecord = z.object({
  seq: count,
  revision: count,
  at: z.number(),
  wallAt: z.number(),
  step: stepSchema,
  error: z.string().nullable(),
});
const kin = deliveryRow.pick({
  id: true,
  state: true,
  reason: true,
  counter: true,
  deferredFrom: true,
  createdAt: true,
});
const range = z.object({ min: z.number(), nominal: z.number(), max: z.number() });

export const SHAPES = {
  /** F35: the envelope that a delivery carries, and `object`. */
  Event: z.object({
    ...named('event'),
    id: z.string(),
    type: z.string(),
    created: z.iso.datetime(),
    data: z.unknown(),
  }),
  Accepted: z.object({
    ...named('accepted'),
    eventIds: z.array(z.string()),
    deliveryIds: z.array(z.string()),
    planned: count,
  }),
  Delivery: z.object({ ...named('delivery'), ...deliveryFields, copies: count }),
  DeliveryDetail: z.object({
    ...named('delivery'),
    ...deliveryFields,
    copies: count,
    steps: z.array(stepRecord),
    origin: kin.nullable(),
    descendants: z.array(kin),
  }),
  Attempt: z.object({ ...named('attempt'), id: z.string(), ...attemptFields.shape }),
  AttemptDetail: z.object({ ...named('attempt'), id: z.string(), ...attemptRow.omit({ kind: true }).shape }),
  Capture: z.object({
    ...named('capture'),
    ...captureRow.omit({ kind: true, epoch: true, body: true, headers: true, trailers: true, timings: true }).shape,
  }),
  CaptureDetail: z.object({
    ...named('capture'),
    ...captureRow.omit({ kind: true, epoch: true }).shape,
    firstId: z.string().nullable(),
    /** The deliveries that it was sent on as. */
    sentOn: z.array(z.object({ ...named('delivery'), ...deliveryFields, copies: count })),
  }),
  Endpoint: z.object({
    ...named('endpoint'),
    ...endpointFields,
    policy: z.object({ id: z.string(), name: z.string() }),
    counts: z.object({ waiting: count, inFlight: count, delivered: count, failed: count, held: count }),
  }),
  Deleted: z.object({ ...named('deleted'), id: z.string(), closed: count }),
  Policy: z.object({
    ...named('policy'),
    id: z.string(),
    name: z.string(),
    policy: policySchema,
    preview: z.array(z.object({ n: count, delayMs: range, ageMs: range })),
  }),
  Clock: z.object({
    ...named('clock'),
    virtualMs: z.number(),
    wallMs: z.number(),
    rate: z.number(),
    pace: paceSchema,
    paused: z.boolean(),
    jumpsTo: z.number().nullable(),
    signatureTime: z.enum(SIGNATURE_TIMES),
    inFlight: count,
    nextAt: z.number().nullable(),
    nextDeliveryId: z.string().nullable(),
  }),
  Run: z.object({
    ...named('run'),
    ...runRow.omit({ kind: true }).shape,
    live: z.boolean(),
    deliveries: count,
    attempts: count,
  }),
  Root: z.object({
    ...named('api'),
    app: z.literal('Retryscope'),
    version: z.string(),
    instance: z.string(),
    runId: z.string(),
    operations: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
  }),
  Problem: z.object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    field: z.string().optional(),
  }),
} as const;

export const list = (data: readonly unknown[], next: string | null = null) => ({ object: 'list', data, next });

export const deliveryOf = ({ marks: _, ...row }: DeliveryRow) => ({ object: 'delivery', ...row });

export const deliveryDetailOf = ({ row, steps, origin, descendants }: DeliveryDetail) => ({
  ...deliveryOf(row),
  steps: steps.map(({ deliveryId: _, endpointId: __, ...step }) => step),
  origin,
  descendants,
});

/** An attempt is known by its delivery and its number. */
const attemptId = ({ deliveryId, n }: Pick<Attempt, 'deliveryId' | 'n'>): string => `${deliveryId}.${n}`;
export const attemptOf = (attempt: Attempt) => ({ object: 'attempt', id: attemptId(attempt), ...attempt });

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

export const attemptDetailOf = ({ requestBody, request, response, ...attempt }: AttemptDetail) => ({
  object: 'attempt',
  id: attemptId(attempt),
  ...attempt,
  request: { ...request, body: toFileBody(bytes(requestBody)) },
  response: response === null ? null : { ...response, body: toFileBody(bytes(response.body)) },
});

export const captureOf = (row: CaptureRow) => ({ object: 'capture', ...row });
export const captureDetailOf = ({ body, sentOn, ...capture }: CaptureDetail) => ({
  object: 'capture',
  ...capture,
  sentOn: sentOn.map(deliveryOf),
  body: toFileBody(bytes(body)),
});

export const endpointOf = ({ policy, ...endpoint }: EndpointView) => ({
  object: 'endpoint',
  ...endpoint,
  policy: { id: policy.id, name: policy.name },
});

export const policyOf = ({ policy, preview }: PolicyView) => ({
  object: 'policy',
  id: policy.id,
  name: policy.name,
  policy,
  preview,
});

export const clockOf = (report: ClockReport) => ({ object: 'clock', ...report });
export const runOf = (run: RunView) => ({ object: 'run', ...run });
