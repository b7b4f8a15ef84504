import type Database from 'better-sqlite3';
import type { CaptureStore, EngineStore } from '../../engine/ports';
import type { Log } from '../rows/row';
import type { SecretBox } from '../secret-box';
import type { UnitOfWork } from '../unit-of-work';
import { agendaTable } from './agenda-table';
import { attemptTable } from './attempt-table';
import { captureTable } from './capture-table';
import { circuitTables } from './circuit-tables';
import { deliveryTable } from './delivery-table';
import type { EndpointCache } from './endpoint-cache';
import { endpointTable } from './endpoint-table';
import { eventTable } from './event-table';
import type { HeldCounts } from './held-counts';
import type { KeptCounts } from './kept-counts';
import { routeTable } from './route-table';
import { runTables } from './run-tables';
import { stepTable } from './step-table';

/** The writer's side, composed of one part per aggregate on one connection. */
export const sqlStore = (
  db: Database.Database,
  unit: UnitOfWork,
  counts: KeptCounts,
  endpoints: EndpointCache,
  held: HeldCounts,
  box: SecretBox,
  log: Log,
): EngineStore & CaptureStore => ({
  transact: (work) => unit.transact(work),
  onCommit: (listener) => unit.onCommit(listener),
  revision: () => unit.revision,
  ...runTables(db, unit, () => endpoints.drop(), log),
  ...endpointTable(db, unit, endpoints, box, log),
  ...eventTable(db, unit, counts),
  ...deliveryTable(db, unit, counts, held, log),
  ...attemptTable(db, unit, counts, log),
  ...stepTable(db, unit),
  ...circuitTables(db, unit),
  ...agendaTable(db, unit),
  ...routeTable(db, unit, log),
  ...captureTable(db, unit, counts, log),
});
