import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { stepText } from '../rows/step-row';
import type { UnitOfWork } from '../unit-of-work';

export const NEWEST_STEP_SQL = 'SELECT max(at) FROM step WHERE run_id = ?';

/** The append-only log: rows are never changed. */
export function stepTable(db: Database.Database, unit: UnitOfWork): Pick<EngineStore, 'appendStep' | 'newestStepAt'> {
  const insert = db.prepare(`
    INSERT INTO step (revision, run_id, at, wall_at, delivery_id, endpoint_id, kind, step)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectNewest = db.prepare<unknown[], number | null>(NEWEST_STEP_SQL).pluck();

  return {
    appendStep(runId, { at, wallAt, deliveryId, endpointId, step }) {
      const touched = unit.touch();
      if (deliveryId !== null) touched.deliveries.add(deliveryId);
      insert.run(unit.nextRevision, runId, at, wallAt, deliveryId, endpointId, step.kind, stepText(step));
    },
    newestStepAt: (runId) => selectNewest.get(runId) ?? null,
  };
}
