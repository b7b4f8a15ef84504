import type Database from 'better-sqlite3';
import { LIMITS } from '../../../shared/contract/limits';
import type { Level } from '../../../shared/contract/views';
import type { EndpointId } from '../../../shared/model/ids';
import { type Log, readableRows } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import type { ViewAnswers } from './view-answers';

const HELD = 'SELECT at, held AS value FROM held_level WHERE endpoint_id = ?';
const STREAK = `SELECT at, json_extract(step, '$.after') AS value FROM step
  WHERE delivery_id IS NULL AND endpoint_id = ? AND kind = 'streak'`;

/** The newest turns of one kind up to an instant. */
export const TURNS_SQL = `SELECT ${STEP_COLUMNS} FROM step
  WHERE delivery_id IS NULL AND endpoint_id = ? AND kind = ? AND at <= ? ORDER BY at DESC LIMIT ?`;
export const HELD_BETWEEN_SQL = `${HELD} AND at > ? AND at <= ? ORDER BY at LIMIT ?`;
export const HELD_AT_SQL = `${HELD} AND at <= ? ORDER BY at DESC LIMIT 1`;
export const STREAK_BETWEEN_SQL = `${STREAK} AND at > ? AND at <= ? ORDER BY at LIMIT ?`;
export const STREAK_AT_SQL = `${STREAK} AND at <= ? ORDER BY at DESC LIMIT 1`;

const TURNS = ['suspend', 'probe', 'disable', 'reopen'] as const;
const TURNS_OF_KIND = LIMITS.levelPoints / TURNS.length;

/** A count that is kept with each change: all changes of a span, or the level at each of many instants in it. */
type Line = {
  readonly between: Database.Statement<unknown[], Level>;
  readonly at: Database.Statement<unknown[], Level>;
};

export function historyViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'endpointHistory'> {
  const selectTurns = db.prepare(TURNS_SQL);
  const line = (between: string, at: string): Line => ({ between: db.prepare(between), at: db.prepare(at) });
  const held = line(HELD_BETWEEN_SQL, HELD_AT_SQL);
  const streak = line(STREAK_BETWEEN_SQL, STREAK_AT_SQL);

  return {
    endpointHistory(id, fromMs, toMs) {
      const turns = TURNS.flatMap((kind) =>
        readableRows(selectTurns.all(id, kind, toMs, TURNS_OF_KIND), readStep, log),
      );
      return {
        turns: turns.sort((a, b) => a.seq - b.seq),
        held: levels(held, id, fromMs, toMs),
        streak: levels(streak, id, fromMs, toMs),
      };
    },
  };
}

function levels({ between, at }: Line, id: EndpointId, fromMs: number, toMs: number): Level[] {
  const before = at.get(id, fromMs);
  const first = before === undefined ? [] : [before];
  const room = LIMITS.levelPoints - 1;
  const changes = between.all(id, fromMs, toMs, room + 1);
  if (changes.length <= room) return [...first, ...changes];
  const points: Level[] = first;
  for (let n = 1; n <= room; n++) {
    const point = at.get(id, fromMs + ((toMs - fromMs) * n) / room);
    if (point !== undefined && point.at !== points.at(-1)?.at) points.push(point);
  }
  return points;
}
