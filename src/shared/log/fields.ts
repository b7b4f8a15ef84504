import { z } from 'zod';
import type { Wait } from '../model/attempt';
import { CHANNELS } from '../model/channel';
import { VERIFICATIONS } from '../model/condition';
import { AUTH_KINDS } from '../model/endpoint-request';
import { type CarriedRequest, SIGNINGS } from '../model/event';
import type { CaptureId, DeliveryId, EndpointId, RouteId } from '../model/ids';
import { FAULTS, INTERRUPTIONS, type InterimNote } from '../model/outcome';
import type { AnswerTimings, CaptureTimings, Forward } from '../model/receiver';
import { STEP_KINDS } from '../model/script';
import { policySchema } from '../policies/policy';
import { SIGNATURE_FAULTS, type SignatureVerdict } from '../rules/signatures/verify';

/** The parts of a log's rows, as the database and a log file have them. */

/** An id was checked when it came in; its prefix is not looked at again. */
export const idText = <T extends string>() => z.custom<T>((value) => typeof value === 'string', 'not an id');

export const headerFields = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly();

const keptWait = z.object({
  baseMs: z.number().optional(),
  minMs: z.number(),
  nominalMs: z.number(),
  maxMs: z.number(),
  drawnMs: z.number(),
  roll: z.number(),
  draw: z
    .object({ seed: z.number(), key: z.array(z.number()).readonly() })
    .nullable()
    .default(null),
  askedMs: z.number().optional(),
});

/** A wait; one of an earlier version gets its base from its band. */
export const waitSchema = keptWait.transform(
  ({ baseMs, ...wait }): Wait => ({ ...wait, baseMs: baseMs ?? baseOf(wait) }),
);

/** Earlier versions kept the band alone. Under equal jitter, which runs from half of the base to all of it, the page's
 * nominal delay is the middle of the band; under every other kind it is the base. */
const baseOf = ({ minMs, nominalMs, maxMs }: Pick<Wait, 'minMs' | 'nominalMs' | 'maxMs'>): number =>
  minMs === Math.ceil(maxMs / 2) && nominalMs === Math.round(maxMs * 0.75) ? maxMs : nominalMs;

const tookMs = z.number();
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('response'), status: z.number(), retryAfter: z.string().nullable(), tookMs }),
  z.object({ kind: z.literal('no-response'), fault: z.enum(FAULTS), detail: z.string(), tookMs }),
  z.object({ kind: z.literal('interrupted'), by: z.enum(INTERRUPTIONS), tookMs }),
]);

const phaseMs = z.number().nullable();
export const timingsSchema = z.object({
  dnsMs: phaseMs,
  connectMs: phaseMs,
  tlsMs: phaseMs,
  writeMs: phaseMs,
  firstByteMs: phaseMs,
  bodyMs: phaseMs,
  reusedConnection: z.boolean(),
});

const limitMemory = z.union([z.object({ from: z.number(), count: z.number() }), z.object({ at: z.array(z.number()) })]);
const turn = z.object({
  index: z.number(),
  answered: z.number(),
  fallen: z.number(),
  through: z.enum(['condition', 'limit', 'chain']).optional(),
  memory: z.object({ asked: z.number(), round: z.number(), limits: z.record(z.string(), limitMemory) }).optional(),
});

export const stepVerdict = z.object({
  kind: z.literal('step'),
  index: z.number(),
  nth: z.number(),
  sinceAt: z.number(),
  does: z.enum(STEP_KINDS),
  status: z.number().nullable(),
  delayMs: z.number(),
  when: z.enum(['in-headers', 'in-body']).optional(),
  turn: turn.optional(),
});

export const verdictSchema = z.discriminatedUnion('kind', [
  stepVerdict,
  z.object({ kind: z.literal('forward'), status: z.number() }),
  z.object({ kind: z.literal('no-route'), status: z.literal(404) }),
  z.object({ kind: z.literal('refused'), status: z.number().nullable(), why: z.string() }),
]);

/** What an event carries of the request that it was captured as. */
export const carriedSchema: z.ZodType<CarriedRequest> = z.object({
  captureId: idText<CaptureId>(),
  routeId: idText<RouteId>().nullable(),
  method: z.string(),
  tail: z.string(),
  headers: headerFields,
  signing: z.enum(SIGNINGS),
});

export const forwardSchema: z.ZodType<Forward> = z.object({
  endpointId: idText<EndpointId>(),
  status: z.number(),
  signing: z.enum(SIGNINGS),
});

export const signatureSchema: z.ZodType<SignatureVerdict> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('valid'), why: z.string() }),
  z.object({ kind: z.literal('invalid'), fault: z.enum(SIGNATURE_FAULTS), why: z.string() }),
  z.object({ kind: z.literal('unchecked'), why: z.string() }),
]);

export const captureTimingsSchema: z.ZodType<CaptureTimings> = z.object({
  headersMs: z.number().nullable(),
  bodyMs: z.number(),
});

export const answerTimingsSchema: z.ZodType<AnswerTimings> = z.object({
  beganMs: z.number().nullable(),
  endedMs: z.number().nullable(),
});

export const interimSchema: z.ZodType<InterimNote> = z.object({
  count: z.number(),
  statuses: z.array(z.number()).readonly(),
});

export const conditionSchema = z.object({
  suspendedAt: z.number().nullable(),
  streak: z.number(),
  lastSuccessAt: z.number().nullable(),
  verified: z.boolean(),
  everVerified: z.boolean(),
  newerUrl: z.string().nullable(),
  reopensAt: z.number().optional(),
  probe: z.object({ passed: z.number(), deliveryId: idText<DeliveryId>().nullable() }).optional(),
  round: z.number().optional(),
  lastSuspendedAt: z.number().optional(),
  failingSince: z.number().optional(),
});

export const requestSchema = z.object({
  headers: headerFields,
  auth: z.enum(AUTH_KINDS),
  ca: z.string().nullable(),
  verify: z.boolean(),
  clientCertificate: z.boolean(),
  /** Absent in rows of before it. */
  proxy: z.string().nullable().default(null),
});

/** What a step of the log keeps of an endpoint that was changed. */
export const settingsSchema = z.object({
  name: z.string(),
  url: z.string(),
  policy: policySchema,
  routeId: idText<RouteId>().nullable(),
  request: requestSchema,
  channel: z.enum(CHANNELS),
  verification: z.enum(VERIFICATIONS),
  newerUrl: z.string().nullable(),
});

export const paceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('factor'), factor: z.number() }),
  z.object({ kind: z.literal('skip') }),
]);
