import { Bar, BarChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';
import { DRAW_BINS } from '../../shared/stats/draws';
import { type JitterChart, sayExpected } from '../view-models/charts/jitter-chart';
import { sayCount } from '../view-models/numbers';
import { countAxis, FLAT_AXIS, Hairlines, Lines, MARGIN, PLOT_PX, Reading } from './chart-ground';

const ENDS = [0, DRAW_BINS / 4, DRAW_BINS / 2, (3 * DRAW_BINS) / 4];
const percent = (place: number): string => `${Math.round(place * 1_000) / 10} %`;

/** Where in their bands waits were drawn, against what an even choice gives: dashed, its range a grey field. */
export function JitterBars({
  chart,
  widthPx,
  factors,
}: {
  readonly chart: JitterChart;
  readonly widthPx: number;
  /** Of the printed wait, at the ends of the band; null where they differ from retry to retry. */
  readonly factors: { readonly from: number; readonly to: number } | null;
}) {
  const { rows, expected, range } = chart;
  const most = Math.max(range[1], ...rows.map(({ count }) => count));
  const place = (from: number): string =>
    factors === null
      ? percent(from)
      : `× ${Math.round((factors.from + from * (factors.to - factors.from)) * 100) / 100}`;
  const [first, last] = [rows[0]?.from, rows.at(-1)?.from];
  return (
    <BarChart
      width={widthPx}
      height={PLOT_PX}
      data={rows}
      margin={MARGIN}
      barCategoryGap={1.5}
      aria-label={chart.caption}
    >
      <Hairlines />
      {first === undefined || last === undefined ? null : (
        <ReferenceArea className="expected-range" x1={first} x2={last} y1={range[0]} y2={range[1]} zIndex={-50} />
      )}
      <XAxis
        {...FLAT_AXIS}
        dataKey="from"
        ticks={ENDS.map((bin) => bin / DRAW_BINS)}
        tickFormatter={(from) => place(Number(from))}
      />
      <YAxis {...countAxis(most)} />
      <Reading
        says={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const to = row.from + 1 / DRAW_BINS;
          return (
            <Lines
              about={`${place(row.from)} to ${place(to)}`}
              lines={[
                { name: row.count === 1 ? 'draw' : 'draws', figure: sayCount(row.count) },
                { name: 'expected', figure: sayExpected(expected) },
              ]}
            />
          );
        }}
      />
      <Bar className="draws" dataKey="count" fill="" isAnimationActive={false} />
      <ReferenceLine className="expected-line" y={expected} />
    </BarChart>
  );
}
