import { useRef } from 'react';
import type { Wait } from '../../shared/model/attempt';
import { sayDuration } from '../../shared/words/duration';
import { useWidth } from './use-width';

const BEFORE = 440;
const INSET = 6;

/** The range that a wait was drawn from, its nominal length, and the draw. */
export function BandPicture({ wait }: { readonly wait: Wait }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, BEFORE);
  const { minMs, nominalMs, maxMs, drawnMs } = wait;
  if (maxMs === minMs) return null;
  const x = (ms: number): number => INSET + ((ms - minMs) / (maxMs - minMs)) * (width - 2 * INSET);
  const says = `Drawn ${sayDuration(drawnMs)} of ${sayDuration(minMs)} to ${sayDuration(maxMs)}`;
  const between = nominalMs > minMs && nominalMs < maxMs;
  return (
    <div ref={frame}>
      <svg className="chart" width={width} height="40" role="img" aria-label={says}>
        <rect className="band" x={INSET} y="6" width={width - 2 * INSET} height="13" rx="2" />
        {between ? <path className="dotted" d={`M${x(nominalMs)} 6 v13`} /> : null}
        <path className="nominal" d={`M${x(drawnMs)} 3 v19`} />
        <circle className="first knocked" cx={x(drawnMs)} cy="12.5" r="4.5" />
        <text x={INSET} y="35">
          {sayDuration(minMs)}
        </text>
        {between ? (
          <text x={x(nominalMs)} y="35" textAnchor="middle">
            {sayDuration(nominalMs)}
          </text>
        ) : null}
        <text x={width - INSET} y="35" textAnchor="end">
          {sayDuration(maxMs)}
        </text>
      </svg>
    </div>
  );
}
