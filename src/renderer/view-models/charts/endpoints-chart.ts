import type { EndpointId } from '../../../shared/model/ids';
import { countAll, OUTCOME_CLASSES, type OutcomeClass } from '../../../shared/stats/outcome-class';
import type { EndpointCount } from '../../../shared/stats/tally';
import { plural, sayCount } from '../numbers';
import { CLASS_LOOKS } from '../outcome-look';
import type { ChartFacts } from './chart-table';
import { sayLatency } from './latency-chart';
import { classesIn, failuresIn } from './outcome-chart';

export type EndpointsRow = EndpointCount & { readonly name: string };
export type EndpointsChart = ChartFacts & {
  readonly rows: readonly EndpointsRow[];
  readonly classes: readonly OutcomeClass[];
};

/**
 * Endpoints side by side; null before the first outcome.
 * @param nameOf null for an endpoint that was deleted
 */
export function endpointsChart(
  endpoints: readonly EndpointCount[],
  nameOf: (id: EndpointId) => string | null,
): EndpointsChart | null {
  const rows = endpoints
    .filter(({ counts }) => countAll(counts) > 0)
    .map((endpoint) => ({ ...endpoint, name: nameOf(endpoint.endpointId) ?? 'Deleted endpoint' }));
  if (rows.length === 0) return null;
  const some = new Set(rows.flatMap(({ counts }) => classesIn(counts)));
  const classes = OUTCOME_CLASSES.filter((name) => some.has(name));
  const share = ({ counts }: EndpointsRow): number => failuresIn(counts) / countAll(counts);
  const worst = rows.reduce((most, row) => (share(row) > share(most) ? row : most));
  return {
    rows,
    classes,
    caption: caption(rows, worst),
    table: {
      columns: ['Endpoint', ...classes.map((name) => CLASS_LOOKS[name].word), 'All', 'p50', 'p90', 'p99'],
      rows: rows.map(({ name, counts, latency }) => [
        name,
        ...classes.map((each) => sayCount(counts[each])),
        sayCount(countAll(counts)),
        ...(latency === null
          ? ['none', 'none', 'none']
          : [latency.p50Ms, latency.p90Ms, latency.p99Ms].map(sayLatency)),
      ]),
    },
  };
}

function caption(rows: readonly EndpointsRow[], worst: EndpointsRow): string {
  const failed = failuresIn(worst.counts);
  const all = countAll(worst.counts);
  const share = `${sayCount(failed)} of ${plural(all, 'attempt')}`;
  if (rows.length === 1)
    return failed === 0 ? `One endpoint; none of its attempts failed.` : `One endpoint; ${share} failed.`;
  const count = plural(rows.length, 'endpoint');
  return failed === 0
    ? `${count}; none of their attempts failed.`
    : `${count}; ${worst.name} failed most often, in ${share}.`;
}
