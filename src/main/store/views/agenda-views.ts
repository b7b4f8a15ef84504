import type Database from 'better-sqlite3';
import { z } from 'zod';
import { LIMITS } from '../../../shared/contract/limits';
import type { PlannedSend } from '../../../shared/contract/views';
import { idText } from '../../../shared/log/fields';
import type { EndpointId } from '../../../shared/model/ids';
import { json, type Log, readableRows, readRow } from '../rows/row';
import type { ViewAnswers } from './view-answers';

/** Without the bodies, which may be large. */
export const PLANNED_SENDS_SQL = `
  SELECT seq, at, json_remove(entry, '$.body') AS entry FROM agenda
  WHERE run_id = ? AND done = 0 AND json_extract(entry, '$.kind') = 'send' ORDER BY at, seq LIMIT ${LIMITS.plannedSends}`;

const sendRow = z.object({
  seq: z.number(),
  at: z.number(),
  entry: json(
    z.object({ endpointIds: z.array(idText<EndpointId>()), type: z.string(), left: z.number(), everyMs: z.number() }),
  ),
});

function readSend(row: unknown): PlannedSend {
  const { seq, at, entry } = readRow(sendRow, 'Plan', row);
  return { seq, nextAt: at, ...entry };
}

export function agendaViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'plannedSends'> {
  const select = db.prepare(PLANNED_SENDS_SQL);
  return { plannedSends: (runId) => readableRows(select.all(runId), readSend, log) };
}
