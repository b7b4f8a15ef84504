import { z } from 'zod';
import type { CaptureRow, LatestAnswer, Pinnable } from '../../../shared/contract/views';
import {
  answerTimingsSchema,
  captureTimingsSchema,
  idText,
  signatureSchema,
  stepVerdict,
  verdictSchema,
} from '../../../shared/log/fields';
import type { CaptureId, RouteId, RunId } from '../../../shared/model/ids';
import type { Capture } from '../../../shared/model/receiver';
import { blob, bytes, flag, headers, json, readRow } from './row';

/** Without headers and body, for lists. */
export const CAPTURE_ROW_COLUMNS = `c.id, c.run_id AS runId, c.route_id AS routeId, c.method, c.target,
  c.http_version AS httpVersion, c.body_bytes AS bodyBytes, c.remote, c.delivery_key AS deliveryKey, c.seen, c.at,
  c.wall_at AS wallAt, c.verdict,
  (SELECT verdict FROM capture_signature WHERE capture_seq = c.seq) AS signature,
  EXISTS (SELECT 1 FROM capture_pin WHERE capture_seq = c.seq) AS pinned`;

/** Captures that were cleared stand nowhere any more, though their rows be there still. */
export const CAPTURE_THERE = 'NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = c.seq)';

export const CAPTURE_COLUMNS = `${CAPTURE_ROW_COLUMNS}, c.headers, c.trailers, c.body, c.timings,
  (SELECT json_object('beganMs', began_ms, 'endedMs', ended_ms) FROM capture_answer WHERE capture_seq = c.seq) AS answer`;

export const CAPTURE_DETAIL_COLUMNS = `${CAPTURE_COLUMNS},
  (SELECT f.id FROM key_seen k JOIN capture f ON f.seq = k.first_seq
    WHERE k.run_id = c.run_id AND k.delivery_key = c.delivery_key
      AND NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = k.first_seq)) AS firstId`;

const common = {
  id: idText<CaptureId>(),
  runId: idText<RunId>(),
  routeId: idText<RouteId>().nullable(),
  method: z.string(),
  target: z.string(),
  httpVersion: z.string(),
  bodyBytes: z.number(),
  remote: z.string(),
  deliveryKey: z.string().nullable(),
  seen: z.number().nullable(),
  at: z.number(),
  wallAt: z.number(),
  verdict: json(verdictSchema),
  signature: json(signatureSchema).nullable(),
  pinned: flag,
};
const summaryRow = z.object(common);
const whole = {
  ...common,
  headers,
  trailers: headers,
  body: bytes,
  timings: json(captureTimingsSchema).nullable(),
  answer: json(answerTimingsSchema).nullable(),
};
const captureRow = z.object({
  ...whole,
  firstId: idText<CaptureId>().nullable(),
});

export const readCaptureRow = (row: unknown): CaptureRow => readRow(summaryRow, 'Capture', row);
/** `firstId`: the first capture with the same key, while it is kept. */
export const readCapture = (row: unknown): Pinnable<Capture> & { readonly firstId: CaptureId | null } =>
  readRow(captureRow, 'Capture', row);

const logCaptureRow = z.object({ ...whole, epoch: z.number().nullable() });

/** With the column `epoch`. */
export const readLogCapture = (row: unknown): Pinnable<Capture> & { readonly epoch: number | null } =>
  readRow(logCaptureRow, 'Capture', row);

/** In the order of the table's own columns, and by place: a name costs more than binding its value. */
export const CAPTURE_INSERT = `INSERT INTO capture (id, run_id, route_id, epoch, method, target, http_version, headers,
    body_bytes, remote, delivery_key, seen, at, wall_at, verdict, verdict_kind, verdict_status, trailers, body, timings)
  VALUES (${Array(20).fill('?').join(', ')})`;

export const captureParameters = (capture: Capture, epoch: number | null): readonly unknown[] => [
  capture.id,
  capture.runId,
  capture.routeId,
  epoch,
  capture.method,
  capture.target,
  capture.httpVersion,
  JSON.stringify(capture.headers),
  capture.bodyBytes,
  capture.remote,
  capture.deliveryKey,
  capture.seen,
  capture.at,
  capture.wallAt,
  JSON.stringify(capture.verdict),
  capture.verdict.kind,
  capture.verdict.status,
  JSON.stringify(capture.trailers),
  blob(capture.body),
  capture.timings === null ? null : JSON.stringify(capture.timings),
];

const answerRow = z.object({ seq: z.number(), at: z.number(), verdict: json(stepVerdict) });

/** What places the next answer, of the columns `seq`, `at` and `verdict`. */
export const readAnswer = (row: unknown): z.output<typeof answerRow> => readRow(answerRow, 'Capture', row);

/** What the row of an answer says about its script's place. */
export const latestAnswer = ({ at, verdict }: z.output<typeof answerRow>): LatestAnswer => {
  const { index, nth, sinceAt, turn } = verdict;
  return { index, nth, sinceAt, turn, at };
};
