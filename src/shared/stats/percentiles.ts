/** How long attempts took, by nearest rank: each figure is one that was measured. ms */
export type Percentiles = {
  readonly count: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
};

/**
 * The smallest of the values that at least `percent` of them do not exceed.
 * @param sorted ascending, at least one
 * @param percent above 0, up to 100
 */
export const nearestRank = (sorted: ArrayLike<number>, percent: number): number =>
  sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] ?? Number.NaN;

/** Null without a value. */
export function percentilesOf(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return {
    count: sorted.length,
    p50Ms: nearestRank(sorted, 50),
    p90Ms: nearestRank(sorted, 90),
    p99Ms: nearestRank(sorted, 99),
  };
}
