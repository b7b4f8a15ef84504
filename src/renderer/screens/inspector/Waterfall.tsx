import { useRef } from 'react';
import type { AttemptDetail } from '../../../shared/contract/views';
import type { Policy } from '../../../shared/policies/policy';
import { timeoutsOf } from '../../../shared/rules/attempt-timeouts';
import { sayDuration } from '../../../shared/words/duration';
import { sayMs } from '../../../shared/words/figures';
import { useWidth } from '../../charts/use-width';
import { Rules } from '../../parts/Rules';
import { outcomeLook } from '../../view-models/outcome-look';
import { axisMarks, type PolicyClock, phaseBars, policyClocks, unfinishedPhase } from '../../view-models/waterfall';

const LEFT = 104;
const BEFORE = 476;
const VALUES = 100;
const PADDING = 28;
const ROW = 15;
const TOP = 18;
/** A clock that would end within so many times the attempt's length is drawn whole; longer ones run out of the picture. */
const ROOM = 1.5;

/**
 * The phases of an attempt, one under the other, where it ended without a response, and below them the policy's clocks
 * that ran meanwhile.
 */
export function Waterfall({ attempt, policy }: { readonly attempt: AttemptDetail; readonly policy: Policy | null }) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame, BEFORE) - PADDING;
  const { timings, outcome } = attempt;
  if (timings === null || outcome === null)
    return <p className="tab-empty">In flight. Its phases are known at its end.</p>;
  const bars = phaseBars(timings);
  const unfinished = unfinishedPhase(timings, outcome);
  const clocks = policy === null ? [] : policyClocks(timeoutsOf(policy, attempt.n), timings, outcome);
  const ended = Math.max(
    bars.reduce((sum, bar) => sum + bar.lengthMs, 0),
    outcome.tookMs,
    0.1,
  );
  const total = clocks.reduce(
    (most, { startMs, ms }) => (startMs + ms <= ended * ROOM ? Math.max(most, startMs + ms) : most),
    ended,
  );
  const x = (ms: number): number => LEFT + (Math.min(ms, total) / total) * (width - LEFT - VALUES);
  const marks = axisMarks(total, 4);
  const rows = bars.length + (unfinished === null ? 0 : 1);
  const clocksTop = TOP + rows * ROW + (clocks.length === 0 ? 0 : 8);
  const height = clocksTop + clocks.length * ROW + 4;
  const look = outcomeLook(outcome);
  const yOf = (row: number): number => TOP + row * ROW;
  return (
    <section ref={frame} className="waterfall" aria-label={`Attempt ${attempt.n}, phases`}>
      <p>
        <b>Attempt {attempt.n}</b>
        <span className="second">
          {sayMs(outcome.tookMs)} in all
          {timings.reusedConnection ? ', on an open connection' : ''}
          {attempt.remote === null ? '' : `, ${attempt.remote}`}
        </span>
      </p>
      <svg
        className="chart"
        width={width}
        height={height}
        role="img"
        aria-label={[
          ...bars.map(sayBar),
          ...(unfinished === null ? [] : [`${unfinished.name}, ended by ${look.word}`]),
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
        {unfinished === null ? null : (
          <g className={`fault hue-${look.hue}`}>
            <text x="0" y={yOf(bars.length) + 8} className="words">
              {unfinished.name}
            </text>
            <rect
              className="phase unfinished"
              x={x(unfinished.startMs)}
              y={yOf(bars.length) - 1}
              width={Math.max(2, x(unfinished.startMs + unfinished.lengthMs) - x(unfinished.startMs))}
              height="10"
              rx="1"
            />
            <path
              className="fault-mark"
              d={`M${x(outcome.tookMs) - 4} ${yOf(bars.length)} l8 8 m0 -8 l-8 8 M${x(outcome.tookMs)} ${TOP - 4} V${height}`}
            />
            <text className="strong words" x={width} y={yOf(bars.length) + 8} textAnchor="end">
              {look.word}
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
      <ClockWords clocks={clocks} policy={policy} />
    </section>
  );
}

/** The clocks in words, with the rules behind them. */
function ClockWords({ clocks, policy }: { readonly clocks: readonly PolicyClock[]; readonly policy: Policy | null }) {
  if (policy === null) return null;
  const fired = clocks.find((clock) => clock.fired);
  const says =
    clocks.length === 0
      ? `${policy.name} had no clock running in it.`
      : fired !== undefined
        ? `${policy.name} waits ${sayDuration(fired.ms)} (${fired.name}), and that ended it.`
        : `${policy.name} waits ${clocks.map((clock) => `${sayDuration(clock.ms)} (${clock.name})`).join(', ')}.`;
  return (
    <p className="clock-words">
      <span className="second">{says}</span>
      <Rules ids={policy.rules.timeouts} />
    </p>
  );
}

const sayBar = (bar: { readonly name: string; readonly lengthMs: number }): string =>
  `${bar.name} ${sayMs(bar.lengthMs)}`;

const sayClock = (clock: PolicyClock): string =>
  `limit ${clock.name} ${sayDuration(clock.ms)}${clock.fired ? ', reached' : ''}`;
