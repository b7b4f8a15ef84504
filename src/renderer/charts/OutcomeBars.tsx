import { useId } from 'react';
import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import { countAll, type OutcomeClass } from '../../shared/stats/outcome-class';
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
      <Bar
        dataKey={({ counts }: OutcomeBucket) => countAll(counts)}
        isAnimationActive={false}
        shape={({ index, x, y, width, height }) => (
          <OutcomeStack
            row={rows[index]}
            box={{ x, y, width, height }}
            fillings={classes.map((name) => ({ name, fill: fillOf(scope, name) }))}
          />
        )}
      />
    </BarChart>
  );
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** One bar in parts. The library's own stacks would be a series for each class, most of whose bars are empty. */
function OutcomeStack({
  row,
  box: { x, y, width, height },
  fillings,
}: {
  readonly row: OutcomeBucket | undefined;
  readonly box: Box;
  readonly fillings: readonly { readonly name: OutcomeClass; readonly fill: string }[];
}) {
  if (row === undefined || height <= 0) return null;
  const all = countAll(row.counts);
  let below = 0;
  return (
    <g>
      {fillings.map(({ name, fill }) => {
        const count = row.counts[name];
        if (count === 0) return null;
        below += count;
        const part = (count / all) * height;
        return (
          <rect key={name} x={x} y={y + height - (below / all) * height} width={width} height={part} fill={fill} />
        );
      })}
    </g>
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
