import { z } from 'zod';
import { FAULTS } from '../model/outcome';
import { count, ruleIds, spanMs } from './bounds';
import { atOnceOn, cooldown, trigger } from './trigger';

/** What becomes of deliveries that wait when the endpoint closes. */
const waiting = z.enum(['fail', 'cancel', 'hold']);

/** How the policy closes an endpoint after failures, and how it is opened again. */
export const suspension = z
  .object({
    trigger,
    /** Answers that suspend at once, whatever the trigger. Absent: none. */
    atOnceOn: atOnceOn.optional(),
    /** A delivery that failed by nothing but these faults is not counted (i7). Absent: every fault counts. */
    ignoredFaults: z.array(z.enum(FAULTS)).readonly().default([]),
    /** The provider's reason, as its own status shows it; null where it has none. */
    reason: z.string().nullable(),
    waiting,
    /** Events that arrive meanwhile: their deliveries are held, or the event is only stored. */
    newEvents: z.enum(['hold', 'store']),
    /** Past so many held, new events get no delivery (F21, f5); null has no limit. */
    holdLimit: count.nullable(),
    /**
     * `verify`: a passed challenge. `enable`: a person's click. `time`: it is over after its cooldown. `probe`: after
     * its cooldown one delivery at a time goes as a probe, until enough of them succeed or one fails.
     */
    endsBy: z.enum(['verify', 'enable', 'time', 'probe']),
    /** How long it lasts by itself; only where it ends by time or probe. */
    cooldown: cooldown.optional(),
    /** So many probes must succeed, one after the other. Absent: one. */
    probes: z.number().int().min(1).max(1_000).optional(),
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
  })
  .refine(({ endsBy, cooldown: lasts }) => (endsBy === 'time' || endsBy === 'probe') === (lasts !== undefined), {
    path: ['cooldown'],
    message: 'A suspension that ends by time or probe needs a cooldown, and no other has one.',
  })
  .refine(({ endsBy, newEvents }) => endsBy !== 'probe' || newEvents === 'hold', {
    path: ['newEvents'],
    message: 'A probe needs something to send: new events must be held.',
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
