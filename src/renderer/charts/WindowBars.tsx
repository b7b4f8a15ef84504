import { Bar, BarChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { axisTicks, sayRow } from '../view-models/charts/chart-times';
import type { WindowChart } from '../view-models/charts/window-chart';
import { sayCount } from '../view-models/numbers';
import { countAxis, FLAT_AXIS, Hairlines, Lines, lineWords, MARGIN, PLOT_PX, plotWidth, Reading } from './chart-ground';

/** How full throttle windows were, under their limit; a full one is orange, as on the timeline. */
export function WindowBars({ chart, widthPx }: { readonly chart: WindowChart; readonly widthPx: number }) {
  const { rows, widthMs, limit } = chart;
  const ticks = axisTicks(rows[0]?.atMs ?? 0, widthMs, rows.length, plotWidth(widthPx));
  const labels = new Map(ticks.map(({ atMs, label }) => [atMs, label]));
  const data = rows.map((row) => ({
    ...row,
    free: row.most < limit ? row.most : 0,
    full: row.most < limit ? 0 : row.most,
  }));
  return (
    <BarChart
      width={widthPx}
      height={PLOT_PX}
      data={data}
      margin={MARGIN}
      barCategoryGap={rows.length > 40 ? 0.5 : 2}
      maxBarSize={40}
      aria-label={chart.caption}
    >
      <Hairlines />
      <XAxis
        {...FLAT_AXIS}
        dataKey="atMs"
        ticks={ticks.map(({ atMs }) => atMs)}
        tickFormatter={(atMs) => labels.get(Number(atMs)) ?? ''}
      />
      <YAxis {...countAxis(limit)} />
      <ReferenceLine className="limit-line" y={limit} label={lineWords(`limit ${sayCount(limit)}`)} />
      <Reading
        says={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const lines = [
            { name: 'used', figure: `${sayCount(row.most)}/${sayCount(limit)}` },
            { name: 'deferred', figure: sayCount(row.deferred) },
          ];
          return <Lines about={sayRow(row.atMs, chart)} lines={lines} />;
        }}
      />
      <Bar className="window-free" dataKey="free" stackId="used" fill="" isAnimationActive={false} />
      <Bar className="window-full" dataKey="full" stackId="used" fill="" isAnimationActive={false} />
    </BarChart>
  );
}
