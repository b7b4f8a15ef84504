import { z } from 'zod';
import { idText, paceSchema } from '../../../shared/log/fields';
import type { RunId } from '../../../shared/model/ids';
import type { Run } from '../../../shared/model/run';
import type { ClockRecord, RunRecord } from '../../engine/ports';
import { flag, json, readRow } from './row';

export const RUN_COLUMNS = 'id, name, seed, durations, started_at AS startedAt';

const runRow = z.object({
  id: idText<RunId>(),
  name: z.string(),
  seed: z.number(),
  durations: z.enum(['measured', 'scripted']),
  startedAt: z.number(),
});

export const readRun = (row: unknown): Run => readRow(runRow, 'Run', row);

const runRecordRow = runRow.extend({ live: flag });

export const readRunRecord = (row: unknown): RunRecord => readRow(runRecordRow, 'Run', row);

export const CLOCK_COLUMNS = 'virtual_ms AS virtualMs, wall_ms AS wallMs, pace, paused';

const clockRow = z.object({ virtualMs: z.number(), wallMs: z.number(), pace: json(paceSchema), paused: flag });

export const readClock = (row: unknown): ClockRecord => readRow(clockRow, 'The clock', row);
