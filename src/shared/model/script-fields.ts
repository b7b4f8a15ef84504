import { z } from 'zod';
import { wholeNumber } from '../contract/fields';
import { LIMITS } from '../contract/limits';
import { readPlainPath } from '../json/path';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import { templateProblem } from '../rules/template';
import { chosenBy, hasKey } from './file-fields';
import { HEADER_NAME, HEADER_NAME_SAYS } from './header';
import { BREAKS, REDIRECTS, type Script, type ScriptStep } from './script';

// The one description of what a script may be. Files write durations as texts, everything else as ms: `Form` is that
// difference, and names of fields are the other (`for` and `delay` in a file).

export type Form = {
  /** A span of time, in ms once it is read. */
  readonly ms: z.ZodType<number>;
  /** An object; a file refuses keys that it does not know. */
  readonly object: <Shape extends z.ZodRawShape>(shape: Shape) => z.ZodType<z.output<z.ZodObject<Shape>>>;
  readonly headers: z.ZodType<[string, string][]>;
};

const MOST_BODY = LIMITS.eventBodyBytes;
const BODY_SAYS = 'An answer has at most 1 MiB.';
/** A sliding limit remembers each request of its span. */
const MOST_SLIDING = 100;

const status = wholeNumber(200, 599, 'A status is 200 to 599.');
const REDIRECT_SAYS = 'A redirect is 301, 302, 303, 307 or 308.';
const CHAIN_SAYS = 'A chain is 1 to 1,000 redirects, or endless.';
const CHANCE_SAYS = 'A chance is 0 to 1.';
const REPEAT_SAYS = 'A script repeats for ever (true), or 2 to 1,000,000 rounds.';

export const scopeField = z.enum(['all', 'per-id']).default('all');
export const repeatField = z.union([z.literal(true), wholeNumber(2, 1_000_000, REPEAT_SAYS)], REPEAT_SAYS).optional();

/** The fields of each kind of step, in one form. */
export function stepShapes(form: Form) {
  const { ms } = form;
  const { delay, condition, body, interim, retryAfter } = sharedFields(form);
  const forMs = ms.refine((value) => value >= 1 && value <= LONGEST_WAIT_MS, 'A span is 1 ms to ten years.');
  const span = {
    times: wholeNumber(1, 1_000_000, 'A step answers 1 to 1,000,000 requests, or all that follow.')
      .nullable()
      .default(null),
    forMs: forMs.nullable().default(null),
    chance: z.number(CHANCE_SAYS).min(0, CHANCE_SAYS).max(1, CHANCE_SAYS).optional(),
    if: condition.optional(),
  };
  const delayMs = delay.default(0);
  const headers = form.headers.default([]);
  const answer = { reply: status.default(200), headers, body: body.default(''), delayMs, ...span };
  const broken = { headers: form.headers.optional(), body: body.optional(), ...span };
  const cutOff = {
    when: z.enum(BREAKS).default('before-headers'),
    reply: status.default(200),
    delayMs,
    ...broken,
  };
  return {
    reply: { ...answer, reply: status, retryAfter: retryAfter.optional(), interim: interim.optional() },
    hang: { when: z.enum(BREAKS).optional(), reply: status.optional(), delayMs: delay.optional(), ...broken },
    reset: cutOff,
    'half-close': cutOff,
    drip: {
      bytesPerSecond: wholeNumber(1, 1_000_000_000, 'A drip is 1 to 1,000,000,000 bytes a second.'),
      from: z.enum(['headers', 'body']).default('body'),
      ...answer,
    },
    'cut-chunked': answer,
    'wrong-length': {
      length: wholeNumber(0, 1_000_000_000_000, 'A Content-Length is 0 to 1,000,000,000,000.'),
      ...answer,
    },
    garbage: { garbage: body, delayMs, ...span },
    redirect: {
      reply: z.union(
        REDIRECTS.map((known) => z.literal(known)),
        REDIRECT_SAYS,
      ),
      to: location.optional(),
      chain: z.union([z.literal('endless'), wholeNumber(1, 1_000, CHAIN_SAYS)], CHAIN_SAYS).optional(),
      headers,
      delayMs,
      ...span,
    },
    limit: {
      limit: wholeNumber(1, 1_000_000, 'A limit is 1 to 1,000,000 requests.'),
      perMs: forMs,
      window: z.enum(['fixed', 'sliding']).default('fixed'),
      says: z.enum(['seconds', 'date', 'nothing']).default('seconds'),
      ...answer,
      reply: status.default(429),
    },
  };
}

