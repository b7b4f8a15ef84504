import { FOLD_PX, type Span } from './folds';

/** Virtual time to px and back, straight but for folds. Both ways are monotone, and each undoes the other. */
export type TimeScale = {
  readonly msPerPx: number;
  readonly folds: readonly Span[];
  /** @param atMs virtual epoch ms @returns px from the plot's left edge */
  readonly x: (atMs: number) => number;
  /** @param px from the plot's left edge @returns virtual epoch ms */
  readonly t: (px: number) => number;
  /** The fold whose strip covers `px`, if any. */
  readonly foldAtPx: (px: number) => Span | null;
  /** Whether a fold's strip touches the px from `left` to `right`: no words stand there. */
  readonly foldBetween: (left: number, right: number) => boolean;
};

/**
 * @param folds disjoint and in order, each longer than its strip at this zoom
 * @param anchor the instant that stays at a place, whatever is folded
 */
export function timeScale(
  msPerPx: number,
  folds: readonly Span[],
  anchor: { readonly atMs: number; readonly px: number },
): TimeScale {
  const count = folds.length;
  const savedBefore = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const fold = folds[i];
    if (fold !== undefined) savedBefore[i + 1] = at(savedBefore, i) + saving(fold, msPerPx);
  }

  const foldBefore = (atMs: number): number => lastIndex(count, (i) => (folds[i]?.fromMs ?? Infinity) <= atMs);
  const saved = (atMs: number): number => {
    const i = foldBefore(atMs);
    const fold = folds[i];
    if (fold === undefined) return 0;
    if (atMs >= fold.toMs) return at(savedBefore, i + 1);
    return at(savedBefore, i) + (saving(fold, msPerPx) * (atMs - fold.fromMs)) / (fold.toMs - fold.fromMs);
  };
  const savedAtAnchor = saved(anchor.atMs);
  const x = (atMs: number): number => anchor.px + (atMs - anchor.atMs) / msPerPx - (saved(atMs) - savedAtAnchor);

  const lefts = new Float64Array(count);
  for (let i = 0; i < count; i++) lefts[i] = x(folds[i]?.fromMs ?? 0);
  const foldLeftOf = (px: number): number => lastIndex(count, (i) => at(lefts, i) <= px);

  const t = (px: number): number => {
    const i = foldLeftOf(px);
    const fold = folds[i];
    if (fold === undefined) {
      const next = folds[0];
      return next === undefined
        ? anchor.atMs + (px - anchor.px) * msPerPx
        : next.fromMs - (at(lefts, 0) - px) * msPerPx;
    }
    const into = px - at(lefts, i);
    if (into < FOLD_PX) return fold.fromMs + (into / FOLD_PX) * (fold.toMs - fold.fromMs);
    return fold.toMs + (into - FOLD_PX) * msPerPx;
  };

  const foldAtPx = (px: number): Span | null => {
    const i = foldLeftOf(px);
    return px - (lefts[i] ?? -Infinity) < FOLD_PX ? (folds[i] ?? null) : null;
  };
  const foldBetween = (left: number, right: number): boolean =>
    (lefts[foldLeftOf(right)] ?? -Infinity) + FOLD_PX > left;

  return { msPerPx, folds, x, t, foldAtPx, foldBetween };
}

const at = (values: Float64Array, i: number): number => values[i] ?? 0;
const saving = (fold: Span, msPerPx: number): number => (fold.toMs - fold.fromMs) / msPerPx - FOLD_PX;

/** The last index below `count` for which `holds` is true, where it is true up to some index; -1 for none. */
export function lastIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
