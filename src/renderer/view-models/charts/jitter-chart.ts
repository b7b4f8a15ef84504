import type { Jitter, Policy } from '../../../shared/policies/policy';
import { baseDelayMs, waitBand } from '../../../shared/rules/schedule';
import { DRAW_BINS, type Draws, MOST_RETRIES } from '../../../shared/stats/draws';
import { plural, sayCount } from '../numbers';
import type { ChartFacts } from './chart-table';

export type JitterRow = { readonly from: number; readonly count: number };

export type JitterChart = ChartFacts & {
  readonly rows: readonly JitterRow[];
  readonly count: number;
  /** Draws that an even choice puts in each bar, and the range that holds 95 % of what chance makes of it. */
  readonly expected: number;
  readonly range: readonly [least: number, most: number];
};

/** Fewer draws say nothing about a distribution. */
const FEW = 2 * DRAW_BINS;
/** Standard deviations to each side of the mean that hold 95 % of a normal distribution. */
const SIGMAS_95 = 1.96;

/** `17.7`, `1,041`: a mean of counts. */
export const sayExpected = (expected: number): string =>
  expected < 100 ? String(Math.round(expected * 10) / 10) : sayCount(Math.round(expected));

const percent = (place: number): string => `${Math.round(place * 1_000) / 10} %`;
const sayRetry = (retry: number): string => (retry === MOST_RETRIES ? `${retry} and later` : String(retry));

/** The retries that have draws, for a choice; 0 is all of them. */
export const retryChoices = (
  draws: readonly Draws[],
): readonly { readonly value: string; readonly label: string }[] => [
  { value: '0', label: 'All retries' },
  ...draws.map(({ retry }) => ({ value: String(retry), label: `Retry ${sayRetry(retry)}` })),
];

/**
 * Where in their bands waits were drawn, of one retry or of all; null before the first draw.
 * @param retry 0 for all
 */
export function jitterChart(draws: readonly Draws[], retry: number): JitterChart | null {
  const chosen = draws.filter((each) => retry === 0 || each.retry === retry);
  const count = chosen.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const mean = chosen.reduce((sum, each) => sum + each.mean * each.count, 0) / count;
  const rows = Array.from({ length: DRAW_BINS }, (_, bin) => ({
    from: bin / DRAW_BINS,
    count: chosen.reduce((sum, { bins }) => sum + (bins[bin] ?? 0), 0),
  }));
  const { expected, range } = evenDraws(count);
  return {
    rows,
    count,
    expected,
    range,
    caption: caption(rows, count, mean, range),
    table: {
      columns: ['Retry', 'Draws', 'Mean place', ...rows.map(({ from }) => `from ${percent(from)}`)],
      rows: chosen.map((each) => [
        sayRetry(each.retry),
        sayCount(each.count),
        percent(each.mean),
        ...each.bins.map(sayCount),
      ]),
    },
  };
}

/** Of so many even draws: how many fall into one part, and within which range 95 % of the parts lie (binomial). */
export function evenDraws(count: number): Pick<JitterChart, 'expected' | 'range'> {
  const share = 1 / DRAW_BINS;
  const expected = count * share;
  const margin = SIGMAS_95 * Math.sqrt(expected * (1 - share));
  return { expected, range: [Math.max(0, expected - margin), expected + margin] };
}

function caption(rows: readonly JitterRow[], count: number, mean: number, [least, most]: JitterChart['range']): string {
  if (count === 1) return `One draw, ${percent(mean)} of the way from the shortest wait to the longest.`;
  const head = `${plural(count, 'draw')}, on average ${percent(mean)} of the way from the shortest wait to the longest; even draws give 50 %`;
  if (count < FEW) return `${head}. From ${FEW} draws on they can be compared.`;
  const within = rows.filter((row) => row.count >= least && row.count <= most).length;
  return `${head}. ${within} of ${DRAW_BINS} bars end in the grey field, as 95 % of them do by chance.`;
}

/**
 * The factors of the printed wait at the ends of the band (× 0.8 and × 1.2), where they are the same for each retry:
 * a cap on waits, or none at all, leaves no such factors.
 */
export function bandFactors(
  policy: Pick<Policy, 'attempts' | 'schedule' | 'jitter'>,
): { readonly from: number; readonly to: number } | null {
  const factors = factorsOf(policy.jitter);
  if (factors === null) return null;
  for (let failures = 1; failures < policy.attempts; failures++) {
    const base = baseDelayMs(policy.schedule, failures);
    const { minMs, maxMs } = waitBand(policy, failures);
    if (Math.abs(minMs - base * factors.from) > 1 || Math.abs(maxMs - base * factors.to) > 1) return null;
  }
  return factors;
}

function factorsOf(jitter: Jitter): { readonly from: number; readonly to: number } | null {
  switch (jitter.kind) {
    case 'none':
    case 'additive':
    case 'decorrelated':
      return null;
    case 'proportional':
      return { from: 1 - jitter.ratio, to: 1 + jitter.ratio };
    case 'full':
      return { from: 0, to: 1 };
    case 'equal':
      return { from: 0.5, to: 1 };
  }
}
