import type { ReactNode } from 'react';
import { CartesianGrid, Tooltip, type TooltipContentProps } from 'recharts';
import { countTicks } from '../view-models/charts/count-axis';
import { sayCount } from '../view-models/numbers';

/** All plots are equally high, so that nothing moves when figures come in. px */
export const PLOT_PX = 204;
/** Room around the plot, px: the last label of the time axis needs half of itself at the right. */
export const MARGIN = { top: 16, right: 20, bottom: 0, left: 0 };
const VALUE_AXIS_PX = 46;
const TIME_AXIS_PX = 24;
export const plotWidth = (widthPx: number): number => Math.max(1, widthPx - VALUE_AXIS_PX - MARGIN.right);

/** The style that all charts share with the timeline's axis: no frame, hairlines across, figures in mono. */
// The colour of words is given here: the library would write its own into each of them.
const FIGURES = { tickLine: false, tick: { fill: 'var(--fg3)' } };
export const NAMES = { fill: 'var(--fg2)', className: 'axis-name' };
export const VALUE_AXIS = { ...FIGURES, axisLine: false, width: VALUE_AXIS_PX };
/** An axis of counts from 0 up to a round figure. */
export function countAxis(most: number) {
  const ticks = [...countTicks(most)];
  return { ...VALUE_AXIS, ticks, domain: [0, ticks.at(-1) ?? 1], interval: 0 as const, tickFormatter: sayCount };
}
export const FLAT_AXIS = {
  ...FIGURES,
  axisLine: { className: 'axis-line' },
  height: TIME_AXIS_PX,
  interval: 0 as const,
};

export const Hairlines = ({ upright = false }: { readonly upright?: boolean }) => (
  <CartesianGrid vertical={upright} horizontal={!upright} syncWithTicks stroke="var(--hair)" />
);

/** What is written above a line across the plot, at its right. */
export const lineWords = (value: string, ink: 'fg2' | 'nrT' | 'heldT' | 's5T' = 'fg2') => ({
  value,
  position: 'insideBottomRight' as const,
  fill: `var(--${ink})`,
});

/** What stands under the pointer, or under the arrow keys; `row` is the place of the datum in the chart's rows. */
export function Reading({ says }: { readonly says: (row: number) => ReactNode }) {
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={{ className: 'reading-cursor' }}
      content={(reading) => <ReadingBox reading={reading} says={says} />}
    />
  );
}

function ReadingBox({
  reading: { active, activeIndex },
  says,
}: {
  readonly reading: Pick<TooltipContentProps, 'active' | 'activeIndex'>;
  readonly says: (row: number) => ReactNode;
}) {
  const row = Number(activeIndex ?? Number.NaN);
  if (!active || !Number.isInteger(row)) return null;
  return <div className="reading">{says(row)}</div>;
}

/** The lines of a reading: what it is about, then names with their figures. */
export function Lines({
  about,
  lines,
}: {
  readonly about: string;
  readonly lines: readonly { readonly name: string; readonly figure: string; readonly mark?: ReactNode }[];
}) {
  return (
    <>
      <b>{about}</b>
      {lines.map(({ name, figure, mark }) => (
        <span key={name}>
          {mark}
          {name}
          <i>{figure}</i>
        </span>
      ))}
    </>
  );
}
