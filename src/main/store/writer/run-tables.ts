import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { type Log, readableRows } from '../rows/row';
import { CLOCK_COLUMNS, RUN_COLUMNS, readClock, readRun, readRunRecord } from '../rows/run-row';
import type { Gathered, UnitOfWork } from '../unit-of-work';
import { mustChange } from './must-change';
import type { NewestOrdinals } from './newest-ordinals';

type RunTables = Pick<
  EngineStore,
  | 'liveRun'
  | 'runs'
  | 'insertRun'
  | 'openRun'
  | 'renameRun'
  | 'setRunRemoved'
  | 'purgeRemovedRuns'
  | 'clock'
  | 'saveClock'
  | 'insertLeap'
  | 'setting'
  | 'saveSetting'
  | 'removeSetting'
  | 'nextOrdinal'
>;

const OF_RUN_ENDPOINTS = 'endpoint_id IN (SELECT id FROM endpoint WHERE run_id = ?)';
const OF_RUN_ROUTES = 'route_id IN (SELECT id FROM route WHERE run_id = ?)';

/** Everything that belongs to a run, children first. Each takes the run's id. */
export const PURGE_SQL: readonly string[] = [
  ...['capture_signature', 'capture_answer', 'capture_pin', 'capture_gone'].map(
    (table) => `DELETE FROM ${table} WHERE capture_seq IN (SELECT seq FROM capture WHERE run_id = ?)`,
  ),
  'DELETE FROM delivery_pin WHERE delivery_id IN (SELECT id FROM delivery WHERE run_id = ?)',
  ...['step_mark', 'step', 'attempt', 'capture', 'agenda'].map((table) => `DELETE FROM ${table} WHERE run_id = ?`),
  'UPDATE delivery SET origin_id = NULL WHERE run_id = ? AND origin_id IS NOT NULL',
  'DELETE FROM delivery WHERE run_id = ?',
  'DELETE FROM event WHERE run_id = ?',
  `DELETE FROM throttle_slot WHERE ${OF_RUN_ENDPOINTS}`,
  `DELETE FROM throttle_place WHERE ${OF_RUN_ENDPOINTS}`,
  `DELETE FROM recent_attempt WHERE ${OF_RUN_ENDPOINTS}`,
  `DELETE FROM recent_tally WHERE ${OF_RUN_ENDPOINTS}`,
  `DELETE FROM redelivery WHERE ${OF_RUN_ENDPOINTS}`,
  `DELETE FROM held_level WHERE ${OF_RUN_ENDPOINTS}`,
  'DELETE FROM endpoint WHERE run_id = ?',
  `DELETE FROM route_count WHERE ${OF_RUN_ROUTES}`,
  `DELETE FROM route_check WHERE ${OF_RUN_ROUTES}`,
  'DELETE FROM route WHERE run_id = ?',
  ...[
    'run_count',
    'delivery_count',
    'type_count',
    'key_seen',
    'clock',
    'clock_leap',
    'run_scenario',
    'send_key',
    'capture_clear',
  ].map((table) => `DELETE FROM ${table} WHERE run_id = ?`),
  'DELETE FROM run WHERE id = ?',
];

/** Runs, their clocks, and the settings. `memories` are of rows that a purge may delete. */
export function runTables(
  db: Database.Database,
  unit: UnitOfWork,
  ordinals: NewestOrdinals,
  memories: readonly Gathered[],
  log: Log,
): RunTables {
  const selectLive = db.prepare(`SELECT ${RUN_COLUMNS} FROM run WHERE live = 1`);
  const freeze = db.prepare('UPDATE run SET live = 0 WHERE live = 1');
  const insert = db.prepare(
    `INSERT INTO run (id, name, seed, durations, started_at, live)
    VALUES (@id, @name, @seed, @durations, @startedAt, 1)`,
  );
  const selectRuns = db.prepare(
    `SELECT ${RUN_COLUMNS}, live FROM run WHERE removed = 0 ORDER BY started_at DESC, id DESC`,
  );
  const setLive = db.prepare('UPDATE run SET live = 1 WHERE id = ? AND removed = 0');
  const rename = db.prepare('UPDATE run SET name = ? WHERE id = ?');
  const setRemoved = db.prepare('UPDATE run SET removed = ? WHERE id = ? AND live = 0');
  const selectRemoved = db.prepare<unknown[], string>('SELECT id FROM run WHERE removed = 1').pluck();
  const purge = PURGE_SQL.map((sql) => db.prepare(sql));
  const selectClock = db.prepare(`SELECT ${CLOCK_COLUMNS} FROM clock WHERE run_id = ?`);
  const upsertClock = db.prepare(`
    INSERT INTO clock (run_id, virtual_ms, wall_ms, pace, paused) VALUES (@runId, @virtualMs, @wallMs, @pace, @paused)
    ON CONFLICT (run_id) DO UPDATE SET virtual_ms = @virtualMs, wall_ms = @wallMs, pace = @pace, paused = @paused`);
  const insertLeap = db.prepare(`
    INSERT INTO clock_leap (run_id, from_at, to_at, cause) VALUES (@runId, @fromMs, @toMs, @cause)
    ON CONFLICT DO UPDATE SET from_at = excluded.from_at, cause = excluded.cause`);
  const selectSetting = db.prepare<unknown[], string>('SELECT value FROM setting WHERE key = ?').pluck();
  const upsertSetting = db.prepare(`
    INSERT INTO setting (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = @value`);

  const deleteSetting = db.prepare('DELETE FROM setting WHERE key = ?');

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
    runs: () => readableRows(selectRuns.all(), readRunRecord, log),
    openRun(id) {
      unit.touch();
      freeze.run();
      mustChange(setLive.run(id), id);
    },
    renameRun(id, name) {
      unit.touch();
      mustChange(rename.run(name, id), id);
    },
    setRunRemoved(id, removed) {
      unit.touch();
      mustChange(setRemoved.run(removed ? 1 : 0, id), id);
    },
    purgeRemovedRuns() {
      const ids = selectRemoved.all();
      if (ids.length === 0) return 0;
      unit.touch();
      for (const memory of memories) memory.flush();
      for (const id of ids) for (const statement of purge) statement.run(id);
      for (const memory of memories) memory.drop();
      return ids.length;
    },
    clock(runId) {
      const row = selectClock.get(runId);
      return row === undefined ? null : readClock(row);
    },
    saveClock(runId, clock) {
      unit.touch();
      upsertClock.run({ ...clock, runId, pace: JSON.stringify(clock.pace), paused: clock.paused ? 1 : 0 });
    },
    insertLeap(runId, leap) {
      unit.touch();
      insertLeap.run({ ...leap, runId });
    },
    setting: (key) => selectSetting.get(key) ?? null,
    saveSetting(key, value) {
      unit.touch();
      upsertSetting.run({ key, value });
    },
    removeSetting(key) {
      unit.touch();
      deleteSetting.run(key);
    },
    nextOrdinal: (runId, kind) => ordinals.of(runId, kind) + 1,
  };
}
