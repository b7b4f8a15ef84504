import { z } from 'zod';
import { endpointName, endpointUrl, eventBody, secret } from '../contract/fields';
import { settingFields } from '../policies/settings';
import { CHANNELS } from './channel';
import { VERIFICATIONS } from './condition';
import { RECEIVER_CA } from './endpoint-request';
import { duration, policyGiven, strictly } from './file-fields';
import { scenarioExpectation } from './scenario-expectation';
import { scenarioRoute } from './scenario-script';

const endpoint = strictly({
  name: endpointName,
  /** A policy's id, a path to a policy file, from the scenario's folder, or the policy as such a file has it. */
  policy: policyGiven,
  channel: z.enum(CHANNELS).default('webhook'),
  receiver: z.string().optional(),
  url: endpointUrl.optional(),
  secret: secret.optional(),
  verification: z.enum(VERIFICATIONS).default('assume'),
  /** Whose certificates are trusted, instead of the built-in authorities: our own receiver's. */
  ca: z.literal(RECEIVER_CA, 'ca is receiver: the authority of the built-in receiver.').optional(),
  /** False takes any certificate. */
  verify: z.boolean().default(true),
  /** What of the policy's settings is set. */
  settings: strictly(settingFields).default({}),
}).refine(
  (value) => (value.receiver === undefined) !== (value.url === undefined),
  'An endpoint has either a receiver (a route below) or a url.',
);

const COUNT_SAYS = 'A send has 1 to 100,000 events.';
const send = strictly({
  endpoint: z.union([z.string(), z.array(z.string()).min(1)], 'Name an endpoint, or a list of them.'),
  type: z.string().min(1, 'An event needs a type, such as order.paid.').max(200, 'A type has at most 200 characters.'),
  contentType: z
    .string()
    .max(200, 'A content type has at most 200 characters.')
    .regex(/^[\x20-\x7e]+$/, 'A content type is written in ASCII, such as application/json.')
    .default('application/json'),
  /** A text goes out as it stands; anything else as JSON. */
  body: z.unknown().optional(),
  /** Its bytes, where they are no text. */
  base64: eventBody.optional(),
  count: z.number(COUNT_SAYS).int(COUNT_SAYS).min(1, COUNT_SAYS).max(100_000, COUNT_SAYS).default(1),
  every: duration.default(0),
  at: duration.default(0),
}).refine(
  ({ body, base64 }) => body === undefined || base64 === undefined,
  'An event has either a body or its bytes as base64.',
);

/** What a scenario may plan beside sending. */
export const ACTIONS = [
  'verify',
  'enable',
  'disable',
  'delete',
  'crash-engine',
  'lose-job',
  'redeliver',
  'resend',
  'replay',
  'retry-now',
  'cancel',
] as const;

/** Actions on single deliveries of the endpoint. */
const OF_DELIVERIES: readonly string[] = ['redeliver', 'resend', 'replay', 'retry-now', 'cancel', 'lose-job'];

const PLACES_SAY = 'Deliveries are counted from 1: 3, or [1, 3].';
const place = z.number().int().min(1).max(1_000_000);
const JOBS_SAY = 'So many jobs: 0 to 1,000, or all.';
const action = strictly({
  at: duration,
  do: z.enum(ACTIONS),
  endpoint: z.string().optional(),
  /** Of each waiting delivery, so many jobs get lost; 0 ends it. */
  jobs: z.union([z.number().int().min(0).max(1_000), z.literal('all')], JOBS_SAY).optional(),
  /** The how-many-eth deliveries of the endpoint; without it every one on which the action makes sense. */
  deliveries: z.union([place, z.array(place).min(1).max(1_000)], PLACES_SAY).optional(),
}).superRefine((value, context) => {
  const refuse = (message: string, key: string): void => context.addIssue({ code: 'custom', message, path: [key] });
  if (value.do === 'crash-engine' && value.endpoint !== undefined) {
    refuse('The engine has no endpoint. Leave it out.', 'endpoint');
  }
  if (value.do !== 'crash-engine' && value.endpoint === undefined) {
    refuse(`${value.do} needs the endpoint that it is about.`, 'do');
  }
  if (value.deliveries !== undefined && !OF_DELIVERIES.includes(value.do)) {
    refuse(`${value.do} is about the endpoint, not about its deliveries.`, 'deliveries');
  }
  if (value.do !== 'lose-job' && value.jobs !== undefined) refuse('jobs is for lose-job only.', 'jobs');
});

const FACTOR_SAYS = 'A clock is realtime, skip, or a factor from 1 to 100,000 such as 60.';
const SEED_SAYS = 'A seed is a whole number from 0 to 4,294,967,295.';

/** What a clock may be: in a file, and on the command line. */
export const scenarioClock = z.union(
  [z.literal('realtime'), z.literal('skip'), z.number().min(1, FACTOR_SAYS).max(100_000, FACTOR_SAYS)],
  FACTOR_SAYS,
);
export const scenarioSeed = z.number(SEED_SAYS).int(SEED_SAYS).min(0, SEED_SAYS).max(4_294_967_295, SEED_SAYS);

const START_SAYS = 'A start is an instant such as 2026-01-01T00:00:00Z.';

/** A file that says a whole experiment: endpoints, scripts, events, actions, expectations, clock, seed. */
export const scenarioSchema = strictly({
  retryscope: z.literal(1, 'This is scenario format 1: write retryscope: 1.'),
  name: z.string().min(1, 'Give the scenario a name.').max(200, 'A name has at most 200 characters.'),
  clock: scenarioClock.default('skip'),
  /** Drawn when it is absent. */
  seed: scenarioSeed.optional(),
  /** Virtual start; now when it is absent. */
  start: z.iso
    .datetime({ offset: true, message: START_SAYS, abort: true })
    .refine((text) => Date.parse(text) >= 0, 'A start is 1970 or later.')
    .optional(),
  /** When nothing is left to happen, if absent. */
  until: duration.optional(),
  endpoints: z
    .array(endpoint)
    .min(1, 'A scenario needs at least one endpoint.')
    .max(100, 'A scenario has at most 100 endpoints.'),
  receiver: z.array(scenarioRoute).max(100, 'A receiver has at most 100 routes.').default([]),
  send: z.array(send).max(1_000, 'A scenario has at most 1,000 sends; count sends one many times.').default([]),
  actions: z.array(action).max(1_000, 'A scenario has at most 1,000 actions.').default([]),
  expect: z.array(scenarioExpectation).max(1_000, 'A scenario has at most 1,000 expectations.').default([]),
});

/** As it is written, durations in ms and defaults filled in. */
export type ScenarioFile = z.infer<typeof scenarioSchema>;
