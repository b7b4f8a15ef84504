import { useId } from 'react';
import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import { countAll } from '../../shared/stats/outcome-class';
import { Mark } from '../parts/Mark';
import { countTicks } from '../view-models/charts/count-axis';
import type { EndpointsChart, EndpointsRow } from '../view-models/charts/endpoints-chart';
import { cutMiddle, plural, sayCount } from '../view-models/numbers';
import { CLASS_LOOKS } from '../view-models/outcome-look';
import { FLAT_AXIS, Hairlines, Lines, MARGIN, NAMES, PLOT_PX, Reading, VALUE_AXIS } from './chart-ground';
import { fillOf, Patterns } from './Pattern';

const NAME_PX = 128;
const NAME_LETTERS = 18;
const ROW_PX = 28;
const MORE_PX = 48;

/** Endpoints side by side: what their attempts came to, by class. */
export function EndpointBars({ chart, widthPx }: { readonly chart: EndpointsChart; readonly widthPx: number }) {
  const scope = useId();
  const { rows, classes } = chart;
  const ticks = [...countTicks(Math.max(...rows.map(({ counts }) => countAll(counts))))];
  return (
    <BarChart
      width={widthPx}
      height={Math.max(PLOT_PX, rows.length * ROW_PX + MORE_PX)}
      data={rows}
      layout="vertical"
      margin={MARGIN}
      barCategoryGap={4}
      maxBarSize={22}
      aria-label={chart.caption}
    >
      <Patterns scope={scope} fillings={classes} />
      <Hairlines upright />
      <XAxis {...FLAT_AXIS} type="number" domain={[0, ticks.at(-1) ?? 1]} ticks={ticks} tickFormatter={sayCount} />
      <YAxis
        {...VALUE_AXIS}
        width={NAME_PX}
        type="category"
        dataKey="endpointId"
        interval={0}
        tick={NAMES}
        tickFormatter={(_, index) => cutMiddle(rows[index]?.name ?? '', NAME_LETTERS)}
      />
      <Reading says={(index) => <EndpointReading row={rows[index]} chart={chart} />} />
      {classes.map((name) => (
        <Bar
          key={name}
          dataKey={(row: EndpointsRow) => row.counts[name]}
          name={name}
          stackId="outcomes"
          fill={fillOf(scope, name)}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

function EndpointReading({ row, chart }: { readonly row: EndpointsRow | undefined; readonly chart: EndpointsChart }) {
  if (row === undefined) return null;
  return (
    <Lines
      about={`${row.name}, ${plural(countAll(row.counts), 'attempt')}`}
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
