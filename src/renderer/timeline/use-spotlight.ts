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
  readonly point: (pointed: Pointed | null, rowKey: string | null) => void;
  readonly focusOn: (target: Target | null) => void;
  readonly close: () => void;
  readonly keepCard: () => void;
  readonly leaveCard: () => void;
};

/** Hover opens the card after 120 ms, focus at once; leaving closes it unless the pointer went into the card. */
export function useSpotlight(stage: Stage | null): Spotlight {
  const [hotRow, setHotRow] = useState<string | null>(null);
  const [focus, setFocus] = useState<Target | null>(null);
  const [card, setCard] = useState<Target | null>(null);
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
  const close = useCallback(() => {
    clearTimeout(timer.current);
    wanted.current = null;
    setCard(null);
  }, []);
  const keepCard = useCallback(() => clearTimeout(timer.current), []);
  const leaveCard = useCallback(() => {
    wanted.current = null;
    later(CLOSE_AFTER_MS, () => setCard(null));
  }, [later]);

  return useMemo(
    () => ({ hotRow, focus, card, point, focusOn, close, keepCard, leaveCard }),
    [hotRow, focus, card, point, focusOn, close, keepCard, leaveCard],
  );
}
