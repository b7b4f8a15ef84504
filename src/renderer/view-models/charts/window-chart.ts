import type { OverTime } from '../../../shared/contract/stats';
import type { Throttle } from '../../../shared/policies/window';
import type { WindowBucket } from '../../../shared/stats/tally';
import { plural, sayCount } from '../numbers';
import { zoneWords } from '../zone';
import type { ChartFacts } from './chart-table';
import { onSeveralDays, sayStart, sayWhen, sayWidth } from './chart-times';

export type WindowChart = ChartFacts & OverTime<WindowBucket> & { readonly limit: number };

/** How full throttle windows were; null before the first request. */
export function windowChart(windows: OverTime<WindowBucket> | null, throttle: Throttle | null): WindowChart | null {
  const first = windows?.rows[0];
  if (windows === null || throttle === null || first === undefined) return null;
  const { rows, widthMs } = windows;
  const { limit, windowMs } = throttle;
  const days = onSeveralDays(first.atMs, rows.at(-1)?.atMs ?? first.atMs);
  const fullest = rows.reduce((most, row) => (row.most > most.most ? row : most));
  const deferred = rows.reduce((sum, row) => sum + row.deferred, 0);
  const turned =
    deferred === 0
      ? 'nothing was deferred'
      : `${plural(deferred, 'request')} ${deferred === 1 ? 'was' : 'were'} deferred`;
  const rule = throttle.rules[0] === undefined ? '' : ` (${throttle.rules[0]})`;
  const used = `${sayCount(fullest.most)} of ${sayCount(limit)}${rule}`;
  const when =
    rows.length === 1
      ? `The one ${sayWidth(widthMs)} took ${used}`
      : `${capital(sayWhen('fullest', fullest.atMs, widthMs, days))}, with ${used}`;
  return {
    rows,
    widthMs,
    limit,
    caption: `${when}; ${turned}.`,
    table: {
      columns: [
        `By ${sayWidth(widthMs)}, ${zoneWords()}`,
        widthMs === windowMs ? 'Used' : `Used in the fullest ${sayWidth(windowMs)}`,
        'Limit',
        'Deferred',
      ],
      rows: rows
        .filter(({ most, deferred: away }) => most > 0 || away > 0)
        .map((row) => [sayStart(row.atMs, widthMs, days), sayCount(row.most), sayCount(limit), sayCount(row.deferred)]),
    },
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
