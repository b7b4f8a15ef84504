import type Database from 'better-sqlite3';
import { type Log, readableRows } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import type { ViewAnswers } from './view-answers';

/** The plus keeps the planner at the log's own order: a run's rows stand together. */
const RUN_STEPS_SQL = `SELECT ${STEP_COLUMNS} FROM step WHERE seq > ? AND +run_id = ? ORDER BY seq LIMIT ?`;

export function stepViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'stepsAfter'> {
  const selectAfter = db.prepare(RUN_STEPS_SQL);
  return { stepsAfter: (runId, seq, limit) => readableRows(selectAfter.all(seq, runId, limit), readStep, log) };
}
