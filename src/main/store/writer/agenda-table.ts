import type Database from 'better-sqlite3';
import { z } from 'zod';
import { idText } from '../../../shared/log/fields';
import { type AgendaItem, PLANNED_ACTS } from '../../../shared/model/agenda';
import type { EndpointId } from '../../../shared/model/ids';
import type { EngineStore } from '../../engine/ports';
import { json, readRow } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import { mustChange } from './must-change';
import { VALUE } from './value';

type AgendaTable = Pick<
  EngineStore,
  'insertAgenda' | 'nextAgenda' | 'agendaEntry' | 'plannedSends' | 'moveAgenda' | 'finishAgenda'
>;

export const NEXT_AGENDA_SQL = `SELECT seq, at, entry FROM agenda WHERE run_id = ${VALUE} AND done = 0 ORDER BY at, seq LIMIT 1`;

const PLANNED_SENDS_SQL = `SELECT COUNT(*) FROM agenda WHERE run_id = ${VALUE} AND done = 0 AND json_extract(entry, '$.kind') = 'send'`;

const agendaRow = z.object({
  seq: z.number(),
  at: z.number(),
  entry: json(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('send'),
        endpointIds: z.array(idText<EndpointId>()),
        type: z.string(),
        contentType: z.string(),
        body: z.string(),
        left: z.number(),
        everyMs: z.number(),
      }),
      z.object({
        kind: z.literal('act'),
        act: z.enum(PLANNED_ACTS),
        endpointId: idText<EndpointId>().nullable(),
        jobs: z.number().nullable(),
        only: z.array(z.number()).optional(),
      }),
      z.object({ kind: z.literal('end') }),
    ]),
  ),
});

const readItem = (row: unknown): AgendaItem => readRow(agendaRow, 'Plan', row);

/** What a scenario plans; done entries stay as rows. */
export function agendaTable(db: Database.Database, unit: UnitOfWork): AgendaTable {
  const insert = db.prepare('INSERT INTO agenda (run_id, at, entry) VALUES (@runId, @at, @entry)');
  const selectNext = db.prepare(NEXT_AGENDA_SQL);
  const selectOne = db.prepare('SELECT seq, at, entry FROM agenda WHERE seq = ? AND run_id = ? AND done = 0');
  const countSends = db.prepare(PLANNED_SENDS_SQL).pluck();
  const move = db.prepare('UPDATE agenda SET at = @at, entry = @entry WHERE seq = @seq AND run_id = @runId');
  const finish = db.prepare('UPDATE agenda SET done = 1 WHERE seq = @seq AND run_id = @runId');

  return {
    insertAgenda(runId, at, entry) {
      unit.touch();
      insert.run({ runId, at, entry: JSON.stringify(entry) });
    },
    nextAgenda(runId) {
      const row = selectNext.get(runId);
      return row === undefined ? null : readItem(row);
    },
    agendaEntry(runId, seq) {
      const row = selectOne.get(seq, runId);
      return row === undefined ? null : readItem(row).entry;
    },
    plannedSends: (runId) => Number(countSends.get(runId)),
    moveAgenda(runId, { seq, at, entry }) {
      unit.touch();
      mustChange(move.run({ runId, seq, at, entry: JSON.stringify(entry) }), `plan ${seq}`);
    },
    finishAgenda(runId, seq) {
      unit.touch();
      mustChange(finish.run({ runId, seq }), `plan ${seq}`);
    },
  };
}
