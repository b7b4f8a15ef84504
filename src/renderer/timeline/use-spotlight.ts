import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Pointed, type Target, whyTarget } from './spotlight';
import type { Stage } from './stage';

const OPEN_AFTER_MS = 120;
/** Time for the pointer to travel from the mark into the card. */
const CLOSE_AFTER_MS = 200;

const isSame = (a: Target | null, b: Target | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.rowKey === b.rowKey &&
    a.markKey === b.markKey &&
    a.pill?.from === b.pill?.from &&
    a.pill?.to === b.pill?.to);

export type Spotlight = {
  readonly hotRow: string | null;
  readonly focus: Target | null;
  /** What the why card is about: the hovered mark, or the focused one. */
  readonly card: Target | null;
  /** The card stays until it is let go, whatever is hovered or focused. */
  readonly isPinned: boolean;
  readonly point: (pointed: Pointed | null, rowKey: string | null) => void;
  readonly focusOn: (target: Target | null) => void;
  /** The focus goes where the pointer clicked; the card stays the hovered mark's. */
  readonly press: (target: Target) => void;
  readonly close: () => void;
  /** Shows a mark's card and keeps it; the card of the same mark is let go. */
  readonly pin: (target: Target) => void;
  /** No card, and no mark with the focus. */
  readonly clear: () => void;
  readonly keepCard: () => void;
  readonly leaveCard: () => void;
};

/** Hover opens the card after 120 ms, focus at once; leaving closes it unless the pointer went into the card, or it is pinned. */
export function useSpotlight(stage: Stage | null): Spotlight {
  const [hotRow, setHotRow] = useState<string | null>(null);
  const [focus, setFocus] = useState<Target | null>(null);
  const [card, setCard] = useState<Target | null>(null);
  const [pinned, setPinned] = useState<Target | null>(null);
  const wanted = useRef<Target | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const later = useCallback((afterMs: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, afterMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const point = useCallback(
    (pointed: Pointed | null, rowKey: string | null) => {
      setHotRow(rowKey);
      const target = pointed === null || pointed.kind === 'row' ? null : pointed.target;
      if (isSame(target, wanted.current)) return;
      wanted.current = target;
      if (target === null) later(CLOSE_AFTER_MS, () => setCard(null));
      else later(OPEN_AFTER_MS, () => setCard(stage !== null && whyTarget(stage, target) !== null ? target : null));
    },
    [later, stage],
  );
  const focusOn = useCallback((target: Target | null) => {
    clearTimeout(timer.current);
    wanted.current = null;
    setFocus(target);
    setCard(target);
  }, []);
  const press = useCallback((target: Target) => setFocus(target), []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    wanted.current = null;
    setCard(null);
    setPinned(null);
  }, []);
  const pin = useCallback((target: Target) => {
    clearTimeout(timer.current);
    wanted.current = target;
    setFocus(target);
    setCard(target);
    setPinned((before) => (isSame(before, target) ? null : target));
  }, []);
  const clear = useCallback(() => {
    close();
    setFocus(null);
  }, [close]);
  const keepCard = useCallback(() => clearTimeout(timer.current), []);
  const leaveCard = useCallback(() => {
    wanted.current = null;
    later(CLOSE_AFTER_MS, () => setCard(null));
  }, [later]);

  return useMemo(
    () => ({
      hotRow,
      focus,
      card: pinned ?? card,
      isPinned: pinned !== null,
      point,
      focusOn,
      press,
      close,
      pin,
      clear,
      keepCard,
      leaveCard,
    }),
    [hotRow, focus, card, pinned, point, focusOn, press, close, pin, clear, keepCard, leaveCard],
  );
}
