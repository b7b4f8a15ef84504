import { useRef } from 'react';
import { sayDuration } from '../../../shared/words/duration';
import { sayMs } from '../../../shared/words/figures';
import { useWidth } from '../../charts/use-width';
import type { VerdictLook } from '../../view-models/script-words';
import { axisMarks, type PhaseBar, type PolicyClock, type UnfinishedPhase } from '../../view-models/waterfall';

const LEFT = 104;
const BEFORE = 448;
const VALUES = 100;
const ROW = 15;
const TOP = 18;
/** A clock that would end within so many times the whole length is drawn whole; longer ones run out of the picture. */
const ROOM = 1.5;

/** A phase that did not come to its end, and how that looks; `atMs`: where it broke off. */
export type BrokenPhase = {
  readonly phase: UnfinishedPhase;
  readonly atMs: number;
  readonly look: Pick<VerdictLook, 'hue' | 'word'>;
};

/** Phases one under the other, the one that broke off, and below them the clocks that ran meanwhile. In ms from the first. */
export function PhaseChart({
  bars,
  broken,
  clocks,
  tookMs,
}: {
  readonly bars: readonly PhaseBar[];
  readonly broken: BrokenPhase | null;
  readonly clocks: readonly PolicyClock[];
  readonly tookMs: number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, BEFORE);
  const ended = Math.max(...bars.map((bar) => bar.startMs + bar.lengthMs), tookMs, 0.1);
  const total = clocks.reduce(
    (most, { startMs, ms }) => (startMs + ms <= ended * ROOM ? Math.max(most, startMs + ms) : most),
    ended,
  );
  const x = (ms: number): number => LEFT + (Math.min(ms, total) / total) * (width - LEFT - VALUES);
  const marks = axisMarks(total, 4);
  const rows = bars.length + (broken === null ? 0 : 1);
  const clocksTop = TOP + rows * ROW + (clocks.length === 0 ? 0 : 8);
  const height = clocksTop + clocks.length * ROW + 4;
  const yOf = (row: number): number => TOP + row * ROW;
  return (
    <div ref={frame}>
      <svg
        className="chart"
        width={width}
        height={height}
        role="img"
        aria-label={[
          ...bars.map(sayBar),
          ...(broken === null ? [] : [`${broken.phase.name}, ended by ${broken.look.word}`]),
          ...clocks.map(sayClock),
        ].join(', ')}
      >
        {marks.map((mark, index) => (
          <g key={mark}>
            <path className="grid" d={`M${x(mark)} ${TOP - 4} V${height}`} />
            <text x={x(mark)} y="10" textAnchor="middle">
              {mark}
              {index === marks.length - 1 ? ' ms' : ''}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.name}>
            <text x="0" y={yOf(index) + 8} className="words">
              {bar.name}
            </text>
            <rect
              className={bar.theirs ? 'phase theirs' : 'phase'}
              x={x(bar.startMs)}
              y={yOf(index) - 1}
              width={Math.max(2, x(bar.startMs + bar.lengthMs) - x(bar.startMs))}
              height="10"
              rx="1"
            />
            <text className="strong" x={width} y={yOf(index) + 8} textAnchor="end">
              {sayMs(bar.lengthMs)}
            </text>
          </g>
        ))}
        {broken === null ? null : (
          <g className={`fault hue-${broken.look.hue}`}>
            <text x="0" y={yOf(bars.length) + 8} className="words">
              {broken.phase.name}
            </text>
            <rect
              className="phase unfinished"
              x={x(broken.phase.startMs)}
              y={yOf(bars.length) - 1}
              width={Math.max(2, x(broken.phase.startMs + broken.phase.lengthMs) - x(broken.phase.startMs))}
              height="10"
              rx="1"
            />
            <path
              className="fault-mark"
              d={`M${x(broken.atMs) - 4} ${yOf(bars.length)} l8 8 m0 -8 l-8 8 M${x(broken.atMs)} ${TOP - 4} V${height}`}
            />
            <text className="strong words" x={width} y={yOf(bars.length) + 8} textAnchor="end">
              {broken.look.word}
            </text>
          </g>
        )}
        {clocks.map((clock, index) => {
          const y = clocksTop + index * ROW;
          const runsOn = clock.startMs + clock.ms > total;
          return (
            <g key={clock.name} className={clock.fired ? 'clock fired' : 'clock'}>
              <text x="0" y={y + 8} className="words">
                Limit, {clock.name}
              </text>
              <path
                d={`M${x(clock.startMs)} ${y - 1} v10 M${x(clock.startMs)} ${y + 4} H${x(clock.startMs + clock.ms)}${runsOn ? '' : ` M${x(clock.startMs + clock.ms)} ${y - 1} v10`}`}
              />
              <text className="strong" x={width} y={y + 8} textAnchor="end">
                {sayDuration(clock.ms)}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const sayBar = (bar: { readonly name: string; readonly lengthMs: number }): string =>
  `${bar.name} ${sayMs(bar.lengthMs)}`;

const sayClock = (clock: PolicyClock): string =>
  `limit ${clock.name} ${sayDuration(clock.ms)}${clock.fired ? ', reached' : ''}`;
