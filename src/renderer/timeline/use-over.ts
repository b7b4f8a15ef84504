import { type RefObject, useEffect, useRef, useState } from 'react';
import { boxOf, CARD_PX, placeCard, type Target } from './spotlight';
import type { Stage } from './stage';
import type { PlotSize } from './use-stage';
import { revealAcross } from './use-timeline-keys';

/** The countdowns of the card are told anew this often, in real ms. */
const TOLD_MS = 100;

type Over = {
  readonly ring: RefObject<HTMLDivElement | null>;
  readonly card: RefObject<HTMLDivElement | null>;
  readonly lead: RefObject<HTMLDivElement | null>;
};

/** The ring, the card and its line are tied to a mark, which moves: they are placed after every painted frame. */
export function useOver(
  stage: Stage | null,
  { ring, card, lead }: Over,
  focused: Target | null,
  cardTarget: Target | null,
  size: PlotSize,
): void {
  const [, setSecond] = useState(0);
  useEffect(() => {
    if (stage === null) return;
    let toldAt = 0;
    return stage.onFrame(() => {
      placeRing(ring.current, focused === null ? null : boxOf(stage, focused), size.height);
      const box = cardTarget === null ? null : boxOf(stage, cardTarget);
      const isShown =
        box !== null && box.rowBottom > 0 && box.rowTop < size.height && box.px > -8 && box.px < size.width + 8;
      for (const element of [card.current, lead.current]) element?.toggleAttribute('hidden', !isShown);
      if (isShown && card.current !== null && lead.current !== null) {
        const at = placeCard(box, { height: card.current.offsetHeight }, size);
        card.current.style.transform = `translate(${at.left}px, ${at.top}px)`;
        const leadTop = at.isBelow ? box.rowBottom - 2 : box.rowTop - 8;
        const leadPx = Math.min(at.left + CARD_PX - 10, Math.max(at.left + 10, box.px));
        lead.current.style.transform = `translate(${leadPx - 0.6}px, ${leadTop}px)`;
      }
      if (cardTarget !== null && performance.now() - toldAt > TOLD_MS) {
        toldAt = performance.now();
        setSecond(Math.floor(stage.nowMs / 1_000));
      }
    });
  }, [stage, ring, card, lead, focused, cardTarget, size]);
}

/** When the plot becomes narrower – a pane opened beside it – the mark that was clicked stays in sight. */
export function useKeptInSight(stage: Stage | null, focus: Target | null, width: number): void {
  const before = useRef(width);
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const isNarrower = width < before.current;
    before.current = width;
    if (stage === null || !isNarrower || stage.state().follow) return;
    const off = stage.onFrame(() => {
      off();
      if (latest.current !== null) revealAcross(stage, latest.current);
    });
    return () => void off();
  }, [stage, width]);
}

function placeRing(ring: HTMLElement | null, box: ReturnType<typeof boxOf>, height: number): void {
  if (ring === null) return;
  const isShown = box !== null && box.bottom > 0 && box.top < height;
  ring.toggleAttribute('hidden', !isShown);
  if (!isShown) return;
  ring.style.transform = `translate(${box.left}px, ${box.top}px)`;
  ring.style.width = `${box.right - box.left}px`;
  ring.style.height = `${box.bottom - box.top}px`;
}
