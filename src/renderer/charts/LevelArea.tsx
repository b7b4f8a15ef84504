import { Area, AreaChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { axisTicks, onSeveralDays, sayStart } from '../view-models/charts/chart-times';
import type { LevelChart } from '../view-models/charts/level-chart';
import { sayCount } from '../view-models/numbers';
import { countAxis, FLAT_AXIS, Hairlines, Lines, lineWords, MARGIN, PLOT_PX, plotWidth, Reading } from './chart-ground';

const SECOND = 1_000;

/** A level over time under its limit, in steps: it has a value until the next. */
export function LevelArea({
  chart,
  widthPx,
  name,
  hue,
}: {
  readonly chart: LevelChart;
  readonly widthPx: number;
  readonly name: string;
  readonly hue: 'held' | 's5';
}) {
  const { points, limit, mostOnAxis } = chart;
  const fromMs = points[0]?.at ?? 0;
  const toMs = Math.max(points.at(-1)?.at ?? 0, fromMs + SECOND);
  const days = onSeveralDays(fromMs, toMs);
  const seconds = Math.ceil((toMs - fromMs) / SECOND);
  const begin = Math.ceil(fromMs / SECOND) * SECOND;
  const ticks = axisTicks(begin, SECOND, seconds, plotWidth(widthPx)).filter(({ atMs }) => atMs <= toMs);
  const labels = new Map(ticks.map(({ atMs, label }) => [atMs, label]));
  return (
    <AreaChart width={widthPx} height={PLOT_PX} data={points} margin={MARGIN} aria-label={chart.caption}>
      <Hairlines />
      <XAxis
        {...FLAT_AXIS}
        dataKey="at"
        type="number"
        domain={[fromMs, toMs]}
        ticks={ticks.map(({ atMs }) => atMs)}
        tickFormatter={(atMs) => labels.get(Number(atMs)) ?? ''}
      />
      <YAxis {...countAxis(mostOnAxis)} />
      {limit === null ? null : (
        <ReferenceLine
          className={`limit-line ${hue}`}
          y={limit}
          label={lineWords(`limit ${sayCount(limit)}`, `${hue}T`)}
        />
      )}
      <Reading
        says={(index) => {
          const point = points[index];
          if (point === undefined) return null;
          return (
            <Lines
              about={`from ${sayStart(point.at, SECOND, days)}`}
              lines={[{ name, figure: sayCount(point.value) }]}
            />
          );
        }}
      />
      <Area
        className={`level ${hue}`}
        dataKey="value"
        type="stepAfter"
        stroke=""
        fill=""
        isAnimationActive={false}
        activeDot={{ className: `level-dot ${hue}`, r: 3 }}
        dot={({ index, cx, cy }: { index?: number; cx?: number; cy?: number }) =>
          index === points.length - 1 && cx !== undefined && cy !== undefined ? (
            <circle key="now" className={`level-dot ${hue}`} cx={cx} cy={cy} r={3} />
          ) : null
        }
      />
    </AreaChart>
  );
}
