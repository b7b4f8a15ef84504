import { useId } from 'react';
import { Bar, BarChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { type AttemptsChart, deliveriesIn } from '../view-models/charts/attempts-chart';
import { plural, sayCount } from '../view-models/numbers';
import { countAxis, FLAT_AXIS, Hairlines, Lines, MARGIN, PLOT_PX, Reading } from './chart-ground';
import { fillOf, Patterns } from './Pattern';

export const STANDINGS = [
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['open', 'Under way'],
] as const;

/** How many attempts deliveries made, by where they stand. */
export function AttemptBars({
  chart,
  widthPx,
  budget,
}: {
  readonly chart: AttemptsChart;
  readonly widthPx: number;
  /** The policy's, where all deliveries have the same; null otherwise. */
  readonly budget: number | null;
}) {
  const scope = useId();
  const { rows } = chart;
  const reached = budget === null ? undefined : rows.find(({ attempts }) => attempts === budget);
  return (
    <BarChart
      width={widthPx}
      height={PLOT_PX}
      data={rows}
      margin={MARGIN}
      maxBarSize={40}
      barCategoryGap={2}
      aria-label={chart.caption}
    >
      <Patterns scope={scope} fillings={STANDINGS.map(([standing]) => standing)} />
      <Hairlines />
      <XAxis {...FLAT_AXIS} dataKey="label" interval="equidistantPreserveStart" minTickGap={10} />
      <YAxis {...countAxis(Math.max(...rows.map(deliveriesIn)))} />
      {budget === null || reached === undefined ? null : <ReferenceLine className="limit-line" x={reached.label} />}
      <Reading
        says={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const lines = STANDINGS.filter(([standing]) => row[standing] > 0);
          return (
            <Lines
              about={plural(row.attempts, 'attempt')}
              lines={lines.map(([standing, name]) => ({ name, figure: sayCount(row[standing]) }))}
            />
          );
        }}
      />
      {STANDINGS.map(([standing]) => (
        <Bar
          key={standing}
          dataKey={standing}
          stackId="deliveries"
          fill={fillOf(scope, standing)}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}
