import { z } from 'zod';
import { FAIL_REASONS } from '../model/delivery';
import type { DeliveryId, EventId } from '../model/ids';
import { FAULTS, INTERRUPTIONS } from '../model/outcome';
import type { Step } from '../model/step';
import { idText, paceSchema, settingsSchema, waitSchema } from './fields';

const n = z.number();
const rules = z.array(z.string()).readonly();
const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.number() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(FAULTS), detail: z.string() }),
  z.object({ kind: z.literal('interrupted'), by: z.enum(INTERRUPTIONS) }),
  z.object({ kind: z.literal('configuration'), detail: z.string() }),
]);

const count = z.number();
/** Null in steps of an earlier version, which did not keep it. */
const kept = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
const throttleWindow = z.object({ fromAt: count, toAt: count, used: count, limit: count });
const streakChange = z.object({ before: count, after: count, threshold: count });
const retryAfter = kept(
  z.object({
    value: z.string(),
    used: z.boolean(),
    rules,
    header: z.string().optional(),
    mode: z.enum(['replace', 'at-least']).optional(),
    note: z.enum(['capped', 'past', 'malformed', 'status', 'shorter', 'ended']).optional(),
  }),
);
const optOut = z.object({ header: z.string(), value: z.string() }).optional();
const streak = kept(streakChange);
const budget = kept(count);
const budgeted = { budgetLeft: kept(count), budget };
const id = <T extends string>() => idText<T>();

const deliverySteps = [
  z.object({ kind: z.literal('accept'), originId: id<DeliveryId>().nullable(), rules }),
  z.object({ kind: z.literal('claim'), n, lateMs: z.number(), throttle: kept(throttleWindow), ...budgeted, rules }),
  z.object({ kind: z.literal('deliver'), n, status: z.number(), streak, ...budgeted, rules }),
  z.object({
    kind: z.literal('retry'),
    n,
    because: cause,
    dueAt: z.number(),
    wait: waitSchema,
    budgetLeft: z.number(),
    budget,
    retryAfter,
    rules,
  }),
  z.object({ kind: z.literal('requeue'), n, by: z.enum(INTERRUPTIONS), dueAt: z.number(), ...budgeted, rules }),
  z.object({ kind: z.literal('stuck'), n, since: z.number(), rules }),
  z.object({
    kind: z.literal('fail'),
    n,
    reason: z.enum(FAIL_REASONS),
    because: cause,
    retryAfter,
    streak,
    optOut,
    ...budgeted,
    rules,
  }),
  z.object({
    kind: z.literal('defer'),
    fromAt: z.number(),
    toAt: z.number(),
    limit: z.number(),
    windowMs: z.number(),
    window: kept(throttleWindow),
    rules,
  }),
  z.object({ kind: z.literal('advance'), fromAt: z.number(), toAt: z.number(), window: throttleWindow, rules }),
  z.object({ kind: z.literal('hold'), rules }),
  z.object({
    kind: z.literal('close'),
    to: z.enum(['failed', 'cancelled', 'held']),
    because: z.enum(['suspended', 'endpoint-disabled', 'endpoint-deleted']),
    rules,
  }),
  z.object({ kind: z.literal('release'), dueAt: z.number(), probe: z.literal(true).optional(), rules }),
  z.object({ kind: z.literal('stale'), rules }),
  z.object({
    kind: z.literal('queue-again'),
    because: z.enum(['never-picked-up', 'lost-retry', 'stuck']),
    dueAt: z.number(),
    rules,
  }),
  z.object({ kind: z.literal('expire'), rules }),
  z.object({ kind: z.literal('resend'), dueAt: z.number(), budget: z.number(), rules }),
  z.object({ kind: z.literal('retry-now'), dueAt: z.number(), rules }),
  z.object({ kind: z.literal('cancel'), rules }),
  z.object({ kind: z.literal('lose-job'), jobs: z.number().nullable(), rules }),
  z.object({ kind: z.literal('job-lost'), rules }),
] as const;

const suspendCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failures-in-a-row') }),
  z.object({ kind: z.literal('failures-in-span'), spanMs: count }),
  z.object({ kind: z.literal('failure-rate'), failed: count, total: count, spanMs: count }),
  z.object({ kind: z.literal('failing-for'), ms: count }),
  z.object({ kind: z.literal('status'), status: count }),
  z.object({ kind: z.literal('probe') }),
]);

const endpointSteps = [
  z.object({
    kind: z.literal('suspend'),
    streak: count,
    waiting: count,
    because: suspendCause.optional(),
    forMs: count.optional(),
    round: count.optional(),
    rules,
  }),
  z.object({
    kind: z.literal('probe'),
    deliveryId: id<DeliveryId>().nullable(),
    passed: count,
    needed: count,
    rules,
  }),
  z.object({ kind: z.literal('streak'), before: count, after: count, rules }),
  z.object({ kind: z.literal('reopen'), by: z.enum(['verify', 'enable', 'time', 'probe']), released: count, rules }),
  z.object({ kind: z.literal('disable'), closed: count, rules }),
  z.object({ kind: z.literal('delete'), closed: count, rules }),
  z.object({ kind: z.literal('change'), before: settingsSchema, rules }),
  z.object({ kind: z.literal('verify'), url: z.string(), passed: z.boolean(), detail: z.string(), rules }),
  z.object({
    kind: z.literal('no-delivery'),
    eventId: id<EventId>(),
    because: z.enum(['never-verified', 'hold-limit', 'suspended', 'disabled']),
    rules,
  }),
] as const;

const runSteps = [
  z.object({ kind: z.literal('clock'), paused: z.boolean(), pace: paceSchema }),
  z.object({ kind: z.literal('jump'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('stop'), aborted: count }),
  z.object({ kind: z.literal('recover'), interrupted: count }),
] as const;

const currentStep = z.discriminatedUnion('kind', [...deliverySteps, ...endpointSteps, ...runSteps]);

/** Earlier versions kept a Retry-After as the bare text that was ignored. */
function fromEarlier(step: unknown): unknown {
  if (typeof step !== 'object' || step === null || !('retryAfterIgnored' in step)) return step;
  if (typeof step.retryAfterIgnored !== 'string') return step;
  return { ...step, retryAfter: { value: step.retryAfterIgnored, used: false, rules: ['R1'] } };
}

/** A step as the log keeps it. A kind that could not be read again does not compile. */
export const stepSchema = z.preprocess(fromEarlier, currentStep) satisfies z.ZodType<Step>;
