import { type KeyboardEvent, type RefObject, useCallback } from 'react';
import type { DeliveryId } from '../../shared/model/ids';
import { type Focus, keyAction, walk } from './keyboard';
import { instantOf } from './place';
import { marksOf } from './scene';
import { attemptOf, boxOf, itemByKey, sayTarget } from './spotlight';
import { type Stage, ZOOM_STEP } from './stage';
import type { Spotlight } from './use-spotlight';

type OpenAttempt = (id: DeliveryId, n: number | null) => void;

type KeysRequest = {
  readonly stage: Stage | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spotlight: Spotlight;
  readonly onOpen: OpenAttempt;
  /** Zooms to the whole of a delivery. */
  readonly onZoomTo: (id: DeliveryId | null) => void;
  readonly onMenu: ((id: DeliveryId, at: { readonly x: number; readonly y: number }) => void) | undefined;
};

/** How near to the edges of the plot a focused mark may stand, in px. */
const EDGE_PX = 40;

/** The keys of the timeline: walking its marks, and moving the view. */
export function useTimelineKeys({ stage, scroller, spotlight, onOpen, onZoomTo, onMenu }: KeysRequest) {
  const { focus, focusOn, close, pin } = spotlight;
  const hasCard = spotlight.card !== null;
  return useCallback(
    (event: KeyboardEvent<HTMLDivElement>): void => {
      if (stage === null || event.target !== event.currentTarget) return;
      const action = keyAction(event);
      // Without a card to close, Esc is for whoever comes next.
      if (action === null || (action.kind === 'close' && !hasCard)) return;
      event.preventDefault();
      const found = focus === null ? null : findMark(stage, focus);
      switch (action.kind) {
        case 'walk': {
          const next = walk({ layout: stage.layout, marksOf, nowMs: stage.nowMs }, focus, action.step);
          if (next === null) return;
          reveal(stage, scroller.current, next);
          focusOn({ ...next, pill: null });
          return;
        }
        case 'now':
          stage.setFollow(true);
          return;
        case 'fit':
          stage.fit();
          return;
        case 'zoom-in':
        case 'zoom-out':
          stage.zoom(
            action.kind === 'zoom-in' ? ZOOM_STEP : 1 / ZOOM_STEP,
            found === null ? undefined : stage.scale.x(found.atMs),
          );
          return;
        case 'zoom-to':
          onZoomTo(found?.deliveryId ?? null);
          return;
        case 'pin':
          if (focus !== null) pin(focus);
          return;
        case 'fold':
          stage.setFold(!stage.state().fold);
          return;
        case 'go':
          if (found !== null) stage.goTo(found.atMs);
          return;
        case 'open':
          if (found !== null) onOpen(found.deliveryId, found.n);
          return;
        case 'menu': {
          const box = focus === null ? null : boxOf(stage, { ...focus, pill: null });
          const plot = scroller.current?.querySelector('canvas')?.getBoundingClientRect();
          if (found === null || box === null || plot === undefined) return;
          close();
          onMenu?.(found.deliveryId, { x: plot.left + box.px, y: plot.top + box.rowBottom });
          return;
        }
        case 'copy': {
          const words = focus === null ? null : sayTarget(stage, focus);
          // Without permission for the clipboard nothing is copied, and there is nothing else to be done about it.
          if (words !== null) void navigator.clipboard.writeText(words).catch(() => undefined);
          return;
        }
        case 'close':
          close();
          return;
      }
    },
    [stage, scroller, focus, focusOn, close, pin, onOpen, onZoomTo, onMenu, hasCard],
  );
}

function findMark(stage: Stage, focus: Focus): { atMs: number; deliveryId: DeliveryId; n: number | null } | null {
  const item = itemByKey(stage, focus.rowKey);
  const mark = item === null ? undefined : marksOf(item).find(({ key }) => key === focus.markKey);
  return mark === undefined ? null : { atMs: instantOf(mark, stage.nowMs), ...attemptOf(mark) };
}

/** Scrolls and pans no further than needed for a mark to be seen. */
function reveal(stage: Stage, scroller: HTMLElement | null, focus: Focus): void {
  const item = itemByKey(stage, focus.rowKey);
  const found = findMark(stage, focus);
  if (item === null || found === null || scroller === null) return;
  const { clientHeight } = scroller;
  if (item.y < scroller.scrollTop + 28) scroller.scrollTop = item.y - 28;
  if (item.y + item.height > scroller.scrollTop + clientHeight) {
    scroller.scrollTop = item.y + item.height - clientHeight + 4;
  }
  revealAcross(stage, focus);
}

/** Pans no further than needed for a mark to be seen. */
export function revealAcross(stage: Stage, focus: Focus): void {
  const found = findMark(stage, focus);
  if (found === null) return;
  const px = boxOf(stage, { ...focus, pill: null })?.px ?? stage.scale.x(found.atMs);
  if (px < EDGE_PX) stage.goTo(found.atMs, 0.25);
  else if (px > stage.plotPx - EDGE_PX) stage.goTo(found.atMs, 0.75);
}
