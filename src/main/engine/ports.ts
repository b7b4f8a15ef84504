import type { KeptKind } from '../../shared/contract/preferences';
import type { LogRow } from '../../shared/log/rows';
import type { AgendaEntry, AgendaItem } from '../../shared/model/agenda';
import type { Attempt } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { HeaderList } from '../../shared/model/header';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId, RunId } from '../../shared/model/ids';
import type { Leap } from '../../shared/model/leap';
import type { Fault, InterimNote, Outcome, PhaseTimings, ReceivedResponse } from '../../shared/model/outcome';
import type { Pace } from '../../shared/model/pace';
import type { Route } from '../../shared/model/receiver';
import type { Run } from '../../shared/model/run';
import type { Step } from '../../shared/model/step';
import type { Policy, Timeouts } from '../../shared/policies/policy';
import type { LimitStore } from './limit-store';
import type { OrderStore } from './order-store';
import type { RouteCheckRecord } from './receiver-ports';

/** The system's two clocks and its alarm. Injected, so that tests own time. */
export interface SystemClock {
  /** Wall time, epoch ms: what we store and sign. */
  wallMs(): number;
  /** Monotonic ms with a fraction: what we subtract. It stands still while the machine sleeps. */
  elapsedMs(): number;
  /** Ms that the machine has slept since some fixed instant; absent where it cannot be told. */
  sleptMs?(): number;
  /**
   * Ms of `elapsedMs` in which this process did not run (it was stopped, or its thread blocked), since some fixed
   * instant; absent where it cannot be told.
   */
  stoodStillMs?(): number;
  /** Rings once, `afterMs` (0 to 2^31 - 1) of real time from now or a little later. Returns its own cancel. */
  ring(afterMs: number, bell: () => void): () => void;
}

export interface Chance {
  bytes(count: number): Uint8Array;
}

export type SendRequest = {
  readonly method: string;
  /** Sent exactly as it stands. */
  readonly url: string;
  /** Everything that stands on the wire, in order, `host` and `content-length` included. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly timeouts: Timeouts;
  readonly tls?: TlsOptions;
  /** The URL of a proxy, without a path; `tls` stays the target's. */
  readonly proxy?: string;
};

/** How https is spoken with one endpoint. Pass the same object for the same endpoint: connections are kept by it. */
export type TlsOptions = {
  /** PEM certificates that are trusted instead of the built-in ones. */
  readonly ca?: string;
  /** The client's certificate and key, PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** False accepts any certificate. */
  readonly verify?: boolean;
};

export type SendResult = {
  readonly outcome: Outcome;
  readonly response: ReceivedResponse | null;
  readonly timings: PhaseTimings;
  readonly interim: InterimNote | null;
  readonly remote: string | null;
};

/** One request, one outcome. Never rejects: what the world does is data, an abort is `interrupted`. */
export interface Sender {
  send(request: SendRequest, signal: AbortSignal): Promise<SendResult>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Standard Webhooks: the `v1,…` value over `id.timestamp.body`. */
export interface Signer {
  sign(secret: string, id: string, timestampS: number, body: Uint8Array): string;
}

/** What a commit touched, for the feed. `revision` grows by one with every commit. */
export type Change = {
  readonly revision: number;
  readonly deliveries: ReadonlySet<DeliveryId>;
  readonly endpoints: ReadonlySet<EndpointId>;
  readonly events: ReadonlySet<EventId>;
  readonly routes: ReadonlySet<RouteId>;
  readonly captures: ReadonlySet<CaptureId>;
};

/** The clock as it is kept over a restart. */
export type ClockRecord = {
  readonly virtualMs: number;
  readonly wallMs: number;
  readonly pace: Pace;
  readonly paused: boolean;
};

/** Where a deletion goes on: the run for kinds that are numbered in each run, and the number. */
export type OldCursor = { readonly runId: string; readonly after: number };

/** A run, and whether it is the one that goes on. */
export type RunRecord = Run & { readonly live: boolean };

/** A policy that a person made: as it is used, and as it was written. `base`: the built-in one that it extends. */
export type OwnPolicy = {
  readonly id: string;
  readonly policy: Policy;
  readonly base: string | null;
  readonly text: string;
  readonly savedWallAt: number;
};

/** A scenario that a person keeps, as it was written, right or not. */
export type OwnScenario = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly savedWallAt: number;
};

/** What a run was made from. */
export type RunScenario = { readonly fileName: string; readonly text: string };

export type Claimed = { readonly delivery: Delivery; readonly attempt: Attempt };

