import { z } from 'zod';
import { headerList } from '../contract/fields';
import { LIMITS } from '../contract/limits';
import { duration, strictly, toldByKey } from './file-fields';
import type { Script, ScriptStep, StepSpan } from './receiver';

const STATUS_SAYS = 'A status is 200 to 599.';
const status = z.number(STATUS_SAYS).int(STATUS_SAYS).min(200, STATUS_SAYS).max(599, STATUS_SAYS);

const DELAY_SAYS = 'A delay is a duration, or a range such as [100ms, 2s].';
const answerDelay = z
  .union([duration, z.tuple([duration, duration]).readonly()], DELAY_SAYS)
  .refine(
    (delay) => typeof delay === 'number' || delay[0] <= delay[1],
    'A range goes from the shorter delay to the longer one.',
  )
  .refine(
    (delay) => (typeof delay === 'number' ? delay : delay[1]) <= LIMITS.answerDelayMs,
    'An answer is delayed by at most 10m.',
  )
  .default(0);

const TIMES_SAYS = 'A step answers 1 to 1,000,000 requests.';
const CHANCE_SAYS = 'A chance is 0 to 1.';
const span = {
  times: z.number(TIMES_SAYS).int(TIMES_SAYS).min(1, TIMES_SAYS).max(1_000_000, TIMES_SAYS).optional(),
  for: duration.refine((ms) => ms > 0, 'A step lasts at least 1ms.').optional(),
  chance: z.number(CHANCE_SAYS).min(0, CHANCE_SAYS).max(1, CHANCE_SAYS).optional(),
};
const spanOf = (step: {
  times?: number | undefined;
  for?: number | undefined;
  chance?: number | undefined;
}): StepSpan => ({
  times: step.times ?? null,
  forMs: step.for ?? null,
  ...(step.chance === undefined ? {} : { chance: step.chance }),
});

const reply = strictly({
  reply: status,
  headers: z
    .union([headerList, z.record(z.string(), z.string())], 'Headers are a mapping, or a list of [name, value].')
    .transform((headers) => (Array.isArray(headers) ? headers : Object.entries(headers)))
    .pipe(headerList)
    .default([]),
  body: z.string().max(LIMITS.eventBodyBytes, 'An answer has at most 1 MiB.').default(''),
  delay: answerDelay,
  ...span,
}).transform(
  (step): ScriptStep => ({
    kind: 'reply',
    reply: step.reply,
    headers: step.headers,
    body: step.body,
    delayMs: step.delay,
    ...spanOf(step),
  }),
);

const hang = strictly({ hang: z.literal(true), ...span }).transform(
  (step): ScriptStep => ({ kind: 'hang', ...spanOf(step) }),
);

const reset = strictly({
  reset: z.enum(['before-headers', 'after-headers']),
  reply: status.default(200),
  delay: answerDelay,
  ...span,
}).transform(
  (step): ScriptStep => ({
    kind: 'reset',
    when: step.reset,
    reply: step.reply,
    delayMs: step.delay,
    ...spanOf(step),
  }),
);

const scriptStep = toldByKey(
  { reset, hang, reply },
  'A step is { reply: 503 }, { hang: true } or { reset: before-headers }, with times or for.',
).refine((step) => step.times === null || step.forMs === null, 'A step has times or for, not both.');

/** A route of the built-in receiver and what it does to each request. */
export const scenarioRoute = strictly({
  route: z.string().regex(/^\/?[A-Za-z0-9][A-Za-z0-9_/-]{0,190}$/, 'A route is a word such as orders.'),
  scope: z.enum(['all', 'per-id']).default('all'),
  script: z
    .array(scriptStep)
    .min(1, 'A script needs at least one step.')
    .max(LIMITS.scriptSteps, `A script has at most ${LIMITS.scriptSteps} steps.`),
});

export const scriptOf = ({ scope, script }: z.infer<typeof scenarioRoute>): Script => ({ scope, steps: script });
