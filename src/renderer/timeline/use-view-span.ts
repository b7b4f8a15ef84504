import { useEffect, useEffectEvent } from 'react';
import type { Span } from './folds';
import type { Stage } from './stage';

/** Tells what is in view after a frame has changed it, virtual epoch ms. */
export function useViewSpan(stage: Stage | null, onSpan: ((span: Span) => void) | undefined): void {
  const tell = useEffectEvent((span: Span) => onSpan?.(span));
  useEffect(() => {
    if (stage === null) return;
    let last: Span = { fromMs: 0, toMs: 0 };
    return stage.onFrame(() => {
      const span = { fromMs: stage.scale.t(0), toMs: stage.scale.t(stage.plotPx) };
      if (span.fromMs === last.fromMs && span.toMs === last.toMs) return;
      last = span;
      tell(span);
    });
  }, [stage]);
}
