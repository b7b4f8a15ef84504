import { z } from 'zod';
import { idText, interimSchema, outcomeSchema, timingsSchema, waitSchema } from '../../../shared/log/fields';
import type { LogAttempt } from '../../../shared/log/rows';
import { type Attempt, type AttemptRecord, TRIGGERS } from '../../../shared/model/attempt';
import type { DeliveryId, EndpointId, EventId } from '../../../shared/model/ids';
import type { InterimNote } from '../../../shared/model/outcome';
import { bytes, flag, headers, json, readRow } from './row';

/** What a mark on the timeline needs. */
export const ATTEMPT_COLUMNS = `a.delivery_id AS deliveryId, a.endpoint_id AS endpointId, a.n, a.trigger,
  a.due_at AS dueAt, a.started_at AS startedAt, a.ended_at AS endedAt, a.started_wall_at AS startedWallAt,
  a.wait, a.deferred_from AS deferredFrom, a.outcome`;

/** Both messages too. Needs the delivery as `d`. */
export const ATTEMPT_RECORD_COLUMNS = `${ATTEMPT_COLUMNS}, d.event_id AS eventId, a.remote, a.timings, a.interim,
  a.request_method AS requestMethod, a.request_url AS requestUrl, a.request_headers AS requestHeaders,
  a.request_body_bytes AS requestBodyBytes, a.response_status AS responseStatus,
  a.response_reason AS responseReason, a.response_headers AS responseHeaders, a.response_body AS responseBody,
  a.response_body_bytes AS responseBodyBytes, a.response_body_truncated AS responseBodyTruncated`;

const attemptFields = {
  deliveryId: idText<DeliveryId>(),
  endpointId: idText<EndpointId>(),
  n: z.number(),
  trigger: z.enum(TRIGGERS),
  dueAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  startedWallAt: z.number(),
  wait: json(waitSchema).nullable(),
  deferredFrom: z.number().nullable(),
  outcome: json(outcomeSchema).nullable(),
};
const attemptRow = z.object(attemptFields);

export const readAttempt = (row: unknown): Attempt => readRow(attemptRow, 'Attempt', row);

const recordRow = z
  .object({
    ...attemptFields,
    eventId: idText<EventId>(),
    remote: z.string().nullable(),
    timings: json(timingsSchema).nullable(),
    interim: json(interimSchema).nullable(),
    requestMethod: z.string(),
    requestUrl: z.string(),
    requestHeaders: headers,
    requestBodyBytes: z.number(),
    responseStatus: z.number().nullable(),
    responseReason: z.string().nullable(),
    responseHeaders: headers.nullable(),
    responseBody: bytes.nullable(),
    responseBodyBytes: z.number().nullable(),
    responseBodyTruncated: flag.nullable(),
  })
  .transform((row): AttemptRecord => {
    const { requestMethod, requestUrl, requestHeaders, requestBodyBytes, ...afterRequest } = row;
    const { responseStatus, responseReason, responseHeaders, responseBody, ...afterResponse } = afterRequest;
    const { responseBodyBytes, responseBodyTruncated, ...rest } = afterResponse;
    return {
      ...rest,
      request: { method: requestMethod, url: requestUrl, headers: requestHeaders, bodyBytes: requestBodyBytes },
      response:
        responseStatus === null
          ? null
          : {
              status: responseStatus,
              reason: responseReason ?? '',
              headers: responseHeaders ?? [],
              body: responseBody ?? new Uint8Array(),
              bodyBytes: responseBodyBytes ?? 0,
              bodyTruncated: responseBodyTruncated ?? false,
            },
    };
  });

export const readAttemptRecord = (row: unknown): AttemptRecord => readRow(recordRow, 'Attempt', row);

/** With the bytes of the request where they are not the event's own, in the column `requestBody`. */
export function readLogAttempt(row: unknown): LogAttempt<Uint8Array> {
  const { request, ...rest } = readAttemptRecord(row);
  const { requestBody } = readRow(z.object({ requestBody: bytes.nullable() }), 'Attempt', row);
  return { ...rest, request: { ...request, body: requestBody } };
}

/** The outcome as it is kept: whole, and once more in columns that a query can ask. */
export const outcomeParameters = (outcome: z.input<typeof outcomeSchema> | null) => ({
  outcome: outcome === null ? null : JSON.stringify(outcome),
  outcomeKind: outcome?.kind ?? null,
  status: outcome?.kind === 'response' ? outcome.status : null,
  fault: outcome?.kind === 'no-response' ? outcome.fault : null,
});

/** As it is kept; most attempts meet none. */
export const interimText = (interim: InterimNote | null): string | null =>
  interim === null ? null : JSON.stringify(interim);
