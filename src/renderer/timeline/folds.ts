/** A stretch of virtual time, epoch ms. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** The width of a folded span, in px. */
export const FOLD_PX = 26;
/** What stays visible on both sides of a fold, in px, so that a mark never touches the torn edge. */
export const FOLD_MARGIN_PX = 24;
/** An idle span that would fill more than this share of the plot is folded. */
const FOLD_SHARE = 1 / 5;

type FoldRequest = {
  /** Instants at which something happens, sorted. */
  readonly instants: Float64Array;
  readonly nowMs: number;
  readonly msPerPx: number;
  readonly plotPx: number;
  /** Instants inside spans that a person unfolded. */
  readonly opened: readonly number[];
};

/** The shortest gap that is folded: never one in which margins and strip would need more room than the gap. */
export const foldThresholdPx = (plotPx: number): number => Math.max(plotPx * FOLD_SHARE, 2 * FOLD_MARGIN_PX + FOLD_PX);

/** Gaps between neighbours that are longer than `thresholdMs`, in order. */
export function longGaps(instants: Float64Array, thresholdMs: number): Span[] {
  const gaps: Span[] = [];
  let previous = Number.NaN;
  for (const at of instants) {
    if (at - previous > thresholdMs) gaps.push({ fromMs: previous, toMs: at });
    previous = at;
  }
  return gaps;
}

/** *Now* is an instant like any other, but it moves: it splits the gap in which it lies, or opens one at an end. */
function splitAtNow(
  gaps: readonly Span[],
  instants: Float64Array,
  nowMs: number,
  thresholdMs: number,
): readonly Span[] {
  const first = instants[0];
  const last = instants[instants.length - 1];
  if (first === undefined || last === undefined) return gaps;
  const isLong = ({ fromMs, toMs }: Span) => toMs - fromMs > thresholdMs;
  if (nowMs > last) return [...gaps, { fromMs: last, toMs: nowMs }].filter(isLong);
  if (nowMs < first) return [{ fromMs: nowMs, toMs: first }, ...gaps].filter(isLong);
  const index = gaps.findIndex(({ fromMs, toMs }) => fromMs < nowMs && nowMs < toMs);
  const gap = gaps[index];
  if (gap === undefined) return gaps;
  const halves = [
    { fromMs: gap.fromMs, toMs: nowMs },
    { fromMs: nowMs, toMs: gap.toMs },
  ].filter(isLong);
  return [...gaps.slice(0, index), ...halves, ...gaps.slice(index + 1)];
}

/** The folds of a view: disjoint, in order, each inside an idle span with a margin at both ends. */
export function foldsOf({ instants, nowMs, msPerPx, plotPx, opened }: FoldRequest, gaps?: readonly Span[]): Span[] {
  const thresholdMs = foldThresholdPx(plotPx) * msPerPx;
  const marginMs = FOLD_MARGIN_PX * msPerPx;
  return splitAtNow(gaps ?? longGaps(instants, thresholdMs), instants, nowMs, thresholdMs)
    .filter(({ fromMs, toMs }) => !opened.some((at) => at > fromMs && at < toMs))
    .map(({ fromMs, toMs }) => ({ fromMs: fromMs + marginMs, toMs: toMs - marginMs }));
}
