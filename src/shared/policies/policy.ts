import { z } from 'zod';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../model/header';
import { classification, optOut, retryAfter, statusRange } from './answers';
import { ruleIds } from './bounds';
import { endpointWords, redelivery, removal, suspension, verification } from './circuit';
import { JITTER_FITS_SAYS, jitter, jitterFits, schedule } from './schedule';
import { settings, signing } from './settings';
import { timeouts, timeoutsFor } from './timeouts';
import { maxAge, retention, sweep, type Throttle, throttle } from './window';

/** The most attempts a policy may make. */
export const MOST_ATTEMPTS = 1_000;

/** What a provider's page advises receivers about. */
const ADVICE_TOPICS = ['answer', 'again', 'repeat', 'order'] as const;

const stateName = z.enum(['queued', 'processing', 'retrying', 'held', 'stale', 'delivered', 'failed', 'cancelled']);

const eachChannelOnce = (throttles: readonly Throttle[]): boolean => {
  const channels = throttles.flatMap((throttle) => throttle.channels);
  return new Set(channels).size === channels.length;
};

/** The provider's own words for a state: its status value, and the label that its screen shows. */
const providerWords = z.object({ status: z.string(), label: z.string() }).readonly();

export const policySchema = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    name: z.string().min(1).max(80),
    summary: z.string().max(400),
    /** Requests in all: the first send and its retries. */
    attempts: z.number().int().min(1).max(MOST_ATTEMPTS),
    schedule,
    jitter,
    /** A response in this range of statuses, in time, is a success. */
    success: statusRange,
    timeouts,
    /** Absent: the same time-outs for every attempt. */
    timeoutsFor: timeoutsFor.optional(),
    classification,
    retryAfter,
    /** Absent: no answer ends a delivery by a header. */
    optOut: optOut.nullable().optional(),
    /** After a permanent failure the counter shows the whole budget (A43). */
    permanentUsesBudget: z.boolean(),
    /** R3: what follows when the engine was killed in the middle of an attempt. A deliberate stop is never charged. */
    interrupted: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('again') }).readonly(),
      /** The try is counted once the sweep finds it (A24, a8). */
      z.object({ kind: z.literal('stuck') }).readonly(),
    ]),
    /** R6: what becomes of waiting deliveries when a person disables or deletes the endpoint. */
    whenRemoved: removal,
    throttles: z.array(throttle).readonly().refine(eachChannelOnce, 'A channel can have one throttle only.'),
    maxAge: maxAge.nullable(),
    sweep: sweep.nullable(),
    retention: retention.nullable(),
    verification: verification.nullable(),
    suspension: suspension.nullable(),
    redelivery,
    endpointWords,
    /** An endpoint's error text is kept up to so many Unicode code points (A35, a18); null keeps none of it. */
    errorLimit: z
      .object({ codePoints: z.number().int().min(1).max(1_000_000), rules: ruleIds })
      .readonly()
      .nullable(),
    /** Headers that name the delivery; the same on every attempt. */
    identity: z
      .array(
        z
          .object({
            header: z.string().regex(HEADER_NAME, HEADER_NAME_SAYS),
            value: z.enum(['event-id', 'delivery-uuid']),
          })
          .readonly(),
      )
      .readonly(),
    /** What the body is: the event's own bytes, or those as one field of an envelope whose fields are named here. */
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('event') }).readonly(),
      z
        .object({
          kind: z.literal('envelope'),
          id: z.string().min(1),
          type: z.string().min(1),
          created: z.string().min(1),
          data: z.string().min(1),
        })
        .readonly(),
    ]),
    /** What becomes of a delivery whose endpoint's saved settings cannot be used: failed for good, or it waits (A11). */
    unusableEndpoint: z.object({ verdict: z.enum(['permanent', 'wait']), rules: ruleIds }).readonly(),
    signing,
    /** What a user may set of it for an endpoint. Absent: nothing. */
    settings: settings.default([]),
    words: z.partialRecord(stateName, providerWords).readonly(),
    /** Which of the provider's numbered rules stand behind each part. */
    rules: z
      .object({
        attempts: ruleIds,
        schedule: ruleIds,
        jitter: ruleIds,
        success: ruleIds,
        timeouts: ruleIds,
        exhausted: ruleIds,
        identity: ruleIds,
        interrupted: ruleIds,
        removed: ruleIds,
        /** Absent in policies that were written before it. */
        retryAfter: ruleIds.default([]),
      })
      .readonly(),
    /** What the page advises receivers to do: on answering, on a redelivery, on repeats of an id, on order. */
    advice: z
      .array(z.object({ about: z.enum(ADVICE_TOPICS), says: z.string(), rules: ruleIds }).readonly())
      .readonly()
      .default([]),
    /** What the page says of the whole span, beside what the waits add up to. Absent: nothing. */
    documented: z
      .array(
        z
          .object({
            says: z.string().min(1).max(200),
            /** Which sum of the waits is meant. */
            of: z.enum(['min', 'nominal', 'max']),
            /** Why the two differ. */
            note: z.string().max(400),
            rules: ruleIds,
          })
          .readonly(),
      )
      .readonly()
      .optional(),
    /** What the page leaves open, and how it is read. */
    assumptions: z
      .array(
        z
          .object({
            id: z.string(),
            open: z.string(),
            chosen: z.string(),
            /** What could have been chosen instead. */
            alternatives: z.array(z.string()).readonly().optional(),
            /** The fields and settings that say what was chosen, such as `timeouts.headers` or `settings.signing`. */
            where: z.array(z.string()).readonly().optional(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .refine(jitterFits, JITTER_FITS_SAYS)
  .refine(({ interrupted, sweep }) => interrupted.kind !== 'stuck' || sweep !== null, {
    path: ['interrupted'],
    message: 'A stuck try is found by a sweep: describe one in sweep, or let interrupted tries go again.',
  })
  .refine(({ suspension, verification }) => suspension?.endsBy !== 'verify' || verification !== null, {
    path: ['suspension'],
    message: 'A suspension that ends by verifying needs verification.',
  })
  .refine(
    ({ settings: offered, suspension, retention }) =>
      offered.every(({ key }) => {
        if (key === 'retentionDays') return retention !== null;
        if (key === 'suspendAfter') return suspension !== null && 'count' in suspension.trigger;
        return key === 'signing' || suspension !== null;
      }),
    {
      path: ['settings'],
      message: 'retentionDays needs a retention, ignoreFaults a suspension, suspendAfter one whose trigger counts.',
    },
  )
  .readonly();

/** Everything a provider promises, as data. */
export type Policy = z.infer<typeof policySchema>;
export type Advice = Policy['advice'][number];
export type Schedule = Policy['schedule'];
export type Jitter = Policy['jitter'];
export type Timeouts = Policy['timeouts'];
