import type { DeliveryState } from '../model/delivery';
import type { EndpointId } from '../model/ids';
import type { Throttle } from '../policies/window';
import { windowOf } from '../rules/throttle';
import { bucketAt, bucketStart, bucketsOver } from './buckets';
import { type ClassCounts, classCounts, OUTCOME_CLASSES, type OutcomeClass } from './outcome-class';
import { type Percentiles, percentilesOf } from './percentiles';

/** An attempt as far as it is counted. Instants are virtual epoch ms. */
export type CountedAttempt = {
  readonly endpointId: EndpointId;
  readonly startedAt: number;
  /** Null while it is in flight. */
  readonly outcome: OutcomeClass | null;
  /** How long it took, ms; null while it is in flight. */
  readonly tookMs: number | null;
  /** Where it was due before a throttle moved it. */
  readonly deferredFrom: number | null;
};

/** Deliveries that made so many attempts, by where they stand. */
export type AttemptCount = {
  readonly attempts: number;
  readonly delivered: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Neither delivered nor failed nor cancelled yet. */
  readonly open: number;
};

/** What began in one span of time. */
export type OutcomeBucket = {
  readonly atMs: number;
  readonly counts: ClassCounts;
  readonly latency: Percentiles | null;
};

/** The fullest throttle window of a span, and all that its windows turned away. */
export type WindowBucket = { readonly atMs: number; readonly most: number; readonly deferred: number };

export type EndpointCount = {
  readonly endpointId: EndpointId;
  readonly counts: ClassCounts;
  readonly latency: Percentiles | null;
};

/** Deliveries with more attempts are counted with these. */
export const MOST_ATTEMPT_COUNTS = 60;
/** So many endpoints stand side by side; those with the most attempts. */
const MOST_ENDPOINTS = 40;

/**
 * A latency is that of an endpoint which answered, or would have: up to the answer, or to the time-out. A connection
 * that never came about is none, and what we cut off says nothing about the endpoint.
 */
const hasLatency = (outcome: OutcomeClass): boolean => outcome !== 'no-connection' && outcome !== 'interrupted';

/**
 * Counts attempts in one pass. It keeps a few numbers for each attempt, so that its memory grows with what it is
 * given: whoever reads sets the limit.
 */
export class AttemptTally {
  readonly #throttle: Throttle | null;
  readonly #startedAt: number[] = [];
  readonly #outcome: number[] = [];
  /** NaN where there is no latency. */
  readonly #tookMs: number[] = [];
  readonly #endpoint: number[] = [];
  readonly #endpoints: EndpointId[] = [];
  readonly #windows = new Map<number, { used: number; deferred: number }>();
  #inFlight = 0;
  #fromMs = Number.POSITIVE_INFINITY;
  #toMs = Number.NEGATIVE_INFINITY;

  /** @param throttle the limit of the one endpoint that is counted, if it has one */
  constructor(throttle: Throttle | null) {
    this.#throttle = throttle;
  }

  get size(): number {
    return this.#startedAt.length + this.#inFlight;
  }

  add({ endpointId, startedAt, outcome, tookMs, deferredFrom }: CountedAttempt): void {
    this.#fromMs = Math.min(this.#fromMs, startedAt);
    this.#toMs = Math.max(this.#toMs, startedAt);
    if (this.#throttle !== null) {
      this.#window(this.#throttle, startedAt).used += 1;
      if (deferredFrom !== null) this.addDeferral(deferredFrom);
    }
    if (outcome === null) {
      this.#inFlight += 1;
      return;
    }
    this.#startedAt.push(startedAt);
    this.#outcome.push(OUTCOME_CLASSES.indexOf(outcome));
    this.#tookMs.push(tookMs !== null && hasLatency(outcome) ? tookMs : Number.NaN);
    this.#endpoint.push(this.#indexOf(endpointId));
  }

