import type { Stage } from './stage';

/** What the pointer did, in px from the plot's top left corner; negative `x` lies on the labels. */
type GestureHandlers = {
  readonly onHover: (at: { readonly x: number; readonly y: number } | null) => void;
  readonly onClick: (x: number, y: number) => void;
  /** Answers whether there was something to open. */
  readonly onOpen: (x: number, y: number) => boolean;
  /** @param at px from the window's top left corner */
  readonly onMenu: (x: number, y: number, at: { readonly x: number; readonly y: number }) => void;
};

const WHEEL_ZOOM = 0.0022;
const DRAG_FROM_PX = 4;

/** Deltas of a wheel come in lines or pages from some devices. */
const wheelPx = (delta: number, mode: number): number => delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1);

/**
 * Wheel, drag and double click on the timeline. Ctrl+wheel (a pinch arrives as one) zooms at the pointer, Shift+wheel
 * or a sideways wheel pans, the plain wheel scrolls the rows. Returns what undoes it.
 */
export function listenToGestures(
  surface: HTMLElement,
  plot: HTMLElement,
  scroller: HTMLElement,
  stage: Stage,
  on: GestureHandlers,
): () => void {
  let drag: { readonly id: number; lastX: number; readonly startX: number; moved: boolean } | null = null;
  const placeOf = (event: MouseEvent): { x: number; y: number } => {
    const box = plot.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  // Controls in headers and labels act for themselves.
  const isControl = (event: Event): boolean =>
    event.target instanceof Element && event.target.closest('button') !== null;

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const dy = wheelPx(event.deltaY, event.deltaMode);
    const dx = wheelPx(event.deltaX, event.deltaMode);
    if (event.ctrlKey || event.metaKey) stage.zoom(Math.exp(-dy * WHEEL_ZOOM), Math.max(0, placeOf(event).x));
    else if (event.shiftKey) stage.pan(-(dx === 0 ? dy : dx));
    else if (Math.abs(dx) > Math.abs(dy)) stage.pan(-dx);
    else scroller.scrollTop += dy;
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isControl(event) || placeOf(event).x < 0) return;
    drag = { id: event.pointerId, lastX: event.clientX, startX: event.clientX, moved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null || drag.id !== event.pointerId) {
      on.onHover(placeOf(event));
      return;
    }
    if (!drag.moved && Math.abs(event.clientX - drag.startX) < DRAG_FROM_PX) return;
    if (!drag.moved) {
      surface.setPointerCapture(event.pointerId);
      surface.classList.add('is-dragged');
      on.onHover(null);
    }
    drag.moved = true;
    stage.pan(event.clientX - drag.lastX);
    drag.lastX = event.clientX;
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (drag === null || drag.id !== event.pointerId) return;
    const { moved } = drag;
    drag = null;
    surface.classList.remove('is-dragged');
    if (moved) return;
    const { x, y } = placeOf(event);
    on.onClick(x, y);
  };
  const onPointerLeave = (): void => on.onHover(null);
  const onDoubleClick = (event: MouseEvent): void => {
    if (isControl(event)) return;
    const { x, y } = placeOf(event);
    if (!on.onOpen(x, y) && x >= 0) stage.zoom(event.shiftKey ? 0.5 : 2, x);
  };
  const onLabelClick = (event: MouseEvent): void => {
    const { x, y } = placeOf(event);
    if (x < 0 && !isControl(event)) on.onClick(x, y);
  };
  const onPointerCancel = (): void => {
    drag = null;
    surface.classList.remove('is-dragged');
  };

  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    // By the keyboard it comes from the scroller itself, whose keys know the focused mark.
    if (event.button !== 2) return;
    const { x, y } = placeOf(event);
    on.onMenu(x, y, { x: event.clientX, y: event.clientY });
  };

  const off = new AbortController();
  const { signal } = off;
  surface.addEventListener('wheel', onWheel, { signal, passive: false });
  surface.addEventListener('pointerdown', onPointerDown, { signal });
  surface.addEventListener('pointermove', onPointerMove, { signal });
  surface.addEventListener('pointerup', onPointerUp, { signal });
  surface.addEventListener('pointercancel', onPointerCancel, { signal });
  surface.addEventListener('pointerleave', onPointerLeave, { signal });
  surface.addEventListener('dblclick', onDoubleClick, { signal });
  surface.addEventListener('click', onLabelClick, { signal });
  surface.addEventListener('contextmenu', onContextMenu, { signal });
  return () => off.abort();
}
