/** A stretch of the plot, in px from its left edge. */
export type PxSpan = { readonly left: number; readonly right: number };

type SpanDragHandlers = {
  /** Whether a press begins a drag. */
  readonly begins: (event: PointerEvent) => boolean;
  /** What is spanned so far; null when it is over. */
  readonly onMove: (span: PxSpan | null) => void;
  readonly onSpan: (span: PxSpan) => void;
};

const DRAG_FROM_PX = 4;

/** Dragging a stretch of time on a surface above or on the plot; Esc gives it up. Returns what undoes it. */
export function listenToSpanDrags(surface: HTMLElement, plot: HTMLElement, on: SpanDragHandlers): () => void {
  let drag: { readonly id: number; readonly startX: number } | null = null;
  const off = new AbortController();
  const { signal } = off;
  const xOf = (event: PointerEvent): number => {
    const box = plot.getBoundingClientRect();
    return Math.min(box.width, Math.max(0, event.clientX - box.left));
  };
  const spanOf = (event: PointerEvent, startX: number): PxSpan | null => {
    const x = xOf(event);
    return Math.abs(x - startX) < DRAG_FROM_PX ? null : { left: Math.min(x, startX), right: Math.max(x, startX) };
  };
  const end = (): void => {
    drag = null;
    on.onMove(null);
  };
  const onPointerDown = (event: PointerEvent): void => {
    const box = plot.getBoundingClientRect();
    if (event.button !== 0 || event.clientX < box.left || !on.begins(event)) return;
    drag = { id: event.pointerId, startX: xOf(event) };
    surface.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null || drag.id !== event.pointerId) return;
    on.onMove(spanOf(event, drag.startX));
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (drag === null || drag.id !== event.pointerId) return;
    const span = spanOf(event, drag.startX);
    end();
    if (span === null) return;
    // The click that ends a drag is none.
    const swallow = (click: Event): void => click.stopPropagation();
    surface.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => surface.removeEventListener('click', swallow, { capture: true }), 0);
    on.onSpan(span);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (drag === null || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  surface.addEventListener('pointerdown', onPointerDown, { signal });
  surface.addEventListener('pointermove', onPointerMove, { signal });
  surface.addEventListener('pointerup', onPointerUp, { signal });
  surface.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
  return () => off.abort();
}
