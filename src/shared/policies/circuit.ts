import { z } from 'zod';
import { FAULTS } from '../model/outcome';
import { count, ruleIds, spanMs } from './bounds';

/** What becomes of deliveries that wait when the endpoint closes. */
const waiting = z.enum(['fail', 'cancel', 'hold']);

const trigger = z.discriminatedUnion('kind', [
  /** So many deliveries in a row, by order of completion, used up their attempts (f3, k4). */
  z.object({ kind: z.literal('exhausted-in-a-row'), count }).readonly(),
  /** The count-th in a row used up its attempts while nothing succeeded since its own first attempt (i6). */
  z.object({ kind: z.literal('exhausted-without-success'), count }).readonly(),
]);

/** How the policy closes an endpoint after failures, and how it is opened again. */
export const suspension = z
  .object({
    trigger,
    /** A delivery that failed by nothing but these faults is not counted (i7). Absent: every fault counts. */
    ignoredFaults: z.array(z.enum(FAULTS)).readonly().default([]),
    /** The provider's reason, as its own status shows it; null where it has none. */
    reason: z.string().nullable(),
    waiting,
    /** Events that arrive meanwhile: their deliveries are held, or the event is only stored. */
    newEvents: z.enum(['hold', 'store']),
    /** Past so many held, new events get no delivery (F21, f5); null has no limit. */
    holdLimit: count.nullable(),
    /** `verify`: a passed challenge. `enable`: a person's click. */
    endsBy: z.enum(['verify', 'enable']),
    /** What the end does with what is held: sent oldest first, or kept until replayed (k7). */
    atEnd: z.enum(['send', 'keep']),
    rules: z
      .object({ trigger: ruleIds, hold: ruleIds, overflow: ruleIds, end: ruleIds, atEnd: ruleIds, reset: ruleIds })
      .readonly(),
  })
  .readonly()
  .refine(({ newEvents, holdLimit }) => newEvents === 'hold' || holdLimit === null, {
    path: ['holdLimit'],
    message: 'Where new events are only stored nothing new is held, so holdLimit must be null.',
  });

/** R6: what a person's disabling or deleting does. */
export const removal = z
  .object({
    waiting,
    /** The error of what is closed by it; null keeps the last one. */
    error: z.string().nullable(),
    newEvents: z.enum(['hold', 'store']),
    /** Whether an endpoint that was disabled can be enabled again. */
    canEnable: z.boolean(),
  })
  .readonly();

/** The URL must pass a challenge before it receives (F1, F26, F27). */
export const verification = z.object({ rules: ruleIds }).readonly();

/** Which rule stands behind each refusal of a redelivery, and behind what one costs. */
const redeliveryRules = z
  .object({
    /** It waits to be sent, or is being sent. */
    waiting: ruleIds.default([]),
    cancelled: ruleIds.default([]),
    tooOld: ruleIds.default([]),
    /** The endpoint is disabled, by the failures or by a person. */
    closed: ruleIds.default([]),
    unverified: ruleIds.default([]),
    cost: ruleIds.default([]),
  })
  .readonly()
  .prefault({});

export const redelivery = z.discriminatedUnion('form', [
  z.object({ form: z.literal('none') }).readonly(),
  /** The same delivery again, its counter kept (A37–A39, a15). */
  z
    .object({ form: z.literal('resend'), maxAgeMs: spanMs.nullable(), rules: ruleIds, rulesFor: redeliveryRules })
    .readonly(),
  /** A new delivery of the same event with a fresh budget; only from a final state (F28–F32, f10). */
  z
    .object({
      form: z.literal('redeliver'),
      quota: z
        .object({ count, windowMs: spanMs, rules: ruleIds.default([]) })
        .readonly()
        .nullable(),
      rules: ruleIds,
      rulesFor: redeliveryRules,
    })
    .readonly(),
  /** A record of its own with its own budget, from any state (K18, K19, R8). */
  z.object({ form: z.literal('replay'), rules: ruleIds, rulesFor: redeliveryRules }).readonly(),
]);

/** The provider's own words for an endpoint's states. */
export const endpointWords = z
  .object({ enabled: z.string(), suspended: z.string(), disabled: z.string(), unverified: z.string() })
  .readonly();

export type Suspension = z.infer<typeof suspension>;
export type Redelivery = z.infer<typeof redelivery>;
