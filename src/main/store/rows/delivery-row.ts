import { z } from 'zod';
import { idText, waitSchema } from '../../../shared/log/fields';
import { TRIGGERS } from '../../../shared/model/attempt';
import { DELIVERY_STATES, type Delivery, FAIL_REASONS } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId, EventId, RunId } from '../../../shared/model/ids';
import { isNumber, isNumberOrNull, isRecord, isText, oneOf } from './by-hand';
import { json, readRow } from './row';
import { readPlainWait } from './wait-row';

export const DELIVERY_COLUMNS = `d.id, d.run_id AS runId, d.event_id AS eventId, d.event_type AS eventType,
  d.endpoint_id AS endpointId, d.ordinal, d.state, d.reason, d.attempts, d.counter, d.due_at AS dueAt,
  d.next_trigger AS nextTrigger, d.wait, d.budget, d.deferred_from AS deferredFrom, d.slot_at AS slotAt,
  d.lost_due_at AS lostDueAt, d.jobs_to_lose AS jobsToLose, d.touched_at AS touchedAt, d.stuck_since AS stuckSince,
  d.sweep_at AS sweepAt, d.first_attempt_at AS firstAttemptAt, d.origin_id AS originId, d.created_at AS createdAt,
  d.changed_at AS changedAt, d.last_error AS lastError`;

const isState = oneOf(DELIVERY_STATES);
const isReason = oneOf(FAIL_REASONS);
const isTrigger = oneOf(TRIGGERS);

export const deliveryRow = z.object({
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

/** @throws UnreadableRow */
export const readDelivery = (row: unknown): Delivery => readPlainDelivery(row) ?? readRow(deliveryRow, 'Delivery', row);

/** The same checks as the schema, by hand, since every attempt reads its delivery. Null sends the row to the schema. */
function readPlainDelivery(row: unknown): Delivery | null {
  if (!isRecord(row)) return null;
  const plain = row as { readonly [K in keyof Delivery]: unknown };
  const wait = readPlainWait(plain.wait);
  if (
    wait === undefined ||
    !isText(plain.id) ||
    !isText(plain.runId) ||
    !isText(plain.eventId) ||
    !isText(plain.eventType) ||
    !isText(plain.endpointId) ||
    !isNumber(plain.ordinal) ||
    !isState(plain.state) ||
    !(plain.reason === null || isReason(plain.reason)) ||
    !isNumber(plain.attempts) ||
    !isNumber(plain.counter) ||
    !isNumberOrNull(plain.dueAt) ||
    !(plain.nextTrigger === null || isTrigger(plain.nextTrigger)) ||
    !isNumber(plain.budget) ||
    !isNumberOrNull(plain.deferredFrom) ||
    !isNumberOrNull(plain.slotAt) ||
    !isNumberOrNull(plain.lostDueAt) ||
    !isNumberOrNull(plain.jobsToLose) ||
    !isNumber(plain.touchedAt) ||
    !isNumberOrNull(plain.stuckSince) ||
    !isNumberOrNull(plain.sweepAt) ||
    !isNumberOrNull(plain.firstAttemptAt) ||
    !(plain.originId === null || isText(plain.originId)) ||
    !isNumber(plain.createdAt) ||
    !isNumber(plain.changedAt) ||
    !(plain.lastError === null || isText(plain.lastError))
  ) {
    return null;
  }
  return {
    id: plain.id as DeliveryId,
    runId: plain.runId as RunId,
    eventId: plain.eventId as EventId,
    eventType: plain.eventType,
    endpointId: plain.endpointId as EndpointId,
    ordinal: plain.ordinal,
    state: plain.state,
    reason: plain.reason,
    attempts: plain.attempts,
    counter: plain.counter,
    dueAt: plain.dueAt,
    nextTrigger: plain.nextTrigger,
    wait,
    budget: plain.budget,
    deferredFrom: plain.deferredFrom,
    slotAt: plain.slotAt,
    lostDueAt: plain.lostDueAt,
    jobsToLose: plain.jobsToLose,
    touchedAt: plain.touchedAt,
    stuckSince: plain.stuckSince,
    sweepAt: plain.sweepAt,
    firstAttemptAt: plain.firstAttemptAt,
    originId: plain.originId as DeliveryId | null,
    createdAt: plain.createdAt,
    changedAt: plain.changedAt,
    lastError: plain.lastError,
  };
}

/** The wait as it is kept. */
export const waitText = ({ wait }: Pick<Delivery, 'wait'>): string | null =>
  wait === null ? null : JSON.stringify(wait);

export const deliveryParameters = (delivery: Delivery) => ({ ...delivery, wait: waitText(delivery) });
