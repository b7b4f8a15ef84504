import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { type Log, readableRows, readOrTell } from '../rows/row';
import { readOwnScenario, readRunScenario } from '../rows/scenario-row';
import type { UnitOfWork } from '../unit-of-work';

type ScenarioTable = Pick<
  EngineStore,
  'ownScenarios' | 'ownScenario' | 'saveOwnScenario' | 'removeOwnScenario' | 'runScenario' | 'saveRunScenario'
>;

/** Scenarios of one's own, newest first, and those that runs were made from. */
export function scenarioTable(db: Database.Database, unit: UnitOfWork, log: Log): ScenarioTable {
  const columns = 'id, name, text, saved_wall_at AS savedWallAt';
  const all = db.prepare(`SELECT ${columns} FROM own_scenario ORDER BY saved_wall_at DESC, id`);
  const one = db.prepare(`SELECT ${columns} FROM own_scenario WHERE id = ?`);
  const upsert = db.prepare(`INSERT INTO own_scenario (id, name, text, saved_wall_at)
    VALUES (@id, @name, @text, @savedWallAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, text = @text, saved_wall_at = @savedWallAt`);
  const remove = db.prepare('DELETE FROM own_scenario WHERE id = ?');
  const ofRun = db.prepare('SELECT file_name AS fileName, text FROM run_scenario WHERE run_id = ?');
  const insertOfRun = db.prepare(
    'INSERT INTO run_scenario (run_id, file_name, text) VALUES (@runId, @fileName, @text)',
  );
  return {
    ownScenarios: () => readableRows(all.all(), readOwnScenario, log),
    ownScenario: (id) => {
      const row = one.get(id);
      return row === undefined ? null : readOrTell(row, readOwnScenario, log);
    },
    saveOwnScenario(own) {
      unit.touch();
      upsert.run(own);
    },
    removeOwnScenario(id) {
      unit.touch();
      remove.run(id);
    },
    runScenario: (runId) => {
      const row = ofRun.get(runId);
      return row === undefined ? null : readOrTell(row, readRunScenario, log);
    },
    saveRunScenario(runId, { fileName, text }) {
      unit.touch();
      insertOfRun.run({ runId, fileName, text });
    },
  };
}
