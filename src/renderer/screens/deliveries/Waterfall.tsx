import { useRef } from 'react';
import type { AttemptDetail } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { sayDuration } from '../../../shared/words/duration';
import { sayMs } from '../../../shared/words/figures';
import { useWidth } from '../../charts/use-width';
import { axisMarks, phaseBars } from '../../view-models/waterfall';

const LEFT = 104;
const BEFORE = 476;
const VALUES = 92;
const PADDING = 28;
const ROW = 15;
const TOP = 18;

/** The phases of an attempt, one under the other. */
export function Waterfall({ attempt, policy }: { readonly attempt: AttemptDetail; readonly policy: Policy | null }) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame, BEFORE) - PADDING;
  const { timings, outcome } = attempt;
  if (timings === null || outcome === null) return null;
  const bars = phaseBars(timings);
  const total = Math.max(
    bars.reduce((sum, bar) => sum + bar.lengthMs, 0),
    outcome.tookMs,
    0.1,
  );
  const x = (ms: number): number => LEFT + (ms / total) * (width - LEFT - VALUES);
  const marks = axisMarks(total, 4);
  const height = TOP + bars.length * ROW + 4;
  return (
    <section ref={frame} className="waterfall" aria-label={`Attempt ${attempt.n}, phases`}>
      <p>
        <b>Attempt {attempt.n}</b>
        <span className="second">
          {sayMs(outcome.tookMs)} in all{patience(policy)}
          {timings.reusedConnection ? ', on an open connection' : ''}
          {attempt.remote === null ? '' : `, ${attempt.remote}`}
        </span>
      </p>
      {bars.length === 0 ? null : (
        <svg className="chart" width={width} height={height} role="img" aria-label={sayBars(bars)}>
          {marks.map((mark, index) => (
            <g key={mark}>
              <path className="grid" d={`M${x(mark)} ${TOP - 4} V${height}`} />
              <text x={x(mark)} y="10" textAnchor="middle">
                {mark}
                {index === marks.length - 1 ? ' ms' : ''}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const y = TOP + index * ROW;
            return (
              <g key={bar.name}>
                <text x="0" y={y + 8} className="words">
                  {bar.name}
                </text>
                <rect
                  className={bar.theirs ? 'phase theirs' : 'phase'}
                  x={x(bar.startMs)}
                  y={y - 1}
                  width={Math.max(2, x(bar.lengthMs) - LEFT)}
                  height="10"
                  rx="1"
                />
                <text className="strong" x={width} y={y + 8} textAnchor="end">
                  {sayMs(bar.lengthMs)}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </section>
  );
}

const sayBars = (bars: readonly { readonly name: string; readonly lengthMs: number }[]): string =>
  bars.map((bar) => `${bar.name} ${sayMs(bar.lengthMs)}`).join(', ');

function patience(policy: Policy | null): string {
  const headers = policy?.timeouts.headers ?? null;
  if (policy === null || headers === null) return '';
  const rules = policy.rules.timeouts.join(', ');
  return `; ${policy.name} waits ${sayDuration(headers.ms)} for headers${rules === '' ? '' : ` (${rules})`}`;
}
