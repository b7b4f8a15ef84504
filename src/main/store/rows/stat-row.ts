import { z } from 'zod';
import { idText, waitSchema } from '../../../shared/log/fields';
import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import { FAULTS, type Fault } from '../../../shared/model/outcome';
import { faultClass, type OutcomeClass, statusClass } from '../../../shared/stats/outcome-class';
import { isNumber, isNumberOrNull, isRecord, isText, oneOf } from './by-hand';
import { json, readRow } from './row';
import { readPlainWait } from './wait-row';

/** What is counted of a delivery `d`; `key` is its place in the run. */
export const COUNTED_DELIVERY_COLUMNS = `d.ordinal AS key, d.id, d.endpoint_id AS endpointId, d.state, d.attempts,
  d.wait, d.deferred_from AS deferredFrom`;

/** What is counted of an attempt `a`. */
export const COUNTED_ATTEMPT_COLUMNS = `a.delivery_id AS deliveryId, a.n, a.endpoint_id AS endpointId,
  a.started_at AS startedAt, a.outcome_kind AS outcomeKind, a.status, a.fault,
  json_extract(a.outcome, '$.tookMs') AS tookMs, a.wait, a.deferred_from AS deferredFrom`;

const wait = json(waitSchema).nullable();

const deliveryRow = z.object({
  key: z.number(),
  id: idText<DeliveryId>(),
  endpointId: idText<EndpointId>(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  wait,
  deferredFrom: z.number().nullable(),
});

export type CountedDeliveryRow = z.output<typeof deliveryRow>;
export const readCountedDelivery = (row: unknown): CountedDeliveryRow => readRow(deliveryRow, 'Delivery', row);

const KINDS = ['response', 'no-response', 'interrupted'] as const;
type Kind = (typeof KINDS)[number];
const isKind = oneOf(KINDS);
const isFault = oneOf(FAULTS);

export const countedAttemptRow = z
  .object({
    deliveryId: idText<DeliveryId>(),
    n: z.number(),
    endpointId: idText<EndpointId>(),
    startedAt: z.number(),
    outcomeKind: z.enum(KINDS).nullable(),
    status: z.number().nullable(),
    fault: z.enum(FAULTS).nullable(),
    tookMs: z.number().nullable(),
    wait,
    deferredFrom: z.number().nullable(),
  })
  .transform(({ outcomeKind, status, fault, ...rest }) => ({ ...rest, outcome: classOf(outcomeKind, status, fault) }));

export type CountedAttemptRow = z.output<typeof countedAttemptRow>;

/** @throws UnreadableRow */
export const readCountedAttempt = (row: unknown): CountedAttemptRow =>
  readPlainAttempt(row) ?? readRow(countedAttemptRow, 'Attempt', row);

/** The same checks by hand, since a chart counts every attempt of a run. Null sends the row to the schema. */
function readPlainAttempt(row: unknown): CountedAttemptRow | null {
  if (!isRecord(row)) return null;
  const { deliveryId, n, endpointId, startedAt, outcomeKind, status, fault, tookMs, deferredFrom } = row;
  const drawn = readPlainWait(row['wait']);
  if (
    drawn === undefined ||
    !isText(deliveryId) ||
    !isNumber(n) ||
    !isText(endpointId) ||
    !isNumber(startedAt) ||
    !(outcomeKind === null || isKind(outcomeKind)) ||
    !isNumberOrNull(status) ||
    !(fault === null || isFault(fault)) ||
    !isNumberOrNull(tookMs) ||
    !isNumberOrNull(deferredFrom)
  ) {
    return null;
  }
  return {
    deliveryId: deliveryId as DeliveryId,
    n,
    endpointId: endpointId as EndpointId,
    startedAt,
    tookMs,
    wait: drawn,
    deferredFrom,
    outcome: classOf(outcomeKind, status, fault),
  };
}

/** A settled attempt always has what its kind needs; without it nothing is known of the endpoint. */
function classOf(kind: Kind | null, status: number | null, fault: Fault | null): OutcomeClass | null {
  if (kind === 'response' && status !== null) return statusClass(status);
  if (kind === 'no-response' && fault !== null) return faultClass(fault);
  return kind === null ? null : 'interrupted';
}
