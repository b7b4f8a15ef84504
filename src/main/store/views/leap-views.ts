import type Database from 'better-sqlite3';
import { z } from 'zod';
import { LIMITS } from '../../../shared/contract/limits';
import { LEAP_CAUSES, type LeapGroup } from '../../../shared/model/leap';
import { type Log, readableRows, readRow } from '../rows/row';
import type { ViewAnswers } from './view-answers';

const OF_SPAN = 'FROM clock_leap WHERE run_id = ? AND to_at > ? AND from_at < ?';
/** Each leap of a span. */
export const LEAPS_SQL = `SELECT from_at AS fromMs, to_at AS toMs, cause, 1 AS count, to_at - from_at AS leaptMs
  ${OF_SPAN} ORDER BY to_at LIMIT ?`;
/** Those that end in the same stretch of it, together. */
export const LEAP_GROUPS_SQL = `SELECT min(from_at) AS fromMs, max(to_at) AS toMs,
  CASE WHEN min(cause) = max(cause) THEN min(cause) END AS cause, count(*) AS count, sum(to_at - from_at) AS leaptMs
  ${OF_SPAN} GROUP BY CAST((to_at - ?) / ? AS INTEGER)`;

const groupRow = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  cause: z.enum(LEAP_CAUSES).nullable(),
  count: z.number(),
  leaptMs: z.number(),
});
const readGroup = (row: unknown): LeapGroup => readRow(groupRow, 'A leap of the clock', row);

export function leapViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'leaps'> {
  const selectEach = db.prepare(LEAPS_SQL);
  const selectGroups = db.prepare(LEAP_GROUPS_SQL);
  return {
    leaps(runId, fromMs, toMs) {
      const most = LIMITS.levelPoints;
      const each = selectEach.all(runId, fromMs, toMs, most + 1);
      if (each.length <= most) return readableRows(each, readGroup, log);
      // One that ends after the span is in the last stretch or one after it.
      const stretchMs = Math.max(1, Math.ceil((toMs - fromMs) / (most - 1)));
      const groups = readableRows(selectGroups.all(runId, fromMs, toMs, fromMs, stretchMs), readGroup, log);
      return groups.sort((a, b) => a.toMs - b.toMs);
    },
  };
}
