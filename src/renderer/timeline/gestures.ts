import type { Stage } from './stage';

/** What the pointer did, in px from the plot's top left corner; negative `x` lies on the labels. */
type GestureHandlers = {
  readonly onHover: (at: { readonly x: number; readonly y: number } | null) => void;
  /** Answers whether something came of it that a second click at once is not meant for. */
  readonly onClick: (x: number, y: number, event: MouseEvent) => boolean;
  /** The second click of a double click. */
  readonly onDoubleClick: (x: number, y: number, event: MouseEvent) => void;
  /** @param at px from the window's top left corner */
  readonly onMenu: (x: number, y: number, at: { readonly x: number; readonly y: number }) => void;
};

const WHEEL_ZOOM = 0.0022;
const DRAG_FROM_PX = 4;

/** Deltas of a wheel come in lines or pages from some devices. */
const wheelPx = (delta: number, mode: number): number => delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1);

/**
 * Wheel, drag, click and double click on the timeline. Ctrl+wheel (a pinch arrives as one) zooms at the pointer, Shift+wheel
 * or a sideways wheel pans, the plain wheel scrolls the rows. Shift+drag is another's (span-drag.ts). Returns what undoes it.
 */
export function listenToGestures(
  surface: HTMLElement,
  plot: HTMLElement,
  scroller: HTMLElement,
  stage: Stage,
  on: GestureHandlers,
): () => void {
  let drag: { readonly id: number; lastX: number; readonly startX: number; moved: boolean } | null = null;
  let wasDragged = false;
  let wasTaken = false;
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
    wasDragged = false;
    if (event.button !== 0 || event.shiftKey || isControl(event) || placeOf(event).x < 0) return;
    drag = { id: event.pointerId, lastX: event.clientX, startX: event.clientX, moved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag === null || drag.id !== event.pointerId) {
      on.onHover(event.buttons === 0 ? placeOf(event) : null);
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
    wasDragged = drag.moved;
    drag = null;
    surface.classList.remove('is-dragged');
  };
  const onPointerLeave = (): void => on.onHover(null);
  const onClick = (event: MouseEvent): void => {
    if (isControl(event) || wasDragged) return;
    const { x, y } = placeOf(event);
    if (event.detail < 2) wasTaken = on.onClick(x, y, event);
    // What the first click opened has moved what stands under the pointer.
    else if (!wasTaken) on.onDoubleClick(x, y, event);
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
  surface.addEventListener('click', onClick, { signal });
  surface.addEventListener('contextmenu', onContextMenu, { signal });
  return () => off.abort();
}
