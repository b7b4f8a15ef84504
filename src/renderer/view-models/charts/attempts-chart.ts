import type { AttemptCount } from '../../../shared/stats/tally';
import { MOST_ATTEMPT_COUNTS } from '../../../shared/stats/tally';
import { plural, sayCount } from '../numbers';
import type { ChartFacts } from './chart-table';

export type AttemptsRow = AttemptCount & { readonly label: string };
export type AttemptsChart = ChartFacts & { readonly rows: readonly AttemptsRow[] };

/** How many deliveries made so many attempts. */
export const deliveriesIn = ({ delivered, failed, cancelled, open }: AttemptCount): number =>
  delivered + failed + cancelled + open;
const sayAttempts = (attempts: number): string =>
  attempts === MOST_ATTEMPT_COUNTS ? `${attempts} or more` : String(attempts);

/** How many attempts deliveries made, every number up to the most; null before the first attempt. */
export function attemptsChart(counts: readonly AttemptCount[]): AttemptsChart | null {
  const most = counts.at(-1);
  if (most === undefined) return null;
  const known = new Map(counts.map((count) => [count.attempts, count]));
  const none = { delivered: 0, failed: 0, cancelled: 0, open: 0 };
  const rows = Array.from({ length: most.attempts }, (_, index) => ({
    ...(known.get(index + 1) ?? { attempts: index + 1, ...none }),
    label: sayAttempts(index + 1),
  }));
  return {
    rows,
    caption: caption(counts, most),
    table: {
      columns: ['Attempts', 'Delivered', 'Failed', 'Cancelled', 'Under way', 'All'],
      rows: counts.map((count) => [
        sayAttempts(count.attempts),
        ...[count.delivered, count.failed, count.cancelled, count.open, deliveriesIn(count)].map(sayCount),
      ]),
    },
  };
}

function caption(counts: readonly AttemptCount[], most: AttemptCount): string {
  const all = counts.reduce((total, count) => total + deliveriesIn(count), 0);
  const open = counts.reduce((total, { open: some }) => total + some, 0);
  const underWay = open === 0 ? '' : `; ${sayCount(open)} ${open === 1 ? 'is' : 'are'} still under way`;
  if (all === 1) {
    const made = plural(most.attempts, 'attempt');
    return open === 0 ? `The one delivery made ${made}.` : `The one delivery made ${made} so far.`;
  }
  const [only] = counts;
  if (counts.length === 1 && only !== undefined)
    return `All ${sayCount(all)} deliveries made ${plural(only.attempts, 'attempt')}${underWay}.`;
  const first = counts.find(({ attempts }) => attempts === 1)?.delivered ?? 0;
  return `${sayCount(first)} of ${plural(all, 'delivery', 'deliveries')} arrived with the first attempt; the most were ${sayAttempts(most.attempts)} attempts, made by ${sayCount(deliveriesIn(most))}${underWay}.`;
}
