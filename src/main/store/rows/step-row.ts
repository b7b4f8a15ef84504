import { z } from 'zod';
import { idText } from '../../../shared/log/fields';
import { stepSchema } from '../../../shared/log/steps';
import type { DeliveryId, EndpointId, RunId } from '../../../shared/model/ids';
import type { Step, StepRecord } from '../../../shared/model/step';
import { json, readRow } from './row';

export const STEP_COLUMNS =
  'seq, revision, at, wall_at AS wallAt, delivery_id AS deliveryId, endpoint_id AS endpointId, step, error';

const stepRow = z.object({
  seq: z.number(),
  revision: z.number(),
  at: z.number(),
  wallAt: z.number(),
  deliveryId: idText<DeliveryId>().nullable(),
  endpointId: idText<EndpointId>().nullable(),
  step: json(stepSchema),
  error: z.string().nullable(),
});

export const readStep = (row: unknown): StepRecord => readRow(stepRow, 'Step', row);

const logStepRow = stepRow.extend({ runId: idText<RunId>() });

/** With its run. */
export const readLogStep = (row: unknown): StepRecord & { readonly runId: RunId } => readRow(logStepRow, 'Step', row);

/** The step as it is kept. A kind that could not be read again does not compile. */
export const stepText = (step: Step & z.output<typeof stepSchema>): string => JSON.stringify(step);
