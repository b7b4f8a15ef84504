import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DeliveryId } from '../../shared/model/ids';
import { listenToGestures } from './gestures';
import { openedAt, pointedAt } from './spotlight';
import type { Stage } from './stage';
import type { Spotlight } from './use-spotlight';

type Point = { readonly x: number; readonly y: number };

type PointerRequest = {
  readonly stage: Stage | null;
  readonly body: RefObject<HTMLElement | null>;
  readonly plot: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly spotlight: Spotlight;
  readonly onSelect: (id: DeliveryId) => void;
  readonly onOpen: (id: DeliveryId, n: number | null) => void;
  readonly onMenu: ((id: DeliveryId, at: Point) => void) | undefined;
  /** A click on empty ground. */
  readonly onClear: () => void;
};

/** What the pointer does: hover says why, a click opens, with Alt it pins the card, on empty ground it clears. */
export function usePointer({ stage, body, plot, scroller, spotlight, ...on }: PointerRequest): void {
  const { point, press, pin, clear } = spotlight;
  // The gestures stay while the handlers change: a new frame of the feed must not end a drag.
  const select = useEffectEvent(on.onSelect);
  const open = useEffectEvent(on.onOpen);
  const menu = useEffectEvent((id: DeliveryId, at: Point) => on.onMenu?.(id, at));
  const cleared = useEffectEvent(on.onClear);
  useEffect(() => {
    const [surface, canvas, box] = [body.current, plot.current, scroller.current];
    if (stage === null || surface === null || canvas === null || box === null) return;
    return listenToGestures(surface, canvas, box, stage, {
      onHover: (at) => {
        const pointed = at === null ? null : pointedAt(stage, at.x, at.y);
        const item = pointed?.item;
        const isOnFold = at !== null && at.x >= 0 && stage.scale.foldAtPx(at.x) !== null;
        surface.classList.toggle('is-on-fold', isOnFold);
        surface.classList.toggle('is-on-mark', pointed !== null && pointed.kind !== 'row');
        point(pointed, item === undefined ? null : item.kind === 'row' ? item.row.id : item.key);
      },
      onClick: (x, y, { altKey }) => {
        const pointed = pointedAt(stage, x, y);
        const fold = x < 0 ? null : stage.scale.foldAtPx(x);
        if (fold !== null && pointed?.kind !== 'mark') {
          stage.unfold(fold);
          return true;
        }
        if (pointed === null || (pointed.kind === 'row' && !pointed.isOnDelivery)) {
          if (x >= 0) {
            clear();
            cleared();
          }
          return false;
        }
        if (pointed.item.kind === 'row') select(pointed.item.row.id);
        if (pointed.kind === 'row') return false;
        if (altKey) {
          pin(pointed.target);
          return true;
        }
        press(pointed.target);
        const found = openedAt(pointed);
        if (pointed.kind === 'mark' && pointed.placed.to - pointed.placed.from > 1) {
          stage.openPill(pointed.placed, pointed.item);
        } else if (found !== null) open(found.deliveryId, found.n);
        return true;
      },
      onMenu: (x, y, at) => {
        const pointed = pointedAt(stage, x, y);
        if (pointed?.item.kind === 'row') menu(pointed.item.row.id, at);
      },
      onDoubleClick: (x, y, { shiftKey }) => {
        const pointed = pointedAt(stage, x, y);
        if (x >= 0) stage.zoom(shiftKey ? 0.5 : 2, x);
        else if (pointed?.item.kind === 'row') open(pointed.item.row.id, null);
      },
    });
  }, [stage, body, plot, scroller, point, press, pin, clear]);
}
