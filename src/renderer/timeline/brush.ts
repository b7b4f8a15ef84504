import type { Span } from './folds';

/** Where a handle answers beside its edge, in px. */
export const HANDLE_PX = 11;
/** However short the part in view, it can be seen and taken hold of. */
const LEAST_PX = 6;
/** The edges of the part in view never come nearer to each other, in ms. */
const LEAST_MS = 20;

/** Where the part in view and *now* stand on an overview of `widthPx`. */
export function brushPx(
  { fromMs, toMs }: Span,
  view: Span,
  nowMs: number,
  widthPx: number,
): { readonly left: number; readonly right: number; readonly nowPx: number } {
  const perMs = widthPx / (toMs - fromMs);
  const within = (px: number): number => Math.min(widthPx, Math.max(0, px));
  const left = Math.min(within((view.fromMs - fromMs) * perMs), widthPx - LEAST_PX);
  const right = Math.max(left + LEAST_PX, within((view.toMs - fromMs) * perMs));
  return { left, right, nowPx: (nowMs - fromMs) * perMs };
}

/** A view with one edge moved to an instant; the other edge stays, and is never passed. */
export const movedEdge = ({ fromMs, toMs }: Span, edge: 'from' | 'to', atMs: number): Span =>
  edge === 'from'
    ? { fromMs: Math.min(atMs, toMs - LEAST_MS), toMs }
    : { fromMs, toMs: Math.max(atMs, fromMs + LEAST_MS) };
