import type Database from 'better-sqlite3';
import type { LogPlace } from '../../engine/views-port';
import { type Log, readableRows } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import type { ViewAnswers } from './view-answers';

/** The plus keeps the planner at the log's own order: a run's rows stand together. */
const RUN_STEPS_SQL = `SELECT ${STEP_COLUMNS} FROM step WHERE seq > ? AND +run_id = ? ORDER BY seq LIMIT ?`;

/** Both by index. */
const LOG_END_SQL = `SELECT ifnull((SELECT max(seq) FROM step WHERE run_id = @runId), 0) AS step,
  ifnull((SELECT max(seq) FROM capture WHERE run_id = @runId), 0) AS capture`;

export function stepViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'stepsAfter' | 'logEnd'> {
  const selectAfter = db.prepare(RUN_STEPS_SQL);
  const selectEnd = db.prepare<unknown[], LogPlace>(LOG_END_SQL);
  return {
    stepsAfter: (runId, seq, limit) => readableRows(selectAfter.all(seq, runId, limit), readStep, log),
    logEnd: (runId) => selectEnd.get({ runId }) ?? { step: 0, capture: 0 },
  };
}
