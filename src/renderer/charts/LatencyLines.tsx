import { Bar, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts';
import { axisTicks, sayRow } from '../view-models/charts/chart-times';
import { type LatencyChart, type LatencyRow, sayLatency } from '../view-models/charts/latency-chart';
import {
  FLAT_AXIS,
  Hairlines,
  Lines,
  lineWords,
  MARGIN,
  PLOT_PX,
  plotWidth,
  Reading,
  VALUE_AXIS,
} from './chart-ground';

export const PERCENTILES = ['p50', 'p90', 'p99'] as const;

/** So many points are drawn one by one; more of them make a line. */
const MOST_DOTS = 40;

/** A gap before and after: the line has nothing to draw, so the datum is a point. */
const standsAlone = (rows: LatencyChart['rows'], index: number): boolean =>
  (rows[index - 1]?.p50 ?? null) === null && (rows[index + 1]?.p50 ?? null) === null;

/** Percentiles of latency over time on a logarithmic axis, and the time-out that they may run into. */
export function LatencyLines({
  chart,
  widthPx,
  limit,
}: {
  readonly chart: LatencyChart;
  readonly widthPx: number;
  readonly limit: { readonly ms: number; readonly label: string } | null;
}) {
  const { rows, widthMs, domain, ticks } = chart;
  const times = axisTicks(rows[0]?.atMs ?? 0, widthMs, rows.length, plotWidth(widthPx));
  const dotted = rows.filter(({ p50 }) => p50 !== null).length <= MOST_DOTS;
  const labels = new Map(times.map(({ atMs, label }) => [atMs, label]));
  return (
    <ComposedChart
      width={widthPx}
      height={PLOT_PX}
      data={rows}
      margin={MARGIN}
      barCategoryGap={0}
      aria-label={chart.caption}
    >
      <Hairlines />
      <XAxis
        {...FLAT_AXIS}
        dataKey="atMs"
        padding={{ left: 6, right: 6 }}
        ticks={times.map(({ atMs }) => atMs)}
        tickFormatter={(atMs) => labels.get(Number(atMs)) ?? ''}
      />
      <YAxis
        {...VALUE_AXIS}
        scale="log"
        domain={[...domain]}
        ticks={[...ticks]}
        interval={ticks.length > 5 ? 'preserveStartEnd' : 0}
        tickFormatter={sayLatency}
      />
      {limit === null ? null : (
        <ReferenceLine className="limit-line nr" y={limit.ms} label={lineWords(limit.label, 'nrT')} />
      )}
      <Reading
        says={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const about = sayRow(row.atMs, chart);
          const lines = PERCENTILES.flatMap((name) => {
            const ms = row[name];
            return ms === null ? [] : [{ name, figure: sayLatency(ms) }];
          });
          return <Lines about={lines.length === 0 ? `${about}, no answer` : about} lines={lines.toReversed()} />;
        }}
      />
      <Bar
        className="latency-range"
        dataKey={(row: LatencyRow) => (row.p50 === null || row.p99 === null ? null : [row.p50, row.p99])}
        fill=""
        maxBarSize={24}
        isAnimationActive={false}
      />
      {PERCENTILES.map((name) => (
        <Line
          key={name}
          className={`percentile ${name}`}
          dataKey={name}
          type="linear"
          stroke=""
          isAnimationActive={false}
          dot={({ index, cx, cy }: { index?: number; cx?: number; cy?: number }) =>
            index !== undefined && cx !== undefined && cy !== undefined && (dotted || standsAlone(rows, index)) ? (
              <PercentileDot key={`${name} ${index}`} name={name} x={cx} y={cy} />
            ) : null
          }
          activeDot={{ className: `percentile-dot ${name}`, r: 3 }}
        />
      ))}
    </ComposedChart>
  );
}

type PercentileName = (typeof PERCENTILES)[number];

function PercentileDot({ name, x, y }: { readonly name: PercentileName; readonly x: number; readonly y: number }) {
  const className = `percentile-dot ${name}`;
  if (name === 'p99')
    return <path className={className} d={`M${x} ${y - 4} L${x + 4} ${y} L${x} ${y + 4} L${x - 4} ${y} Z`} />;
  return <circle className={className} cx={x} cy={y} r={3} />;
}

/** How a percentile is drawn, for the legend. */
export function PercentileKey({ name }: { readonly name: PercentileName }) {
  return (
    <svg className="line-key" width="22" height="10" aria-hidden="true">
      <path className={`percentile-key ${name}`} d="M0 5 H22" />
      <PercentileDot name={name} x={11} y={5} />
    </svg>
  );
}
