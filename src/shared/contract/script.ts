import { z } from 'zod';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import { headerList, wholeNumber } from './fields';
import { LIMITS } from './limits';

const status = wholeNumber(200, 599, 'A status is 200 to 599.');
const answerDelayMs = wholeNumber(0, LIMITS.answerDelayMs, 'A delay is 0 to 600,000 ms.');
const answerDelay = z
  .union([
    answerDelayMs,
    z
      .tuple([answerDelayMs, answerDelayMs])
      .readonly()
      .refine(([min, max]) => min <= max, 'A range goes from the shorter delay to the longer one.'),
  ])
  .default(0);
const stepSpan = {
  times: wholeNumber(1, 1_000_000, 'A step answers 1 to 1,000,000 requests, or all that follow.')
    .nullable()
    .default(null),
  forMs: wholeNumber(1, LONGEST_WAIT_MS, 'A step lasts from 1 ms to ten years, or from then on.')
    .nullable()
    .default(null),
  chance: z.number('A chance is 0 to 1.').min(0, 'A chance is 0 to 1.').max(1, 'A chance is 0 to 1.').optional(),
};

/** `{ reply: 503, times: 3 }` is a whole step: `kind` may be left out, everything else has a default. */
const scriptStep = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('reply').optional(),
        reply: status,
        headers: headerList.default([]),
        body: z.string().max(LIMITS.eventBodyBytes, 'An answer has at most 1 MiB.').default(''),
        delayMs: answerDelay,
        ...stepSpan,
      })
      .transform((step) => ({ ...step, kind: 'reply' as const })),
    z.object({ kind: z.literal('hang'), ...stepSpan }),
    z.object({
      kind: z.literal('reset'),
      when: z.enum(['before-headers', 'after-headers']).default('before-headers'),
      reply: status.default(200),
      delayMs: answerDelay,
      ...stepSpan,
    }),
  ])
  .refine((step) => step.times === null || step.forMs === null, 'A step has times or a span of time, not both.');

/** What a client sends as a route's script. */
export const script = z.object({
  scope: z.enum(['all', 'per-id']).default('all'),
  steps: z
    .array(scriptStep)
    .min(1, 'A script needs at least one step.')
    .max(LIMITS.scriptSteps, `A script has at most ${LIMITS.scriptSteps} steps.`),
});
