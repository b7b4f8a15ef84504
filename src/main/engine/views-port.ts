import type { CommandInput } from '../../shared/contract/commands';
import type { KeptKind } from '../../shared/contract/preferences';
import type { Stats } from '../../shared/contract/stats';
import type {
  AttemptDetail,
  CaptureDetail,
  CaptureRow,
  DeliveryDetail,
  DeliveryRow,
  EndpointHistory,
  EndpointView,
  EventDetail,
  KindCounts,
  Page,
  PastView,
  PlannedSend,
  RouteView,
  Totals,
} from '../../shared/contract/views';
import type { Filter } from '../../shared/filter/filter';
import type { LogHead, LogQuery } from '../../shared/log/query';
import type { LogRow } from '../../shared/log/rows';
import type { EventSummary } from '../../shared/model/event';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId, RunId } from '../../shared/model/ids';
import type { LeapGroup } from '../../shared/model/leap';
import type { StepRecord } from '../../shared/model/step';

/** What a list of deliveries is asked for. */
export type DeliveryQuery = Omit<CommandInput<'delivery.list'>, 'asOf' | 'filter'> & Filtered;
export type CaptureQuery = Omit<CommandInput<'capture.list'>, 'filter'> & Filtered;

/** A filter, and what its times are counted from, virtual epoch ms. */
export type Only = { readonly filter: Filter; readonly nowMs: number };

/** The `seq` of the newest step, and the number of the newest capture. */
export type LogPlace = { readonly step: number; readonly capture: number };
export type NumberedCapture = { readonly number: number; readonly row: CaptureRow };

/** Without it every row stands in the list. */
type Filtered = { readonly only?: Only | null };

export type LogOrder = 'plain' | 'grouped';

/** What an export needs of the views. */
export type LogViews = Pick<Views, 'openLog' | 'readLog' | 'closeLog'>;

/**
 * The reader's side of the store: lists, details and counts over a connection of its own that can live in another
 * thread, so that a slow search never makes an attempt late. Every answer is at least as new as the last commit
 * that was made before the call.
 */
export interface Views {
  totals(runId: RunId): Promise<Totals>;
  /** Without those that were deleted, in the order of their creation. `ids` null: all. */
  endpoints(runId: RunId, ids: readonly EndpointId[] | null): Promise<readonly EndpointView[]>;
  /** What an endpoint went through between two virtual instants (epoch ms). By index, whatever the span. */
  endpointHistory(id: EndpointId, fromMs: number, toMs: number): Promise<EndpointHistory>;
  /**
   * Where virtual time of a run passed at once between two instants (epoch ms), oldest first; where there are more than
   * `LIMITS.levelPoints`, those that are near to each other together.
   */
  leaps(runId: RunId, fromMs: number, toMs: number): Promise<readonly LeapGroup[]>;
  /** `url` of each row is the path only; the host of the receiver is added by the caller. */
  routes(runId: RunId, ids: readonly RouteId[] | null): Promise<readonly RouteView[]>;
  deliveries(ids: readonly DeliveryId[]): Promise<readonly DeliveryRow[]>;
  /** The sends of the run's agenda that are not done, the next one first, at most 20. */
  plannedSends(runId: RunId): Promise<readonly PlannedSend[]>;
  events(ids: readonly EventId[]): Promise<readonly EventSummary[]>;
  captures(ids: readonly CaptureId[]): Promise<readonly CaptureRow[]>;

  /** A filter may leave a page short, or empty: the list goes on as long as `next` says where. */
  listDeliveries(runId: RunId, query: DeliveryQuery): Promise<Page<DeliveryRow>>;
  listEvents(runId: RunId, query: CommandInput<'event.list'>): Promise<Page<EventSummary>>;
  listCaptures(runId: RunId, query: CaptureQuery): Promise<Page<CaptureRow>>;
  /** What charts show; bounded, whatever the store holds. */
  stats(runId: RunId, query: CommandInput<'stats.read'>): Promise<Stats>;
  /** Where the run's log and its captures end; 0 where there is none. */
  logEnd(runId: RunId): Promise<LogPlace>;
  /** Captures in the order of their arrival, after a number of them. An empty page is the end. */
  capturesAfter(runId: RunId, number: number, limit: number): Promise<readonly NumberedCapture[]>;
  /** The run's log in its order, after a `seq`. An empty page is the end. */
  stepsAfter(runId: RunId, seq: number, limit: number): Promise<readonly StepRecord[]>;
  /** Deliveries in the order of their creation, after an ordinal. An empty page is the end. */
  deliveriesAfter(runId: RunId, ordinal: number, limit: number): Promise<readonly DeliveryRow[]>;
  /** The details are null when there is no such row. */
  delivery(id: DeliveryId): Promise<DeliveryDetail | null>;
  attempt(deliveryId: DeliveryId, n: number): Promise<AttemptDetail | null>;
  event(id: EventId): Promise<EventDetail | null>;
  capture(id: CaptureId): Promise<CaptureDetail | null>;
  /** How much there is of each kind, in all runs. */
  kindCounts(): Promise<KindCounts>;
  /** How many of a kind `deleteOld` of the store would delete. Looks at all of them. */
  countOld(kind: KeptKind, olderThanWallMs: number, runId?: RunId | null): Promise<number>;
  /** How many captures of a run, or of one of its routes, are pinned. */
  countPinned(runId: RunId, routeId: RouteId | null): Promise<number>;

  /** The run as it was at a virtual instant, or some steps before or after a place in its log. */
  past(runId: RunId, to: CommandInput<'past.look'>['to']): Promise<PastView>;
  /** As `listDeliveries`, of the deliveries as they were when the log had come to `seq`; times count from then. */
  pastDeliveries(runId: RunId, query: DeliveryQuery, seq: number): Promise<Page<DeliveryRow>>;
  /** Null too when it was not there yet. */
  pastDelivery(id: DeliveryId, seq: number): Promise<DeliveryDetail | null>;
  /** An attempt that had not ended by then has no response; null too when it had not begun. */
  pastAttempt(deliveryId: DeliveryId, n: number, seq: number): Promise<AttemptDetail | null>;

  /**
   * Opens a log for an export: all of it is of one commit, whatever is written until `closeLog`. `plain` has it kind by
   * kind; `grouped` has runs and endpoints, then each delivery behind its event and before its attempts and steps.
   * @throws Refusal `conflict` when too many are open
   */
  openLog(query: LogQuery, order: LogOrder): Promise<{ readonly id: number; readonly head: LogHead }>;
  /** The next rows, about a MiB of them; an empty page is the end. @throws Refusal `unavailable` once it is closed */
  readLog(id: number): Promise<readonly LogRow[]>;
  /** Idempotent. */
  closeLog(id: number): Promise<void>;
  close(): Promise<void>;
}
