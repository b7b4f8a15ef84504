import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { baseDelayMs } from '../../shared/rules/schedule';
import { foldsOf, foldThresholdPx, longGaps, type Span } from './folds';
import { itemsBetween, type Layout, type LayoutItem, type RowItem, type SharedItem } from './layout';
import { type Placed, placeMarks, sharedMarks } from './place';
import { type Mark, type RowModel, rowModel } from './row-model';
import { type TimeScale, timeScale } from './scale';

/** The instant that stands at a place of the plot, and how much a pixel holds. */
export type View = { readonly msPerPx: number; readonly anchorMs: number; readonly anchorPx: number };

const NO_INSTANTS = new Float64Array(0);

/** Further plans count as instants only while few rows wait: thousands of them leave no idle span to fold. */
const FEW_WAITING = 60;

/** Every instant at which something happened or is due, sorted. Folds lie between them. */
export function instantsOf(rows: readonly DeliveryRow[], endpoints: readonly EndpointView[]): Float64Array {
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const found: number[] = [];
  const withPlans = rows.reduce((sum, row) => sum + (row.dueAt === null ? 0 : 1), 0) <= FEW_WAITING;
  for (const row of rows) {
    for (const { startedAt, endedAt } of row.marks) {
      found.push(startedAt);
      if (endedAt !== null) found.push(endedAt);
    }
    if (row.marks.length === 0) found.push(row.createdAt);
    if (row.dueAt !== null) found.push(row.dueAt);
    if (row.state === 'held' || row.state === 'cancelled') found.push(row.changedAt);
    const endpoint = endpointOf.get(row.endpointId);
    if (withPlans && endpoint !== undefined) {
      for (const { nominalMs } of rowModel(row, endpoint).further) found.push(nominalMs);
    }
  }
  return found.length === 0 ? NO_INSTANTS : Float64Array.from(found).sort();
}

/** Gaps depend on the instants and the zoom alone: found once for both, not once a frame. */
export class FoldFinder {
  #instants: Float64Array | null = null;
  #thresholdMs = 0;
  #gaps: readonly Span[] = [];

  folds(instants: Float64Array, nowMs: number, msPerPx: number, plotPx: number, opened: readonly number[]): Span[] {
    const thresholdMs = foldThresholdPx(plotPx) * msPerPx;
    if (instants !== this.#instants || thresholdMs !== this.#thresholdMs) {
      this.#instants = instants;
      this.#thresholdMs = thresholdMs;
      this.#gaps = longGaps(instants, thresholdMs);
    }
    return foldsOf({ instants, nowMs, msPerPx, plotPx, opened }, this.#gaps);
  }
}

/** From the first thing that happened to the last that did or is due next, without what hangs on further failures. */
export function runSpan(rows: readonly DeliveryRow[]): Span | null {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { createdAt, dueAt, marks } of rows) {
    const last = marks[marks.length - 1];
    fromMs = Math.min(fromMs, createdAt);
    toMs = Math.max(toMs, dueAt ?? createdAt, last?.endedAt ?? last?.startedAt ?? createdAt);
  }
  return rows.length === 0 ? null : { fromMs, toMs };
}

export const scaleOf = (view: View, folds: readonly Span[]): TimeScale =>
  timeScale(view.msPerPx, folds, { atMs: view.anchorMs, px: view.anchorPx });

type SpanRequest = {
  readonly instants: Float64Array;
  readonly nowMs: number;
  readonly plotPx: number;
  readonly fold: boolean;
  /** Room at both ends. */
  readonly marginPx: number;
  /** A shorter span is given as much room as this one. */
  readonly leastMs: number;
};

/** The zoom at which the whole run, and *now*, fits between two margins. */
export function fitView(run: Span, instants: Float64Array, nowMs: number, plotPx: number, fold: boolean): View {
  const span = { fromMs: Math.min(run.fromMs, nowMs), toMs: Math.max(run.toMs, nowMs) };
  return spanView(span, { instants, nowMs, plotPx, fold, marginPx: Math.min(64, plotPx / 8), leastMs: 10_000 });
}