const LOCATION_SAYS = 'A redirect goes to a URL or a path, without spaces or letters beyond ASCII.';
const location = z
  .string(LOCATION_SAYS)
  .min(1, LOCATION_SAYS)
  .max(LIMITS.urlLength, 'A URL has at most 8,192 characters.')
  .regex(/^[\x21-\x7e]+$/, LOCATION_SAYS);

const base64Field = z
  .string('Bytes are written in base64.')
  .max(Math.ceil(MOST_BODY / 3) * 4, { error: BODY_SAYS, abort: true })
  .base64({ error: 'This is not base64.', abort: true });

function sharedFields({ ms, object, headers }: Form) {
  const within = (most: number, says: string) => ms.refine((value) => value <= most, says);
  const delayMs = within(LIMITS.answerDelayMs, 'An answer is delayed by at most 10 minutes (600,000 ms).');
  const bounds = { from: delayMs.optional(), to: delayMs.optional() };
  const SPREAD_SAYS = 'A spread is 0 to 5.';
  const RANGE_SAYS = 'A range goes from the shorter delay to the longer one.';
  const ordered = ({ from = 0, to }: { from?: number | undefined; to?: number | undefined }): boolean =>
    to === undefined || from <= to;
  const range = z
    .tuple([delayMs, delayMs])
    .readonly()
    .refine(([min, max]) => min <= max, RANGE_SAYS);
  const normal = object({ normal: delayMs, deviation: delayMs, ...bounds }).refine(ordered, RANGE_SAYS);
  const exponential = object({ exponential: delayMs, ...bounds }).refine(ordered, RANGE_SAYS);
  const lognormal = object({
    lognormal: delayMs,
    spread: z.number(SPREAD_SAYS).min(0, SPREAD_SAYS).max(5, SPREAD_SAYS),
    ...bounds,
  }).refine(ordered, RANGE_SAYS);
  const delay = chosenBy((value) => {
    if (Array.isArray(value)) return range;
    if (hasKey(value, 'normal')) return normal;
    if (hasKey(value, 'exponential')) return exponential;
    return hasKey(value, 'lognormal') ? lognormal : delayMs;
  }, RANGE_SAYS);

  const template = z
    .string('A template is a text.')
    .max(MOST_BODY, BODY_SAYS)
    .superRefine((text, context) => {
      const message = templateProblem(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
  const templated = object({ template });
  const bytes = object({
    base64: base64Field,
    name: z.string().max(255, 'A file name has at most 255 characters.').optional(),
  });
  const TEXT_SAYS = 'A body is a text, { base64: … } or { template: … }.';
  const text = z.string(TEXT_SAYS).max(MOST_BODY, BODY_SAYS);
  const body = chosenBy((value) => {
    if (typeof value !== 'object' || value === null) return text;
    return hasKey(value, 'template') ? templated : bytes;
  }, TEXT_SAYS);

  const span = ms.refine((value) => value >= 1 && value <= LONGEST_WAIT_MS, 'A span is 1 ms to ten years.');
  const wait = within(LONGEST_WAIT_MS, 'A wait is at most ten years.');
  const INTERIM_SAYS = 'A 1xx status is 100 or 102 to 199.';
  const interimStatus = wholeNumber(100, 199, INTERIM_SAYS).refine((status) => status !== 101, INTERIM_SAYS);
  const bareInterim = interimStatus.transform((reply) => ({ reply, headers: [] }));
  const fullInterim = object({ reply: interimStatus, headers: headers.default([]) });
  const interim = z
    .array(chosenBy((value) => (typeof value === 'object' ? fullInterim : bareInterim), INTERIM_SAYS))
    .min(1, 'Leave it out when nothing comes before the answer.')
    .max(10, 'At most 10 answers come before the last one.')
    .readonly();
  const bareAfter = wait.transform((after) => ({ after, as: 'seconds' as const }));
  const fullAfter = object({ after: wait, as: z.enum(['seconds', 'date']).default('seconds') });
  const retryAfter = chosenBy(
    (value) => (typeof value === 'object' ? fullAfter : bareAfter),
    'Retry-After is a span of time.',
  );
  return { delay, body, interim, retryAfter, condition: conditionField(object, span, wait) };
}

function conditionField(object: Form['object'], span: z.ZodType<number>, wait: z.ZodType<number>) {
  const COUNT_SAYS = 'A number from 1 on, or { from: 2, to: 5 }.';
  const nth = wholeNumber(1, 1_000_000_000, COUNT_SAYS);
  const range = object({ from: nth.optional(), to: nth.optional() }).refine(
    ({ from = 1, to }) => to === undefined || from <= to,
    'A range goes from the lower number to the higher one.',
  );
  const count = chosenBy(
    (counted) => (typeof counted === 'object' && counted !== null ? range : nth),
    COUNT_SAYS,
  ).optional();
  const value = {
    is: z.union([z.string(), z.number(), z.boolean(), z.null()], 'A text, a number, true, false or null.').optional(),
    contains: z.string().max(1_000, 'At most 1,000 characters.').optional(),
  };
  const METHOD_SAYS = 'A method is a word such as POST, or a list of them.';
  const method = z.string(METHOD_SAYS).regex(HEADER_NAME, METHOD_SAYS).max(40, METHOD_SAYS);
  return object({
    method: z
      .union([method, z.array(method).min(1, METHOD_SAYS).max(20, METHOD_SAYS).readonly()], METHOD_SAYS)
      .optional(),
    path: z
      .string()
      .startsWith('/', 'A path begins with /, such as /hooks/*.')
      .max(LIMITS.urlLength, 'A path has at most 8,192 characters.')
      .optional(),
    header: object({ name: z.string().regex(HEADER_NAME, HEADER_NAME_SAYS), ...value }).optional(),
    body: object({
      at: z
        .string()
        .max(1_000, 'At most 1,000 characters.')
        .refine((text) => readPlainPath(text) !== null, 'A path in JSON is written like $.data.items[0].id.'),
      ...value,
    }).optional(),
    request: count,
    attempt: count,
    between: z
      .tuple([wait, wait])
      .readonly()
      .refine(([from, to]) => from < to, 'It ends after it begins.')
      .optional(),
    flapping: object({ up: span, down: span }).optional(),
  }).refine((condition) => Object.values(condition).some((part) => part !== undefined), 'Say at least one condition.');
}

type Refuse = (path: readonly (string | number)[], message: string) => void;

/** What no field can say by itself, with the path of what is wrong in the words of the form. */
export function checkStep(step: ScriptStep, refuse: Refuse): void {
  if (step.times !== null && step.forMs !== null) refuse([], 'A step has times or a span of time, not both.');
  if (step.kind === 'redirect' && (step.to === undefined) === (step.chain === undefined)) {
    refuse([], 'A redirect goes to a place, or is a chain: one of the two.');
  }
  if (step.kind === 'limit' && step.window === 'sliding' && step.limit > MOST_SLIDING) {
    refuse(['limit'], `A sliding limit is at most ${MOST_SLIDING} requests. A fixed one may be more.`);
  }
  const framed = step.kind === 'wrong-length' || step.kind === 'cut-chunked';
  if (framed && step.headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))) {
    refuse(['headers'], 'This step says Content-Length or Transfer-Encoding itself. Take it out of the headers.');
  }
}

/** What the steps of a script must be together. */
export function checkScript({ steps, repeat }: Pick<Script, 'steps' | 'repeat'>, refuse: Refuse): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  const path = [steps.length - 1];
  if (last.if !== undefined) refuse([...path, 'if'], 'The last step answers whatever comes. Add a step after it.');
  if (last.kind === 'limit') refuse(path, 'What is within the limit goes to the next step. Add one after it.');
  if (last.kind === 'redirect' && typeof last.chain === 'number') {
    refuse(path, 'The last redirect of a chain goes to the next step. Add one after it.');
  }
  if (repeat !== undefined && last.times === null && last.forMs === null) {
    refuse(path, 'A script that repeats needs an end of its last step: so many times, or so long.');
  }
}