/**
 * The writer's side of the store, all synchronous on one connection. Writes are only allowed inside `transact`;
 * everything in it is committed together, or not at all.
 */
export interface EngineStore extends LimitStore, OrderStore {
  /** Runs `work` in one IMMEDIATE transaction, bumps the revision, and tells `onCommit` listeners afterwards. @throws whatever `work` throws, rolled back; Refusal `disk-full` */
  transact<T>(work: () => T): T;
  /** Called after each commit that changed anything. Returns its own cancel. */
  onCommit(listener: (change: Change) => void): () => void;
  revision(): number;

  liveRun(): Run | null;
  /** Newest first, without those that were removed. */
  runs(): readonly RunRecord[];
  /** The new run is the live one; the one before is frozen. */
  insertRun(run: Run): void;
  /** Makes a run the live one. */
  openRun(id: RunId): void;
  renameRun(id: RunId, name: string): void;
  /** A removed run can be taken back until it is purged. */
  setRunRemoved(id: RunId, removed: boolean): void;
  /** Deletes what belongs to removed runs, for good. Returns how many there were. */
  purgeRemovedRuns(): number;
  clock(runId: RunId): ClockRecord | null;
  saveClock(runId: RunId, clock: ClockRecord): void;
  /** Each ends later than the one before it. */
  insertLeap(runId: RunId, leap: Leap): void;
  /** The virtual time of the newest step: the clock never starts before it. */
  newestStepAt(runId: RunId): number | null;

  setting(key: string): string | null;
  saveSetting(key: string, value: string): void;
  removeSetting(key: string): void;

  /** Policies of one's own, by their ids; they belong to no run. */
  ownPolicies(): readonly OwnPolicy[];
  ownPolicy(id: string): OwnPolicy | null;
  saveOwnPolicy(own: OwnPolicy): void;
  removeOwnPolicy(id: string): void;

  /** Scenarios of one's own, newest first; they belong to no run. */
  ownScenarios(): readonly OwnScenario[];
  ownScenario(id: string): OwnScenario | null;
  saveOwnScenario(own: OwnScenario): void;
  removeOwnScenario(id: string): void;
  /** The scenario that a run was made from, or null. */
  runScenario(runId: RunId): RunScenario | null;
  saveRunScenario(runId: RunId, scenario: RunScenario): void;

  /**
   * Deletes history of one kind that is older than a wall instant (R11), of one run or of all (`runId` null), at most
   * `limit` rows looked at, after `cursor` (null begins). What waits, what is pinned, what a script goes on from, and the newest delivery of a run stay. Returns
   * how many were deleted, and where to go on; null: that was all.
   */
  deleteOld(
    kind: KeptKind,
    olderThanWallMs: number,
    cursor: OldCursor | null,
    limit: number,
    runId?: RunId | null,
  ): { readonly deleted: number; readonly next: OldCursor | null };

  /** 1 for the first of its kind in the run, then 2, 3 … */
  nextOrdinal(runId: RunId, kind: 'event' | 'endpoint' | 'delivery'): number;

  endpoints(runId: RunId): readonly Endpoint[];
  endpoint(id: EndpointId): Endpoint | null;
  insertEndpoint(endpoint: Endpoint, secret: string): void;
  updateEndpoint(endpoint: Endpoint): void;
  saveSecret(id: EndpointId, secret: string): void;
  secretOf(id: EndpointId): string | null;

  insertEvent(event: Event): void;
  event(id: EventId): Event | null;

  insertDelivery(delivery: Delivery): void;
  updateDelivery(delivery: Delivery): void;
  delivery(id: DeliveryId): Delivery | null;
  /** Whether a redelivery or replay of it waits for the end of its first attempt. By index. */
  hasUnsentCopy(id: DeliveryId): boolean;
  /** Deliveries of an endpoint that wait (queued, retrying, held or stale), oldest first, after a given ordinal. */
  waiting(endpointId: EndpointId, afterOrdinal: number, limit: number): readonly Delivery[];
  /** The earliest due delivery of an endpoint, or null. By index. */
  nextDue(endpointId: EndpointId): { readonly dueAt: number; readonly deliveryId: DeliveryId } | null;
  /** Up to `limit` deliveries of an endpoint that are due at or before virtual `now`, by due time then ordinal. By index. */
  due(endpointId: EndpointId, now: number, limit: number): readonly Delivery[];

