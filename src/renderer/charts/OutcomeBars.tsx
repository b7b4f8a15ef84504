import { useId } from 'react';
import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import { countAll } from '../../shared/stats/outcome-class';
import type { OutcomeBucket } from '../../shared/stats/tally';
import { Mark } from '../parts/Mark';
import { axisTicks, sayRow } from '../view-models/charts/chart-times';
import type { OutcomeChart } from '../view-models/charts/outcome-chart';
import { plural, sayCount } from '../view-models/numbers';
import { CLASS_LOOKS } from '../view-models/outcome-look';
import { countAxis, FLAT_AXIS, Hairlines, Lines, MARGIN, PLOT_PX, plotWidth, Reading } from './chart-ground';
import { fillOf, Patterns } from './Pattern';

/** Outcomes over time, one bar for each span, by class. */
export function OutcomeBars({ chart, widthPx }: { readonly chart: OutcomeChart; readonly widthPx: number }) {
  const scope = useId();
  const { rows, widthMs, classes } = chart;
  const ticks = axisTicks(rows[0]?.atMs ?? 0, widthMs, rows.length, plotWidth(widthPx));
  const labels = new Map(ticks.map(({ atMs, label }) => [atMs, label]));
  return (
    <BarChart
      width={widthPx}
      height={PLOT_PX}
      data={rows}
      margin={MARGIN}
      barCategoryGap={rows.length > 40 ? 0.5 : 2}
      maxBarSize={40}
      aria-label={chart.caption}
    >
      <Patterns scope={scope} fillings={classes} />
      <Hairlines />
      <XAxis
        {...FLAT_AXIS}
        dataKey="atMs"
        ticks={ticks.map(({ atMs }) => atMs)}
        tickFormatter={(atMs) => labels.get(Number(atMs)) ?? ''}
      />
      <YAxis {...countAxis(Math.max(...rows.map(({ counts }) => countAll(counts))))} />
      <Reading says={(index) => <OutcomeReading row={rows[index]} chart={chart} />} />
      {classes.map((name) => (
        <Bar
          key={name}
          dataKey={(row: OutcomeBucket) => row.counts[name]}
          name={name}
          stackId="outcomes"
          fill={fillOf(scope, name)}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

function OutcomeReading({ row, chart }: { readonly row: OutcomeBucket | undefined; readonly chart: OutcomeChart }) {
  if (row === undefined) return null;
  const all = countAll(row.counts);
  return (
    <Lines
      about={`${sayRow(row.atMs, chart)}, ${plural(all, 'attempt')}`}
      lines={chart.classes
        .filter((name) => row.counts[name] > 0)
        .map((name) => ({
          name: CLASS_LOOKS[name].word,
          figure: sayCount(row.counts[name]),
          mark: <Mark hue={CLASS_LOOKS[name].hue} shape={CLASS_LOOKS[name].shape} />,
        }))}
    />
  );
}
