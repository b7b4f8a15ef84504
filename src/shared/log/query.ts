import type { Filter } from '../filter/filter';
import type { DeliveryState } from '../model/delivery';
import type { DeliveryId, EndpointId, RunId } from '../model/ids';
import type { RowKind } from './rows';

/** Which deliveries, with all that belongs to them. All conditions have to hold. */
export type DeliveryFilter = {
  readonly ids: readonly DeliveryId[] | null;
  readonly states: readonly DeliveryState[] | null;
  readonly endpointId: EndpointId | null;
  /** Literal text, contained in the event's type or in an id. */
  readonly text: string;
  /** A filter as the filter bar reads it, as it was typed, and the instant that its spans count from (virtual epoch ms). */
  readonly only: { readonly typed: string; readonly filter: Filter; readonly nowMs: number } | null;
  /** Deliveries that were made in this span of virtual time (epoch ms), both ends included. */
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
};

export const NO_FILTER: DeliveryFilter = {
  ids: null,
  states: null,
  endpointId: null,
  text: '',
  only: null,
  sinceMs: null,
  untilMs: null,
};

/**
 * What of the log is read. `runId` null: every run. `filter` null: everything that the runs hold; otherwise what
 * belongs to the deliveries that match.
 */
export type LogQuery = { readonly runId: RunId | null; readonly filter: DeliveryFilter | null };

/** What a log holds, counted when it was opened. */
export type LogHead = {
  readonly runs: readonly { readonly id: RunId; readonly name: string; readonly startedAt: number }[];
  readonly rows: Readonly<Record<RowKind, number>>;
  /** Its deliveries by state. */
  readonly states: Readonly<Partial<Record<DeliveryState, number>>>;
};
