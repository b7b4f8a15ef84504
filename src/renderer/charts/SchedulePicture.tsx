import { useRef } from 'react';
import type { PreviewAttempt } from '../../shared/rules/preview';
import { sayDuration } from '../../shared/words/duration';
import { timeMarks } from '../view-models/time-axis';
import { useWidth } from './use-width';

const BEFORE = 440;
/** A character of the chart's mono font, in px. */
const CHAR = 6.7;
const GAP = 14;
const AGES = 116;
const TOP = 22;
const FULL_ROW = 22;
const DENSE_ROW = 15;
const DENSE_FROM = 10;
const LEAST_BAND = 3;

/** A schedule as its page would print it: each attempt's age from the earliest to the latest, the nominal one marked. */
export function SchedulePicture({ preview }: { readonly preview: readonly PreviewAttempt[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, BEFORE);
  const last = preview.at(-1);
  if (last === undefined) return null;
  const longest = Math.max(...preview.map(({ delayMs }) => sayDuration(delayMs.nominal).length), 'attempt'.length);
  const left = Math.ceil(CHAR * (`#${last.n}`.length + longest)) + 2 * GAP;
  const plot = Math.max(80, width - left - AGES);
  const row = preview.length > DENSE_FROM ? DENSE_ROW : FULL_ROW;
  const bottom = TOP + preview.length * row;
  const { marks, endMs } = timeMarks(Math.max(1, last.ageMs.max));
  const x = (ms: number): number => left + (ms / endMs) * plot;
  return (
    <div ref={frame}>
      <svg
        className="chart"
        width={width}
        height={bottom + 26}
        role="img"
        aria-label={`${preview.length} attempts; the last between ${sayDuration(last.ageMs.min)} and ${sayDuration(last.ageMs.max)} after the first`}
      >
        <text className="soft words" x="0" y="11">
          attempt
        </text>
        <text className="soft words" x={left - GAP} y="11" textAnchor="end">
          wait
        </text>
        <text className="soft words" x={width} y="11" textAnchor="end">
          nominal age
        </text>
        {marks.map((mark) => (
          <g key={mark.ms}>
            <path className="grid" d={`M${x(mark.ms)} ${TOP - 4} V${bottom}`} />
            <text className="soft" x={x(mark.ms)} y={bottom + 18} textAnchor="middle">
              {mark.label}
            </text>
          </g>
        ))}
        <path className="axis" d={`M${left} ${bottom} H${left + plot}`} />
        {preview.map((attempt) => {
          const y = TOP + (attempt.n - 1) * row + row / 2;
          const { ageMs, delayMs } = attempt;
          const from = x(ageMs.min);
          const length = x(ageMs.max) - from;
          return (
            <g key={attempt.n}>
              <text className="bold" x="0" y={y + 4}>
                #{attempt.n}
              </text>
              <text className="soft" x={left - GAP} y={y + 4} textAnchor="end">
                {attempt.n === 1 ? '' : sayDuration(delayMs.nominal)}
              </text>
              {attempt.n === 1 ? (
                <circle className="first" cx={x(0)} cy={y} r="4.5" />
              ) : (
                <>
                  {length >= LEAST_BAND ? (
                    <rect className="band" x={from} y={y - 5} width={length} height="10" rx="2" />
                  ) : null}
                  <path className="nominal" d={`M${x(ageMs.nominal)} ${y - 7} v14`} />
                </>
              )}
              <text className="strong" x={width} y={y + 4} textAnchor="end">
                {attempt.n === 1 ? 'at once' : sayDuration(ageMs.nominal)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