  /** A delivery was turned away at this instant by the throttle, and went later or will. */
  addDeferral(atMs: number): void {
    if (this.#throttle !== null) this.#window(this.#throttle, atMs).deferred += 1;
  }

  /** When the first and the last attempt began, or null without one. */
  get span(): { readonly fromMs: number; readonly toMs: number } | null {
    return this.size === 0 ? null : { fromMs: this.#fromMs, toMs: this.#toMs };
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  counts(): ClassCounts {
    return this.#countsOf(this.#all());
  }

  latency(): Percentiles | null {
    return this.#latencyOf(this.#all());
  }

  /** Every span between the first attempt and the last, empty ones too. */
  buckets(): { readonly widthMs: number; readonly rows: readonly OutcomeBucket[] } | null {
    const { span } = this;
    if (span === null) return null;
    const buckets = bucketsOver(span.fromMs, span.toMs);
    const members = Array.from({ length: buckets.count }, (): number[] => []);
    this.#startedAt.forEach((at, index) => {
      members[bucketAt(buckets, at)]?.push(index);
    });
    const rows = members.map((indices, index) => ({
      atMs: bucketStart(buckets, index),
      counts: this.#countsOf(indices),
      latency: this.#latencyOf(indices),
    }));
    return { widthMs: buckets.widthMs, rows };
  }

  /** Those with the most attempts first. */
  byEndpoint(): readonly EndpointCount[] {
    const members = this.#endpoints.map((): number[] => []);
    this.#endpoint.forEach((endpoint, index) => {
      members[endpoint]?.push(index);
    });
    return members
      .map((indices, endpoint) => ({ endpointId: this.#endpoints[endpoint], indices }))
      .sort((a, b) => b.indices.length - a.indices.length)
      .slice(0, MOST_ENDPOINTS)
      .flatMap(({ endpointId, indices }) =>
        endpointId === undefined
          ? []
          : [{ endpointId, counts: this.#countsOf(indices), latency: this.#latencyOf(indices) }],
      );
  }

  /** Every span in which a window was used or turned something away, oldest first. */
  windows(): { readonly widthMs: number; readonly rows: readonly WindowBucket[] } | null {
    if (this.#throttle === null || this.#windows.size === 0) return null;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (const at of this.#windows.keys()) {
      first = Math.min(first, at);
      last = Math.max(last, at);
    }
    const buckets = bucketsOver(first, last, this.#throttle.windowMs);
    const rows = Array.from({ length: buckets.count }, (_, index) => ({
      atMs: bucketStart(buckets, index),
      most: 0,
      deferred: 0,
    }));
    for (const [at, { used, deferred }] of this.#windows) {
      const row = rows[bucketAt(buckets, at)];
      if (row === undefined) continue;
      row.most = Math.max(row.most, used);
      row.deferred += deferred;
    }
    return { widthMs: buckets.widthMs, rows };
  }

  #window(throttle: Throttle, atMs: number): { used: number; deferred: number } {
    const at = windowOf(throttle, atMs);
    const known = this.#windows.get(at);
    if (known !== undefined) return known;
    const fresh = { used: 0, deferred: 0 };
    this.#windows.set(at, fresh);
    return fresh;
  }

  #indexOf(endpointId: EndpointId): number {
    const known = this.#endpoints.indexOf(endpointId);
    return known === -1 ? this.#endpoints.push(endpointId) - 1 : known;
  }

  #all(): readonly number[] {
    return this.#startedAt.map((_, index) => index);
  }

  #countsOf(indices: readonly number[]): ClassCounts {
    const counts = classCounts();
    for (const index of indices) {
      const name = OUTCOME_CLASSES[this.#outcome[index] ?? -1];
      if (name !== undefined) counts[name] += 1;
    }
    return counts;
  }

  #latencyOf(indices: readonly number[]): Percentiles | null {
    return percentilesOf(indices.map((index) => this.#tookMs[index] ?? Number.NaN).filter((ms) => !Number.isNaN(ms)));
  }
}

/** Counts deliveries by how many attempts they made. */
export class DeliveryTally {
  readonly #counts = new Map<number, Record<'delivered' | 'failed' | 'cancelled' | 'open', number>>();

  add(attempts: number, state: DeliveryState): void {
    const key = Math.min(attempts, MOST_ATTEMPT_COUNTS);
    const known = this.#counts.get(key) ?? { delivered: 0, failed: 0, cancelled: 0, open: 0 };
    known[state === 'delivered' || state === 'failed' || state === 'cancelled' ? state : 'open'] += 1;
    this.#counts.set(key, known);
  }

  /** Fewest attempts first; only numbers that occurred. */
  result(): readonly AttemptCount[] {
    return [...this.#counts].sort(([a], [b]) => a - b).map(([attempts, counts]) => ({ attempts, ...counts }));
  }
}
