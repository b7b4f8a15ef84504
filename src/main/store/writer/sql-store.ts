import type Database from 'better-sqlite3';
import type { CaptureStore, EngineStore } from '../../engine/ports';
import type { Log } from '../rows/row';
import type { SecretBox } from '../secret-box';
import type { UnitOfWork } from '../unit-of-work';
import { attemptTable } from './attempt-table';
import { captureTable } from './capture-table';
import { deliveryTable } from './delivery-table';
import { endpointTable } from './endpoint-table';
import { eventTable } from './event-table';
import { routeTable } from './route-table';
import { runTables } from './run-tables';
import { stepTable } from './step-table';

/** The writer's side, composed of one part per aggregate on one connection. */
export const sqlStore = (
  db: Database.Database,
  unit: UnitOfWork,
  box: SecretBox,
  log: Log,
): EngineStore & CaptureStore => ({
  transact: (work) => unit.transact(work),
  onCommit: (listener) => unit.onCommit(listener),
  revision: () => unit.revision,
  ...runTables(db, unit),
  ...endpointTable(db, unit, box, log),
  ...eventTable(db, unit),
  ...deliveryTable(db, unit, log),
  ...attemptTable(db, unit, log),
  ...stepTable(db, unit),
  ...routeTable(db, unit, log),
  ...captureTable(db, unit),
});
