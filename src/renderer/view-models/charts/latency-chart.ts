import type { OverTime, Stats } from '../../../shared/contract/stats';
import type { Percentiles } from '../../../shared/stats/percentiles';
import { sayDuration } from '../../../shared/words/duration';
import { plural, sayCount } from '../numbers';
import { zoneWords } from '../zone';
import type { ChartFacts } from './chart-table';
import { onSeveralDays, sayStart, sayWhen, sayWidth } from './chart-times';

/** Null where nothing was answered: the line has a gap. */
export type LatencyRow = {
  readonly atMs: number;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
};

export type LatencyChart = ChartFacts &
  OverTime<LatencyRow> & {
    /** From and to of a logarithmic axis, ms: from a power of ten to a little above all values. */
    readonly domain: readonly [fromMs: number, toMs: number];
    readonly ticks: readonly number[];
  };

/** A logarithmic axis has no zero. */
const LEAST_MS = 0.1;
const HEADROOM = 1.2;
const shown = (ms: number): number => Math.max(LEAST_MS, ms);

/** A latency as it is said: a fraction of a ms is one. */
export const sayLatency = (ms: number): string =>
  ms > 0 && ms < 1 ? `${shown(Math.round(ms * 10) / 10)} ms` : sayDuration(ms);

/**
 * Latency over time; null before the first answer.
 * @param limitMs a time-out that the axis must reach, or null
 */
export function latencyChart(
  { outcomes, latency, counts }: Pick<Stats, 'outcomes' | 'latency' | 'counts'>,
  limitMs: number | null,
): LatencyChart | null {
  if (outcomes === null || latency === null) return null;
  const { rows, widthMs } = outcomes;
  const days = onSeveralDays(rows[0]?.atMs ?? 0, rows.at(-1)?.atMs ?? 0);
  const answered = rows.filter((row): row is typeof row & { latency: Percentiles } => row.latency !== null);
  const all = answered.flatMap((row) => [row.latency.p50Ms, row.latency.p99Ms]);
  const domain = domainAround(Math.min(...all), Math.max(...all, limitMs ?? 0));
  return {
    widthMs,
    rows: rows.map((row) => ({
      atMs: row.atMs,
      p50: row.latency === null ? null : shown(row.latency.p50Ms),
      p90: row.latency === null ? null : shown(row.latency.p90Ms),
      p99: row.latency === null ? null : shown(row.latency.p99Ms),
    })),
    domain,
    ticks: decades(domain),
    caption: caption(latency, answered, counts['no-connection'], widthMs, days),
    table: {
      columns: [`By ${sayWidth(widthMs)}, ${zoneWords()}`, 'Answers', 'p50', 'p90', 'p99'],
      rows: answered.map((row) => [
        sayStart(row.atMs, widthMs, days),
        sayCount(row.latency.count),
        sayLatency(row.latency.p50Ms),
        sayLatency(row.latency.p90Ms),
        sayLatency(row.latency.p99Ms),
      ]),
    },
  };
}

function domainAround(leastMs: number, mostMs: number): readonly [number, number] {
  const fromMs = 10 ** Math.floor(Math.log10(shown(leastMs)));
  return [fromMs, Math.max(10 * fromMs, HEADROOM * shown(mostMs))];
}

/** The powers of ten in a domain. */
function decades([fromMs, toMs]: readonly [number, number]): readonly number[] {
  const first = Math.round(Math.log10(fromMs));
  const last = Math.floor(Math.log10(toMs));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function caption(
  { count, p50Ms, p90Ms, p99Ms }: Percentiles,
  answered: readonly { readonly atMs: number; readonly latency: Percentiles }[],
  unconnected: number,
  widthMs: number,
  days: boolean,
): string {
  const left =
    unconnected === 0
      ? ''
      : ` ${plural(unconnected, 'attempt')} without a connection ${unconnected === 1 ? 'is' : 'are'} left out.`;
  if (count === 1) return `The one answer took ${sayLatency(p50Ms)}.${left}`;
  const least = Math.min(...answered.map((row) => row.latency.p50Ms));
  if (least === p99Ms && p50Ms === p99Ms) return `All ${sayCount(count)} answers took ${sayLatency(p50Ms)}.${left}`;
  const worst = answered.reduce((most, row) => (row.latency.p99Ms > most.latency.p99Ms ? row : most));
  const slowest = answered.length < 2 ? '' : `; ${sayWhen('slowest', worst.atMs, widthMs, days)}`;
  const head = `Half of ${plural(count, 'answer')} took at most ${sayLatency(p50Ms)}, 90 % at most ${sayLatency(p90Ms)}, 99 % at most ${sayLatency(p99Ms)}`;
  return `${head}${slowest}.${left}`;
}