  /** How many deliveries of an endpoint are due at or before virtual `now`. By index. */
  countDue(endpointId: EndpointId, now: number): number;
  /** How many deliveries of an endpoint are held. */
  heldCount(endpointId: EndpointId): number;
  /**
   * The earliest instant at which a sweep would change something in the run, or null. A purge of what is held does not
   * count: time never jumps to one. By index.
   */
  nextSweep(runId: RunId): number | null;
  /** Up to `limit` deliveries whose sweep came at or before virtual `now`, by that instant, then ordinal. By index. */
  sweepable(runId: RunId, now: number, limit: number): readonly Delivery[];

  /** Virtual instants of an endpoint's redeliveries after `since`, any order. By index. */
  redeliveriesSince(endpointId: EndpointId, since: number): readonly number[];
  insertRedelivery(endpointId: EndpointId, at: number): void;

  /** Plans of the run; `seq` is given by the order of insertion. */
  insertAgenda(runId: RunId, at: number, entry: AgendaEntry): void;
  /** The first planned entry, by instant, then `seq`, or null. By index. */
  nextAgenda(runId: RunId): AgendaItem | null;
  /** What is planned under `seq` and not done, or null. */
  agendaEntry(runId: RunId, seq: number): AgendaEntry | null;
  /** How many sends are planned and not done. */
  plannedSends(runId: RunId): number;
  moveAgenda(runId: RunId, item: AgendaItem): void;
  finishAgenda(runId: RunId, seq: number): void;

  /** What was sent under a client's key at that wall instant (epoch ms) or later, and of what it was made; or null. */
  sentUnder(runId: RunId, key: string, sinceWallMs: number): SentUnder | null;
  /** Keys of before `sinceWallMs` are forgotten. */
  saveSentUnder(runId: RunId, key: string, sent: SentUnder, wallMs: number, sinceWallMs: number): void;

  /** The highest ordinal that a delivery of the run has, or 0. */
  lastOrdinal(runId: RunId): number;
  /** The faults by which a delivery's attempts failed, in no order; null when one of them was answered. */
  faultsOf(deliveryId: DeliveryId): readonly Fault[] | null;
  /** Deliveries of an endpoint after one ordinal and up to another, both by ordinal, oldest first. */
  deliveriesOf(endpointId: EndpointId, afterOrdinal: number, upToOrdinal: number, limit: number): readonly Delivery[];
  /** Real ms that the newest captured request with this key was scripted to take on a route, or null. */
  scriptedDelayMs(routeId: RouteId, deliveryKey: string): number | null;

  /** Law 1: written before the first byte leaves. */
  insertAttempt(
    attempt: Attempt,
    /** `body` only where it is not the event's own bytes. */
    request: { method: string; url: string; headers: HeaderList; bodyBytes: number; body: Uint8Array | null },
  ): void;
  settleAttempt(attempt: Attempt, result: Pick<SendResult, 'response' | 'timings' | 'interim' | 'remote'> | null): void;
  /** Attempts of the run without an outcome: what the last session left in flight. */
  unsettled(runId: RunId): readonly Claimed[];

  appendStep(
    runId: RunId,
    entry: {
      at: number;
      wallAt: number;
      deliveryId: DeliveryId | null;
      endpointId: EndpointId | null;
      step: Step;
      error: string | null;
    },
  ): void;

  routes(runId: RunId): readonly Route[];
  insertRoute(route: Route, runId: RunId): void;
  updateRoute(route: Route): void;
  removeRoute(id: RouteId): void;
  /** Against what a route checks signatures; `secret` is its own one, null where there is none or it cannot be read. */
  routeCheck(id: RouteId): RouteCheckRecord;
  saveRouteCheck(id: RouteId, record: RouteCheckRecord): void;
}

/** `of` is a digest of what was asked for; `answer` what it was answered with. */
export type SentUnder = {
  readonly of: string;
  readonly answer: {
    readonly eventIds: readonly EventId[];
    readonly deliveryIds: readonly DeliveryId[];
    readonly planned: number;
  };
};

/** Writes whole runs that come as rows of a log file. Inside of `transact` only. */
export interface LogStore {
  /** @throws Refusal `conflict` when the folder has one of the runs */
  beginImport(runIds: readonly RunId[]): void;
  /**
   * A row after those that it refers to. Nobody sees a run before `finishImport`; one that is never finished is purged
   * at the next start. `secret` makes the one that an endpoint gets.
   * @throws Refusal `invalid` when it is there already, or refers to what is not
   */
  importRow(row: LogRow, secret: () => string): void;
  /** The runs are whole: frozen and paused, at the instant of their last step. */
  finishImport(runIds: readonly RunId[], wallMs: number): void;
  abandonImport(runIds: readonly RunId[]): void;
}