/**
 * The zoom at which a span fills the plot between two margins.
 * Found by halving on the logarithm: folds make the width fall with the zoom in steps, never rise by much.
 */
export function spanView(
  { fromMs, toMs }: Span,
  { instants, nowMs, plotPx, fold, marginPx, leastMs }: SpanRequest,
): View {
  const room = Math.max(1, plotPx - 2 * marginPx);
  const widthAt = (msPerPx: number): number => {
    const folds = fold ? foldsOf({ instants, nowMs, msPerPx, plotPx, opened: [] }) : [];
    return timeScale(msPerPx, folds, { atMs: fromMs, px: 0 }).x(toMs);
  };
  let low = Math.log(0.05);
  let high = Math.log(Math.max(1, (toMs - fromMs) / room));
  if (high < low) high = low;
  for (let i = 0; i < 32; i++) {
    const middle = (low + high) / 2;
    if (widthAt(Math.exp(middle)) > room) low = middle;
    else high = middle;
  }
  const msPerPx = Math.max(Math.exp(high), leastMs / room);
  return { msPerPx, anchorMs: fromMs, anchorPx: marginPx + Math.max(0, (room - widthAt(msPerPx)) / 2) };
}

/** A delivery from its beginning to the last attempt that it may still come to, or to what happened to it last. */
export function deliverySpan(row: DeliveryRow, endpoint: Pick<EndpointView, 'policy' | 'inTurn'>): Span {
  const { marks, further, next } = rowModel(row, endpoint);
  const last = marks[marks.length - 1];
  const ends = [row.createdAt, last?.atMs ?? 0, next?.band?.toMs ?? 0, further[further.length - 1]?.toMs ?? 0];
  return { fromMs: row.createdAt, toMs: Math.max(...ends) };
}

/**
 * The zoom to begin with: the waits in hand decide. Seconds-long schedules show 75 s, others about three of their
 * usual waits, so that the one in progress and the one before it are both in view.
 */
export function firstMsPerPx(rows: readonly DeliveryRow[], endpoints: readonly EndpointView[], plotPx: number): number {
  const waits = rows.flatMap(({ wait }) => (wait === null ? [] : [wait.nominalMs])).sort((a, b) => a - b);
  const middle = waits[waits.length >> 1];
  const firstWaits = endpoints.map(({ policy }) => baseDelayMs(policy.schedule, 1));
  const usual = middle ?? (firstWaits.length === 0 ? 0 : Math.max(...firstWaits));
  return Math.min(2 * 86_400_000, Math.max(75_000, usual * 3)) / plotPx;
}

/** A row on screen with its marks in place. */
export type VisibleRow = {
  readonly item: RowItem | SharedItem;
  readonly model: RowModel | null;
  readonly marks: readonly Mark[];
  readonly placed: readonly Placed[];
};

const shared = new WeakMap<readonly DeliveryRow[], readonly Mark[]>();

export function marksOf(item: RowItem | SharedItem): readonly Mark[] {
  if (item.kind === 'row') return rowModel(item.row, item.endpoint).marks;
  const known = shared.get(item.rows);
  if (known !== undefined) return known;
  const marks = sharedMarks(item.rows);
  shared.set(item.rows, marks);
  return marks;
}

/** A row's marks between the plot's edges (with room for half a pill). */
export function visibleRow(item: RowItem | SharedItem, scale: TimeScale, nowMs: number, plotPx: number): VisibleRow {
  const marks = marksOf(item);
  const plain = item.kind === 'shared';
  return {
    item,
    model: item.kind === 'row' ? rowModel(item.row, item.endpoint) : null,
    marks,
    placed: placeMarks({ marks, scale, nowMs, fromPx: -80, toPx: plotPx + 16, plain }),
  };
}

export function visibleItems(layout: Layout, top: number, bottom: number): readonly LayoutItem[] {
  const { from, to } = itemsBetween(layout, top, bottom);
  return layout.items.slice(from, to);
}
