import { z } from 'zod';
import { carriedSchema, idText } from '../../../shared/log/fields';
import type { Event, EventSummary } from '../../../shared/model/event';
import type { CaptureId, EndpointId, EventId, RunId } from '../../../shared/model/ids';
import { isNumber, isRecord, isText } from './by-hand';
import { bytes, json, readRow } from './row';

const COLUMNS = 'e.id, e.run_id AS runId, e.ordinal, e.type, e.content_type AS contentType, e.created_at AS createdAt';

export const EVENT_COLUMNS = `${COLUMNS},
  (SELECT request FROM event_request WHERE event_id = e.id) AS carried, e.body`;

/** The length of a blob and the count of an event's deliveries are read without the blob and from an index. */
export const EVENT_SUMMARY_COLUMNS = `${COLUMNS}, length(e.body) AS bodyBytes,
  (SELECT capture_id FROM event_request WHERE event_id = e.id) AS captureId,
  (SELECT count(*) FROM delivery WHERE delivery.event_id = e.id) AS deliveries,
  (SELECT json_group_array(DISTINCT endpoint_id) FROM delivery WHERE delivery.event_id = e.id) AS endpointIds`;

const common = {
  id: idText<EventId>(),
  runId: idText<RunId>(),
  ordinal: z.number(),
  type: z.string(),
  contentType: z.string(),
  createdAt: z.number(),
};
export const eventRow = z.object({ ...common, carried: json(carriedSchema).nullable(), body: bytes });
const summaryRow = z.object({
  ...common,
  bodyBytes: z.number(),
  captureId: idText<CaptureId>().nullable(),
  deliveries: z.number(),
  endpointIds: json(z.array(idText<EndpointId>())),
});

/** @throws UnreadableRow */
export const readEvent = (row: unknown): Event => readPlainEvent(row) ?? readRow(eventRow, 'Event', row);

/** The same checks as the schema, by hand, since every attempt reads its event. Null sends the row to the schema. */
function readPlainEvent(row: unknown): Event | null {
  if (!isRecord(row)) return null;
  const { id, runId, ordinal, type, contentType, createdAt, carried, body } = row;
  if (!isText(id) || !isText(runId) || !isNumber(ordinal) || !isText(type) || !isText(contentType)) return null;
  if (!isNumber(createdAt) || !(body instanceof Uint8Array)) return null;
  if (carried !== null) return null;
  return {
    id: id as EventId,
    runId: runId as RunId,
    ordinal,
    type,
    contentType,
    createdAt,
    carried: null,
    body: new Uint8Array(body.buffer, body.byteOffset, body.byteLength),
  };
}

export const readEventSummary = (row: unknown): EventSummary => readRow(summaryRow, 'Event', row);
