import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { stepText } from '../rows/step-row';
import type { UnitOfWork } from '../unit-of-work';
import type { LogPlace } from './log-place';

/** The append-only log: rows are never changed. */
export function stepTable(
  db: Database.Database,
  unit: UnitOfWork,
  place: LogPlace,
): Pick<EngineStore, 'appendStep' | 'newestStepAt'> {
  const insert = db.prepare(`
    INSERT INTO step (revision, run_id, at, wall_at, delivery_id, endpoint_id, kind, step, error, reached)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  return {
    appendStep(runId, { at, wallAt, deliveryId, endpointId, step, error }) {
      const touched = unit.touch();
      if (deliveryId !== null) touched.deliveries.add(deliveryId);
      const reached = place.reach(runId, at);
      const { kind } = step;
      insert.run(unit.nextRevision, runId, at, wallAt, deliveryId, endpointId, kind, stepText(step), error, reached);
    },
    newestStepAt: (runId) => place.reachedIn(runId),
  };
}
