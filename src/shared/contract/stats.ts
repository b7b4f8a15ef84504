import type { Draws } from '../stats/draws';
import type { ClassCounts } from '../stats/outcome-class';
import type { Percentiles } from '../stats/percentiles';
import type { AttemptCount, EndpointCount, OutcomeBucket, WindowBucket } from '../stats/tally';

/** Rows over time, each of `widthMs` virtual ms from its `atMs` (virtual epoch ms) on; at most `MOST_BUCKETS`. */
export type OverTime<Row> = { readonly widthMs: number; readonly rows: readonly Row[] };

/** What the charts of a run, an endpoint or a policy show. Everything in it is of one commit. */
export type Stats = {
  /** Deliveries that were read, the newest first, of those that there are: `LIMITS.statsAttempts` bounds an answer. */
  readonly read: { readonly deliveries: number; readonly of: number };
  readonly counts: ClassCounts;
  /** Attempts without an outcome yet; they are in no other count. */
  readonly inFlight: number;
  readonly latency: Percentiles | null;
  /** By when an attempt began. Null without one. */
  readonly outcomes: OverTime<OutcomeBucket> | null;
  /** Deliveries with at least one attempt. */
  readonly attemptCounts: readonly AttemptCount[];
  /** Waits that were drawn, those that still run included: short ones end sooner and would count for more. */
  readonly draws: readonly Draws[];
  /** Of an endpoint under a throttle; null otherwise. */
  readonly windows: OverTime<WindowBucket> | null;
  readonly endpoints: readonly EndpointCount[];
};
