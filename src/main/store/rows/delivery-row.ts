import { z } from 'zod';
import { TRIGGERS } from '../../../shared/model/attempt';
import { DELIVERY_STATES, type Delivery, FAIL_REASONS } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId, EventId, RunId } from '../../../shared/model/ids';
import { idText, json, readRow } from './row';

export const DELIVERY_COLUMNS = `d.id, d.run_id AS runId, d.event_id AS eventId, d.event_type AS eventType,
  d.endpoint_id AS endpointId, d.ordinal, d.state, d.reason, d.attempts, d.counter, d.due_at AS dueAt,
  d.next_trigger AS nextTrigger, d.wait, d.budget, d.deferred_from AS deferredFrom, d.slot_at AS slotAt,
  d.lost_due_at AS lostDueAt, d.jobs_to_lose AS jobsToLose, d.touched_at AS touchedAt, d.stuck_since AS stuckSince,
  d.sweep_at AS sweepAt, d.first_attempt_at AS firstAttemptAt, d.origin_id AS originId, d.created_at AS createdAt,
  d.changed_at AS changedAt, d.last_error AS lastError`;

export const waitSchema = z.object({
  minMs: z.number(),
  nominalMs: z.number(),
  maxMs: z.number(),
  drawnMs: z.number(),
  roll: z.number(),
});

const deliveryRow = z.object({
  id: idText<DeliveryId>(),
  runId: idText<RunId>(),
  eventId: idText<EventId>(),
  eventType: z.string(),
  endpointId: idText<EndpointId>(),
  ordinal: z.number(),
  state: z.enum(DELIVERY_STATES),
  reason: z.enum(FAIL_REASONS).nullable(),
  attempts: z.number(),
  counter: z.number(),
  dueAt: z.number().nullable(),
  nextTrigger: z.enum(TRIGGERS).nullable(),
  wait: json(waitSchema).nullable(),
  budget: z.number(),
  deferredFrom: z.number().nullable(),
  slotAt: z.number().nullable(),
  lostDueAt: z.number().nullable(),
  jobsToLose: z.number().nullable(),
  touchedAt: z.number(),
  stuckSince: z.number().nullable(),
  sweepAt: z.number().nullable(),
  firstAttemptAt: z.number().nullable(),
  originId: idText<DeliveryId>().nullable(),
  createdAt: z.number(),
  changedAt: z.number(),
  lastError: z.string().nullable(),
});

export const readDelivery = (row: unknown): Delivery => readRow(deliveryRow, 'Delivery', row);

export const deliveryParameters = (delivery: Delivery) => ({
  ...delivery,
  wait: delivery.wait === null ? null : JSON.stringify(delivery.wait),
});
