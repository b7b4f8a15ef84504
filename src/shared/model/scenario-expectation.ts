import { z } from 'zod';
import { DELIVERY_STATES, FAIL_REASONS } from './delivery';
import { chosenBy, duration, hasKey, strictly } from './file-fields';

const COUNT_SAYS = 'A count is a whole number, or { min: 1, max: 3 }.';
const RANGE_SAYS = 'Give min, max or both, min first.';
const count = z.number(COUNT_SAYS).int(COUNT_SAYS).min(0, COUNT_SAYS);

const inOrder = ({ min, max }: { min?: number | undefined; max?: number | undefined }): boolean =>
  (min !== undefined || max !== undefined) && (min === undefined || max === undefined || min <= max);

const range = strictly({ min: count.optional(), max: count.optional() }).refine(inOrder, RANGE_SAYS);
const isMapping = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number that must be met exactly, or a range with both ends included. */
const bound = chosenBy<typeof count | typeof range>((value) => (isMapping(value) ? range : count), COUNT_SAYS);
const optionalBound = bound.optional();

/** The same in ms. */
const times = strictly({ min: duration.optional(), max: duration.optional() }).refine(inOrder, RANGE_SAYS);
const span = chosenBy<typeof duration | typeof times>((value) => (isMapping(value) ? times : duration), RANGE_SAYS);

const states = strictly(boundsOf(DELIVERY_STATES));
/** Deliveries by state, or all together. */
const deliveries = chosenBy<typeof states | typeof bound>(
  (value) => (isMapping(value) && !hasKey(value, 'min') && !hasKey(value, 'max') ? states : bound),
  COUNT_SAYS,
);

/** What an expectation may check. One item may check several of them. */
export const CHECKS = [
  'deliveries',
  'reasons',
  'labels',
  'attempts',
  'attemptsPerDelivery',
  'counter',
  'lastAttemptAt',
  'suspensions',
  'suspendedAt',
  'state',
  'held',
  'heldMax',
  'droppedByLimit',
  'streak',
  'captures',
  'duplicates',
] as const;
export type Check = (typeof CHECKS)[number];

const OF_RECEIVER: readonly string[] = ['captures', 'duplicates'];
/** Keys that say of what the checks are. */
const SCOPES: readonly string[] = ['endpoint', 'route', 'from', 'to'];

export const scenarioExpectation = strictly({
  endpoint: z.string().optional(),
  route: z.string().optional(),
  /** Only attempts that started in this span of virtual time: `from` included, `to` excluded. */
  from: duration.optional(),
  to: duration.optional(),
  deliveries: deliveries.optional(),
  reasons: strictly(boundsOf(FAIL_REASONS)).optional(),
  /** By the provider's own labels. */
  labels: z.record(z.string(), bound).optional(),
  attempts: optionalBound,
  /** Of each delivery. */
  attemptsPerDelivery: optionalBound,
  /** The provider's own counter, of each delivery. */
  counter: optionalBound,
  lastAttemptAt: span.optional(),
  suspensions: optionalBound,
  /** The instant of each suspension. */
  suspendedAt: span.optional(),
  /** Ours (`enabled`, `suspended` …) or the provider's word. */
  state: z.string().optional(),
  held: optionalBound,
  heldMax: optionalBound,
  droppedByLimit: optionalBound,
  streak: optionalBound,
  captures: optionalBound,
  duplicates: optionalBound,
}).superRefine((item, context) => {
  const given = Object.keys(item).filter((key) => !SCOPES.includes(key));
  const refuse = (message: string, key?: string): void =>
    context.addIssue({ code: 'custom', message, path: key === undefined ? [] : [key] });
  if (given.length === 0) refuse(`An expectation checks something: ${CHECKS.join(', ')}.`);
  const ofReceiver = given.filter((key) => OF_RECEIVER.includes(key));
  if (item.route !== undefined && ofReceiver.length < given.length) {
    refuse('A route has captures and duplicates. Name an endpoint for anything else.', 'route');
  }
  if (item.endpoint !== undefined && ofReceiver.length > 0) {
    refuse('Captures and duplicates belong to a route. Name the route instead.', 'endpoint');
  }
  if (item.state !== undefined && item.endpoint === undefined)
    refuse('Name the endpoint that has this state.', 'state');
  if (item.from === undefined && item.to === undefined) return;
  const spanned = item.from === undefined ? 'to' : 'from';
  if (given.length !== 1 || item.attempts === undefined) refuse('A span of time is for attempts only.', spanned);
  if (item.from !== undefined && item.to !== undefined && item.from >= item.to) refuse('to comes after from.', 'to');
});

function boundsOf<Key extends string>(keys: readonly Key[]): Record<Key, typeof optionalBound> {
  return Object.fromEntries(keys.map((key) => [key, optionalBound])) as Record<Key, typeof optionalBound>;
}

export type Expectation = z.infer<typeof scenarioExpectation>;
/** Counts, or ms. */
export type Bound = z.infer<typeof bound>;
