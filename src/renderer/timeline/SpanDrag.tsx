import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { listenToSpanDrags, type PxSpan } from './span-drag';
import type { Stage } from './stage';
import { sayShort } from './words';

type SpanDragProps = {
  readonly stage: Stage;
  readonly plot: RefObject<HTMLElement | null>;
  /** Every drag on it spans time. */
  readonly axis: RefObject<HTMLElement | null>;
  /** With Shift. */
  readonly body: RefObject<HTMLElement | null>;
};

/** A stretch of time under the hand, on the axis or – with Shift – on the plot: let go, the view zooms to it. */
export function SpanDrag({ stage, plot, axis, body }: SpanDragProps) {
  const [span, setSpan] = useState<PxSpan | null>(null);
  useEffect(() => {
    if (plot.current === null || axis.current === null || body.current === null) return;
    const on = {
      onMove: setSpan,
      onSpan: ({ left, right }: PxSpan) => stage.showSpan({ fromMs: stage.scale.t(left), toMs: stage.scale.t(right) }),
    };
    const offAxis = listenToSpanDrags(axis.current, plot.current, { ...on, begins: () => true });
    const offBody = listenToSpanDrags(body.current, plot.current, { ...on, begins: ({ shiftKey }) => shiftKey });
    return () => {
      offAxis();
      offBody();
    };
  }, [stage, plot, axis, body]);
  if (span === null) return null;
  const { left, right } = span;
  const style = { left, width: right - left };
  return (
    <>
      <div className="tl-span" style={style}>
        <span>{sayShort(Math.max(1, Math.round(stage.scale.t(right) - stage.scale.t(left))))}</span>
      </div>
      {axis.current !== null && createPortal(<div className="tl-span" style={style} />, axis.current)}
    </>
  );
}
