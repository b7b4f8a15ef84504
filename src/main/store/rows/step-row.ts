import { z } from 'zod';
import { FAIL_REASONS } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { FAULTS, INTERRUPTIONS } from '../../../shared/model/outcome';
import type { Step, StepRecord } from '../../../shared/model/step';
import { waitSchema } from './delivery-row';
import { idText, json, readRow } from './row';
import { paceSchema } from './run-row';

export const STEP_COLUMNS =
  'seq, revision, at, wall_at AS wallAt, delivery_id AS deliveryId, endpoint_id AS endpointId, step';

const n = z.number();
const rules = z.array(z.string()).readonly();
const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.number() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(FAULTS), detail: z.string() }),
  z.object({ kind: z.literal('interrupted'), by: z.enum(INTERRUPTIONS) }),
]);

const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accept'), rules }),
  z.object({ kind: z.literal('claim'), n, lateMs: z.number(), rules }),
  z.object({ kind: z.literal('deliver'), n, status: z.number(), rules }),
  z.object({
    kind: z.literal('retry'),
    n,
    because: cause,
    dueAt: z.number(),
    wait: waitSchema,
    budgetLeft: z.number(),
    retryAfterIgnored: z.string().nullable(),
    rules,
  }),
  z.object({
    kind: z.literal('requeue'),
    n,
    by: z.enum(INTERRUPTIONS),
    dueAt: z.number(),
    charged: z.boolean(),
    rules,
  }),
  z.object({ kind: z.literal('fail'), n, reason: z.enum(FAIL_REASONS), because: cause, rules }),
  z.object({
    kind: z.literal('close'),
    to: z.enum(['failed', 'cancelled', 'held']),
    because: z.literal('endpoint-deleted'),
    rules,
  }),
  z.object({ kind: z.literal('clock'), paused: z.boolean(), pace: paceSchema }),
  z.object({ kind: z.literal('jump'), fromMs: z.number(), toMs: z.number() }),
  z.object({ kind: z.literal('stop'), aborted: z.number() }),
  z.object({ kind: z.literal('recover'), interrupted: z.number() }),
]);

const stepRow = z.object({
  seq: z.number(),
  revision: z.number(),
  at: z.number(),
  wallAt: z.number(),
  deliveryId: idText<DeliveryId>().nullable(),
  endpointId: idText<EndpointId>().nullable(),
  step: json(stepSchema),
});

export const readStep = (row: unknown): StepRecord => readRow(stepRow, 'Step', row);

/** The step as it is kept. A kind that could not be read again does not compile. */
export const stepParameters = (step: z.input<typeof stepSchema> & Step) => ({
  kind: step.kind,
  step: JSON.stringify(step),
});
