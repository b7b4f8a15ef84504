import { z } from 'zod';
import { statusRange } from './answers';
import { count, spanMs, waitMs } from './bounds';

/** So many failures in a span are remembered one by one. */
const MOST_REMEMBERED = 100_000;

const statuses = z.array(statusRange).min(1, 'Name a range of statuses, such as [410, 410].').max(100).readonly();

/** What suspends an endpoint. Deliveries count by the order in which they end, attempts by that in which they do. */
export const trigger = z.discriminatedUnion('kind', [
  /** So many deliveries in a row, by order of completion, used up their attempts (f3, k4). */
  z.object({ kind: z.literal('exhausted-in-a-row'), count }).readonly(),
  /** The count-th in a row used up its attempts while nothing succeeded since its own first attempt (i6). */
  z.object({ kind: z.literal('exhausted-without-success'), count }).readonly(),
  /** So many attempts in a row failed, of whichever delivery. */
  z.object({ kind: z.literal('failures-in-a-row'), count }).readonly(),
  /** So many attempts failed within the span that ends with the last of them. */
  z.object({ kind: z.literal('failures-in-span'), count: count.max(MOST_REMEMBERED), spanMs }).readonly(),
  /** Such a share of the attempts within the span failed, of `least` or more. */
  z
    .object({
      kind: z.literal('failure-rate'),
      ratio: z.number().gt(0, 'A share is above 0, and 1 at most.').max(1),
      least: count.max(MOST_REMEMBERED),
      spanMs,
    })
    .readonly(),
  /** Attempts have failed for so long, and none succeeded. */
  z.object({ kind: z.literal('failing-for'), spanMs }).readonly(),
  /** One answer with such a status. */
  z.object({ kind: z.literal('status'), statuses }).readonly(),
]);

/** Answers that suspend at once, besides the trigger. */
export const atOnceOn = statuses;

/** How long a suspension lasts that ends by itself, or before it is probed. */
export const cooldown = z
  .object({
    ms: spanMs,
    /** Each one so much longer than the one before it, until something succeeds. */
    factor: z.number().min(1).max(100),
    capMs: waitMs.nullable(),
  })
  .readonly();

export type Trigger = z.infer<typeof trigger>;
