import { DEFAULT_PREFERENCES } from '../../src/shared/contract/preferences';
import type { DeliveryRow, Frame, Snapshot, Totals } from '../../src/shared/contract/views';
import { DELIVERY_STATES, type DeliveryState } from '../../src/shared/model/delivery';
import type { DeliveryId, RunId } from '../../src/shared/model/ids';
import { type ClockReport, REAL_TIME } from '../../src/shared/model/pace';
import { aDelivery, aRun } from '../support/rows';

export const aClock = (change: Partial<ClockReport> = {}): ClockReport => ({
  virtualMs: 1_000_000,
  wallMs: 1_000_000,
  rate: 1,
  pace: REAL_TIME,
  paused: false,
  jumpsTo: null,
  signatureTime: 'wall',
  inFlight: 0,
  nextAt: null,
  nextDeliveryId: null,
  ...change,
});

const someTotals = (deliveries = 0): Totals => ({
  byState: Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as Record<DeliveryState, number>,
  deliveries,
  attempts: 0,
  captures: 0,
  events: deliveries,
});

export const aRow = (ordinal: number, change: Partial<DeliveryRow> = {}): DeliveryRow => ({
  ...aDelivery(ordinal, {
    id: `dlv_${ordinal}` as DeliveryId,
    createdAt: ordinal * 1_000,
    changedAt: ordinal * 1_000,
    dueAt: null,
    nextTrigger: null,
    deferredFrom: null,
    budget: 8,
  }),
  marks: [],
  copies: 0,
  pinned: false,
  ...change,
});

export const aSnapshot = (revision: number, change: Partial<Snapshot> = {}): Snapshot => ({
  revision,
  run: aRun({ id: 'run_1' as RunId }),
  clock: aClock(),
  totals: someTotals(),
  endpoints: [],
  routes: [],
  sends: [],
  receiver: { kind: 'down', wantedPort: 7878, why: 'not started', https: { wantedPort: 7443, doors: [] } },
  host: { kind: 'browser', runtime: 'test', dataDir: '/data', version: '0', sandboxed: true },
  policies: 0,
  settings: DEFAULT_PREFERENCES,
  notices: [],
  ...change,
});

export const aFrame = (from: number, to: number, change: Partial<Frame> = {}): Frame => ({
  runId: 'run_1' as RunId,
  from,
  to,
  overflow: false,
  clock: aClock(),
  totals: someTotals(),
  deliveries: [],
  endpoints: [],
  events: [],
  routes: [],
  captures: [],
  sends: [],
  removed: { endpoints: [], routes: [], deliveries: [] },
  receiver: null,
  settings: null,
  policies: null,
  notices: null,
  ...change,
});
