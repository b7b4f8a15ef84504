import type Database from 'better-sqlite3';
import type { EngineStore, LogStore } from '../../engine/ports';
import type { CaptureStore, KeptStore } from '../../engine/receiver-ports';
import type { Log } from '../rows/row';
import type { SecretBox } from '../secret-box';
import type { UnitOfWork } from '../unit-of-work';
import { agendaTable } from './agenda-table';
import { attemptTable } from './attempt-table';
import { captureTable } from './capture-table';
import { circuitTables } from './circuit-tables';
import { deliveryTable } from './delivery-table';
import { EndpointCache } from './endpoint-cache';
import { endpointTable } from './endpoint-table';
import { eventTable } from './event-table';
import { HeldCounts } from './held-counts';
import { type KeptCounts, keptCounts } from './kept-counts';
import { keptRows } from './kept-rows';
import { KnownDeliveries } from './known-deliveries';
import { logImport } from './log-import';
import { LogPlace } from './log-place';
import { NewestOrdinals } from './newest-ordinals';
import { oldHistory } from './old-history';
import { orderTable } from './order-table';
import { ownPolicyTable } from './own-policy-table';
import { placeTable } from './place-table';
import { routeCheckTable } from './route-check-table';
import { routeTable } from './route-table';
import { runTables } from './run-tables';
import { scenarioTable } from './scenario-table';
import { sendKeyTable } from './send-key-table';
import { stepTable } from './step-table';
import { Walkers } from './walkers';

/** What the writer keeps in memory beside the rows. All of it is part of the unit of work, in this order. */
export type Remembered = {
  readonly counts: KeptCounts;
  readonly endpoints: EndpointCache;
  readonly held: HeldCounts;
  readonly known: KnownDeliveries;
  readonly ordinals: NewestOrdinals;
  readonly place: LogPlace;
  readonly walkers: Walkers;
};

export const remembered = (db: Database.Database): Remembered => ({
  counts: keptCounts(db),
  endpoints: new EndpointCache(db),
  held: new HeldCounts(db),
  known: new KnownDeliveries(),
  ordinals: new NewestOrdinals(db),
  place: new LogPlace(db),
  walkers: new Walkers(db),
});

/** The writer's side, composed of one part per aggregate on one connection. */
export const sqlStore = (
  db: Database.Database,
  unit: UnitOfWork,
  { counts, endpoints, held, known, ordinals, place, walkers }: Remembered,
  box: SecretBox,
  log: Log,
): EngineStore & CaptureStore & LogStore & KeptStore => ({
  transact: (work) => unit.transact(work),
  onCommit: (listener) => unit.onCommit(listener),
  revision: () => unit.revision,
  ...runTables(db, unit, ordinals, [endpoints, known, ordinals, place], log),
  ...endpointTable(db, unit, endpoints, ordinals, box, log),
  ...eventTable(db, unit, counts, ordinals),
  ...deliveryTable(db, unit, { counts, held, known, ordinals }, log),
  ...attemptTable(db, unit, counts, known, log),
  ...stepTable(db, unit, place),
  ...circuitTables(db, unit),
  ...placeTable(db, unit),
  ...orderTable(db, log),
  ...agendaTable(db, unit),
  ...sendKeyTable(db),
  ...routeTable(db, unit, log),
  ...routeCheckTable(db, unit, box, log),
  ...ownPolicyTable(db, unit, log),
  ...scenarioTable(db, unit, log),
  ...captureTable(db, unit, counts, walkers, log),
  ...logImport(db, unit, box),
  ...keptRows(db, unit, counts),
  ...oldHistory(db, unit, { counts, known }),
});
