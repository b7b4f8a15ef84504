import { z } from 'zod';
import { waitMs } from './bounds';

/** The longest list of waits. */
export const MOST_ENTRIES = 1_000;

/** How many of the last entries repeat once the list is used up; absent: the last one. */
const tail = z.number().int().min(1).max(MOST_ENTRIES).optional();
const tailFits = (entries: readonly unknown[], of: number | undefined): boolean =>
  of === undefined || of <= entries.length;
const TAIL_SAYS = { path: ['tail'], message: 'No more entries can repeat than there are.' };

const range = z
  .tuple([waitMs, waitMs])
  .readonly()
  .refine(([from, to]) => from <= to, 'A range of waits runs from the shorter to the longer one.');

const rises = (offsets: readonly number[]): boolean =>
  offsets.every((offset, index) => index === 0 || offset >= (offsets[index - 1] ?? 0));

/** The wait after attempt n = 1, 2, 3 …, before jitter. No wait is longer than ten years in any case. */
export const schedule = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('list'),
      delaysMs: z.array(waitMs).min(1, 'A list of waits needs at least one.').max(MOST_ENTRIES).readonly(),
      tail,
    })
    .readonly()
    .refine((list) => tailFits(list.delaysMs, list.tail), TAIL_SAYS),
  /** `min(capMs, baseMs × factor^(n − 1))`; the cap also ends the jitter's range. */
  z
    .object({
      kind: z.literal('exponential'),
      baseMs: waitMs,
      factor: z.number().min(1).max(100),
      capMs: waitMs.nullable(),
    })
    .readonly(),
  z.object({ kind: z.literal('constant'), delayMs: waitMs }).readonly(),
  /** `min(capMs, baseMs + stepMs × (n − 1))`. */
  z.object({ kind: z.literal('linear'), baseMs: waitMs, stepMs: waitMs, capMs: waitMs.nullable() }).readonly(),
  /** `min(capMs, baseMs × n^exponent)`. */
  z
    .object({
      kind: z.literal('polynomial'),
      baseMs: waitMs,
      exponent: z.number().min(0).max(10),
      capMs: waitMs.nullable(),
    })
    .readonly(),
  /** Each wait is drawn between two ends of its own. */
  z
    .object({
      kind: z.literal('ranges'),
      rangesMs: z.array(range).min(1, 'A list of ranges needs at least one.').max(MOST_ENTRIES).readonly(),
      tail,
    })
    .readonly()
    .refine((list) => tailFits(list.rangesMs, list.tail), TAIL_SAYS),
  /** Attempt n + 1 is due so long after the beginning of the first one; past the last offset the last steps repeat. */
  z
    .object({
      kind: z.literal('offsets'),
      offsetsMs: z
        .array(waitMs)
        .min(1, 'A list of offsets needs at least one.')
        .max(MOST_ENTRIES)
        .readonly()
        .refine(rises, 'Offsets count from the first attempt: none is smaller than the one before it.'),
      tail,
    })
    .readonly()
    .refine((list) => tailFits(list.offsetsMs, list.tail), TAIL_SAYS),
]);

/** A smaller factor would make chains that never end. */
const LEAST_FACTOR = 1.1;

export const jitter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).readonly(),
  /** Stretched or shortened by up to `ratio`: 0.2 is ±20 %. */
  z.object({ kind: z.literal('proportional'), ratio: z.number().min(0).max(1) }).readonly(),
  /** Anywhere from zero to the whole delay. */
  z.object({ kind: z.literal('full') }).readonly(),
  /** Half of the delay, and anywhere up to the other half. */
  z.object({ kind: z.literal('equal') }).readonly(),
  /** The delay, and anywhere from zero to `ms` on top. */
  z.object({ kind: z.literal('additive'), ms: waitMs }).readonly(),
  /** From the delay to `factor` times the wait that was drawn before, or to `capMs`. */
  z
    .object({
      kind: z.literal('decorrelated'),
      factor: z.number().min(LEAST_FACTOR).max(100),
      capMs: waitMs.nullable(),
    })
    .readonly(),
]);

type Bent = {
  readonly schedule: z.infer<typeof schedule>;
  readonly jitter: z.infer<typeof jitter>;
  readonly classification: { readonly rules: readonly { readonly schedule?: z.infer<typeof schedule> | undefined }[] };
};

/** Ranges are drawn from already, and an offset has no wait before it to go by. */
export function jitterFits({ schedule: own, jitter: { kind }, classification }: Bent): boolean {
  if (kind === 'none') return true;
  if (own.kind === 'ranges') return false;
  if (kind !== 'decorrelated') return true;
  return own.kind !== 'offsets' && classification.rules.every((rule) => rule.schedule?.kind !== 'offsets');
}

export const JITTER_FITS_SAYS = {
  path: ['jitter'],
  message: 'Ranges are drawn from as they are, so their jitter is none; and offsets cannot be decorrelated.',
};
