import type { OverTime, Stats } from '../../../shared/contract/stats';
import { type ClassCounts, countAll, OUTCOME_CLASSES, type OutcomeClass } from '../../../shared/stats/outcome-class';
import type { OutcomeBucket } from '../../../shared/stats/tally';
import { plural, sayCount } from '../numbers';
import { CLASS_LOOKS } from '../outcome-look';
import { zoneWords } from '../zone';
import type { ChartFacts } from './chart-table';
import { onSeveralDays, sayStart, sayWhen, sayWidth } from './chart-times';

const BECAME: Readonly<Record<OutcomeClass, string>> = {
  '2xx': 'answered with 2xx',
  '3xx': 'answered with 3xx',
  '4xx': 'answered with 4xx',
  '5xx': 'answered with 5xx',
  'time-out': 'ended by a time-out',
  'no-connection': 'left without a connection',
  interrupted: 'interrupted by us',
};

export type OutcomeChart = ChartFacts &
  OverTime<OutcomeBucket> & {
    /** The classes that occurred, in the order of the legend. */
    readonly classes: readonly OutcomeClass[];
  };

/** What the endpoint did not accept: not 2xx, and not what we cut off. */
export const failuresIn = (counts: ClassCounts): number => countAll(counts) - counts['2xx'] - counts.interrupted;

export const classesIn = (counts: ClassCounts): readonly OutcomeClass[] =>
  OUTCOME_CLASSES.filter((name) => counts[name] > 0);

/** Outcomes over time; null before the first. */
export function outcomeChart({ outcomes, counts }: Pick<Stats, 'outcomes' | 'counts'>): OutcomeChart | null {
  if (outcomes === null || countAll(counts) === 0) return null;
  const { rows, widthMs } = outcomes;
  const classes = classesIn(counts);
  const days = onSeveralDays(rows[0]?.atMs ?? 0, rows.at(-1)?.atMs ?? 0);
  return {
    rows,
    widthMs,
    classes,
    caption: caption(outcomes, counts, days),
    table: {
      columns: [`By ${sayWidth(widthMs)}, ${zoneWords()}`, ...classes.map((name) => CLASS_LOOKS[name].word), 'All'],
      rows: rows
        .filter((row) => countAll(row.counts) > 0)
        .map((row) => [
          sayStart(row.atMs, widthMs, days),
          ...classes.map((name) => sayCount(row.counts[name])),
          sayCount(countAll(row.counts)),
        ]),
    },
  };
}

/** The class that most attempts fell in; of equal ones the first of the legend. */
const mostOf = (counts: ClassCounts, classes: readonly OutcomeClass[]): OutcomeClass =>
  classes.reduce((most, name) => (counts[name] > counts[most] ? name : most));

const FAILURES = OUTCOME_CLASSES.filter((name) => name !== '2xx' && name !== 'interrupted');

function caption({ rows, widthMs }: OverTime<OutcomeBucket>, counts: ClassCounts, days: boolean): string {
  const all = countAll(counts);
  const failed = failuresIn(counts);
  const worst = rows.reduce(
    (most, row) => (failuresIn(row.counts) > failuresIn(most.counts) ? row : most),
    rows[0] ?? NO_ROW,
  );
  if (failed === 0) return `${sayAll(counts, all)}.`;
  const name = mostOf(counts, FAILURES);
  const others = failed - counts[name];
  const more = others === 0 ? '' : `, ${sayCount(others)} more failed otherwise`;
  if (all === 1) return `The one attempt was ${BECAME[name]}, at ${sayStart(worst.atMs, widthMs, days)}.`;
  const head = `${sayCount(counts[name])} of ${plural(all, 'attempt')} ${counts[name] === 1 ? 'was' : 'were'} ${BECAME[name]}${more}`;
  if (rows.length === 1) return `${head}, all within one ${sayWidth(widthMs)}.`;
  return `${head}; ${sayWhen('worst', worst.atMs, widthMs, days)}, with ${sayCount(failuresIn(worst.counts))} failed.`;
}

const NO_ROW: OutcomeBucket = {
  atMs: 0,
  counts: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, 'time-out': 0, 'no-connection': 0, interrupted: 0 },
  latency: null,
};

/** When none failed. */
function sayAll(counts: ClassCounts, all: number): string {
  const { interrupted } = counts;
  if (interrupted === all)
    return `${all === 1 ? 'The one attempt was' : `All ${sayCount(all)} attempts were`} interrupted by us`;
  const cut =
    interrupted === 0 ? '' : `; ${sayCount(interrupted)} ${interrupted === 1 ? 'was' : 'were'} interrupted by us`;
  const good = counts['2xx'];
  if (all === 1) return 'The one attempt was answered with 2xx';
  if (cut === '') return `All ${sayCount(good)} attempts were answered with 2xx`;
  return `${sayCount(good)} of ${plural(all, 'attempt')} ${good === 1 ? 'was' : 'were'} answered with 2xx${cut}`;
}
