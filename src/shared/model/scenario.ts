import { z } from 'zod';
import { endpointName, endpointUrl, headerList, secret } from '../contract/fields';
import { LIMITS } from '../contract/limits';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import { readDuration } from '../words/read-duration';
import { DELIVERY_STATES } from './delivery';
import type { ScriptStep } from './receiver';

const DURATION_FORM = 'A duration is a number and a unit, such as 48h, 1m or 250ms.';

/** `48h` becomes whole ms. */
const duration = z.union([z.string(), z.literal(0)]).transform((text, context) => {
  const ms = readDuration(String(text));
  if (ms !== null && ms <= LONGEST_WAIT_MS) return ms;
  context.addIssue({ code: 'custom', message: DURATION_FORM });
  return z.NEVER;
});

const status = z.number().int().min(200, 'A status is 200 to 599.').max(599, 'A status is 200 to 599.');
const answerDelay = z
  .union([duration, z.tuple([duration, duration]).readonly()])
  .refine(
    (delay) => (typeof delay === 'number' ? delay : delay[1]) <= LIMITS.answerDelayMs,
    'An answer is delayed by at most 10m.',
  )
  .default(0);
const span = { times: z.number().int().min(1).max(1_000_000).optional(), for: duration.optional() };
const spanOf = (step: { times?: number | undefined; for?: number | undefined }) => ({
  times: step.times ?? null,
  forMs: step.for ?? null,
});

const scriptStep = z
  .union(
    [
      z
        .strictObject({
          reply: status,
          headers: z.union([headerList, z.record(z.string(), z.string())]).default([]),
          body: z.string().max(LIMITS.eventBodyBytes).default(''),
          delay: answerDelay,
          ...span,
        })
        .transform(
          (step): ScriptStep => ({
            kind: 'reply',
            reply: step.reply,
            headers: Array.isArray(step.headers) ? step.headers : headerList.parse(Object.entries(step.headers)),
            body: step.body,
            delayMs: step.delay,
            ...spanOf(step),
          }),
        ),
      z
        .strictObject({ hang: z.literal(true), ...span })
        .transform((step): ScriptStep => ({ kind: 'hang', ...spanOf(step) })),
      z
        .strictObject({
          reset: z.enum(['before-headers', 'after-headers']),
          reply: status.default(200),
          delay: answerDelay,
          ...span,
        })
        .transform(
          (step): ScriptStep => ({
            kind: 'reset',
            when: step.reset,
            reply: step.reply,
            delayMs: step.delay,
            ...spanOf(step),
          }),
        ),
    ],
    'A step is { reply: 503 }, { hang: true } or { reset: before-headers }, with times or for.',
  )
  .refine((step) => step.times === null || step.forMs === null, 'A step has times or for, not both.');

const endpoint = z
  .strictObject({
    name: endpointName,
    policy: z.string().min(1),
    channel: z.literal('webhook').default('webhook'),
    receiver: z.string().optional(),
    url: endpointUrl.optional(),
    secret: secret.optional(),
  })
  .refine(
    (value) => (value.receiver === undefined) !== (value.url === undefined),
    'An endpoint has either a receiver (a route below) or a url.',
  );

const send = z.strictObject({
  endpoint: z.union([z.string(), z.array(z.string()).min(1)]),
  type: z.string().min(1).max(200),
  contentType: z.string().max(200).default('application/json'),
  /** A text goes out as it stands; anything else as JSON. */
  body: z.unknown(),
  count: z.number().int().min(1).max(100_000).default(1),
  every: duration.default(0),
  at: duration.default(0),
});

export const ACTIONS = ['pause', 'resume', 'stop', 'delete', 'crash-engine'] as const;
const action = z.strictObject({ at: duration, do: z.enum(ACTIONS), endpoint: z.string().optional() });

const bound = z.union([
  z.number().int().min(0),
  z
    .strictObject({ min: z.number().int().min(0).optional(), max: z.number().int().min(0).optional() })
    .refine((value) => value.min !== undefined || value.max !== undefined, 'Give min, max or both.'),
]);
const states = z.partialRecord(z.enum(DELIVERY_STATES), bound);
const expectation = z.union(
  [
    z.strictObject({ deliveries: states, endpoint: z.string().optional() }),
    z.strictObject({ attempts: bound, endpoint: z.string().optional() }),
    z.strictObject({ attemptsPerDelivery: bound, endpoint: z.string().optional() }),
    z.strictObject({ captures: bound, route: z.string().optional() }),
    z.strictObject({ duplicates: bound, route: z.string().optional() }),
  ],
  'An expectation is one of deliveries, attempts, attemptsPerDelivery, captures or duplicates.',
);

/** A file that says a whole experiment: endpoints, scripts, events, actions, expectations, clock, seed. */
export const scenarioSchema = z.strictObject({
  retryscope: z.literal(1, 'This is scenario format 1: write retryscope: 1.'),
  name: z.string().min(1).max(200),
  clock: z.union([z.literal('realtime'), z.literal('skip'), z.number().min(1).max(100_000)]).default('skip'),
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  start: z.iso.datetime({ offset: true, message: 'A start is an instant such as 2026-01-01T00:00:00Z.' }).optional(),
  until: duration.optional(),
  endpoints: z.array(endpoint).min(1, 'A scenario needs at least one endpoint.').max(100),
  receiver: z
    .array(
      z.strictObject({
        route: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_/-]*$/, 'A route is a word such as orders.'),
        scope: z.enum(['all', 'per-id']).default('all'),
        script: z.array(scriptStep).min(1, 'A script needs at least one step.').max(LIMITS.scriptSteps),
      }),
    )
    .default([]),
  send: z.array(send).default([]),
  actions: z.array(action).default([]),
  expect: z.array(expectation).default([]),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type ScenarioEndpoint = Scenario['endpoints'][number];
export type Expectation = Scenario['expect'][number];
export type Bound = z.infer<typeof bound>;
