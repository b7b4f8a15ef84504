import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { CLOCK_COLUMNS, RUN_COLUMNS, readClock, readRun } from '../rows/run-row';
import type { UnitOfWork } from '../unit-of-work';

type RunTables = Pick<
  EngineStore,
  'liveRun' | 'insertRun' | 'clock' | 'saveClock' | 'setting' | 'saveSetting' | 'nextOrdinal'
>;

/** Runs, their clocks, and the settings. */
export function runTables(db: Database.Database, unit: UnitOfWork): RunTables {
  const selectLive = db.prepare(`SELECT ${RUN_COLUMNS} FROM run WHERE live = 1`);
  const freeze = db.prepare('UPDATE run SET live = 0 WHERE live = 1');
  const insert = db.prepare(
    `INSERT INTO run (id, name, seed, durations, started_at, live)
    VALUES (@id, @name, @seed, @durations, @startedAt, 1)`,
  );
  const selectClock = db.prepare(`SELECT ${CLOCK_COLUMNS} FROM clock WHERE run_id = ?`);
  const upsertClock = db.prepare(`
    INSERT INTO clock (run_id, virtual_ms, wall_ms, pace, paused) VALUES (@runId, @virtualMs, @wallMs, @pace, @paused)
    ON CONFLICT (run_id) DO UPDATE SET virtual_ms = @virtualMs, wall_ms = @wallMs, pace = @pace, paused = @paused`);
  const selectSetting = db.prepare<unknown[], string>('SELECT value FROM setting WHERE key = ?').pluck();
  const upsertSetting = db.prepare(`
    INSERT INTO setting (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = @value`);
  const newestOrdinal = {
    event: newestOrdinalIn(db, 'event'),
    endpoint: newestOrdinalIn(db, 'endpoint'),
    delivery: newestOrdinalIn(db, 'delivery'),
  };

  return {
    liveRun() {
      const row = selectLive.get();
      return row === undefined ? null : readRun(row);
    },
    insertRun(run) {
      unit.touch();
      freeze.run();
      insert.run(run);
    },
    clock(runId) {
      const row = selectClock.get(runId);
      return row === undefined ? null : readClock(row);
    },
    saveClock(runId, clock) {
      unit.touch();
      upsertClock.run({ ...clock, runId, pace: JSON.stringify(clock.pace), paused: clock.paused ? 1 : 0 });
    },
    setting: (key) => selectSetting.get(key) ?? null,
    saveSetting(key, value) {
      unit.touch();
      upsertSetting.run({ key, value });
    },
    nextOrdinal: (runId, kind) => (newestOrdinal[kind].get(runId) ?? 0) + 1,
  };
}

const newestOrdinalIn = (db: Database.Database, table: Numbered) =>
  db.prepare<unknown[], number | null>(newestOrdinalSql(table)).pluck();

type Numbered = Parameters<EngineStore['nextOrdinal']>[1];

export const newestOrdinalSql = (table: Numbered): string => `SELECT max(ordinal) FROM ${table} WHERE run_id = ?`;
