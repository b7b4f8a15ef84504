import { memo, type RefObject, useEffect, useState } from 'react';
import type { LeapGroup } from '../../shared/model/leap';
import { zoneWords } from '../view-models/zone';
import { leapAt, type PlacedLeap, placeLeaps, sayLeap } from './leaps';
import type { Stage } from './stage';

type LeapTipProps = {
  readonly stage: Stage;
  readonly axis: RefObject<HTMLElement | null>;
  readonly leaps: readonly LeapGroup[];
};

/** What the pointer is on along the axis, where the clock leapt, in a sentence. */
export function LeapTip({ stage, axis, leaps }: LeapTipProps) {
  const [at, setAt] = useState<PlacedLeap | null>(null);
  useEffect(() => {
    const surface = axis.current;
    if (surface === null) return;
    const off = new AbortController();
    const move = (event: PointerEvent): void => {
      const px = event.clientX - surface.getBoundingClientRect().left;
      setAt(event.buttons === 0 ? leapAt(placeLeaps(leaps, stage.scale, stage.plotPx), px) : null);
    };
    surface.addEventListener('pointermove', move, { signal: off.signal });
    surface.addEventListener('pointerdown', () => setAt(null), { signal: off.signal });
    surface.addEventListener('pointerleave', () => setAt(null), { signal: off.signal });
    return () => off.abort();
  }, [stage, axis, leaps]);
  if (at === null) return null;
  const px = Math.min(stage.plotPx, Math.max(0, at.right));
  return (
    <div className={px > stage.plotPx / 2 ? 'tl-leap is-left' : 'tl-leap'} style={{ left: px }} role="tooltip">
      {sayLeap(at.group)}
    </div>
  );
}

/** So many are read out; a screen shows fewer. */
const MOST_SAID = 50;

/** The same for those who read the timeline instead of seeing it, the newest first. */
export const LeapList = memo(function LeapList({ leaps }: { readonly leaps: readonly LeapGroup[] }) {
  if (leaps.length === 0) return null;
  return (
    <ul className="tl-unseen" aria-label={`Where time passed at once, times in ${zoneWords()}`}>
      {leaps
        .slice(-MOST_SAID)
        .reverse()
        .map((leap) => (
          <li key={leap.toMs}>{sayLeap(leap)}</li>
        ))}
    </ul>
  );
});
