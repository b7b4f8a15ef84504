import { z } from 'zod';
import type { Event, EventSummary } from '../../../shared/model/event';
import type { EventId, RunId } from '../../../shared/model/ids';
import { blob, bytes, idText, readRow } from './row';

const COLUMNS = 'e.id, e.run_id AS runId, e.ordinal, e.type, e.content_type AS contentType, e.created_at AS createdAt';

export const EVENT_COLUMNS = `${COLUMNS}, e.body`;

/** The length of a blob and the count of an event's deliveries are read without the blob and from an index. */
export const EVENT_SUMMARY_COLUMNS = `${COLUMNS}, length(e.body) AS bodyBytes,
  (SELECT count(*) FROM delivery WHERE delivery.event_id = e.id) AS deliveries`;

const common = {
  id: idText<EventId>(),
  runId: idText<RunId>(),
  ordinal: z.number(),
  type: z.string(),
  contentType: z.string(),
  createdAt: z.number(),
};
const eventRow = z.object({ ...common, body: bytes });
const summaryRow = z.object({ ...common, bodyBytes: z.number(), deliveries: z.number() });

export const readEvent = (row: unknown): Event => readRow(eventRow, 'Event', row);
export const readEventSummary = (row: unknown): EventSummary => readRow(summaryRow, 'Event', row);

export const eventParameters = (event: Event) => ({ ...event, body: blob(event.body) });
