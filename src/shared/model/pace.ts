/** How fast virtual time runs while nothing is in flight. A request in flight always brings it to 1×. */
export type Pace = { readonly kind: 'factor'; readonly factor: number } | { readonly kind: 'skip' };

export const REAL_TIME: Pace = { kind: 'factor', factor: 1 };
export const FACTORS: readonly number[] = [1, 10, 60, 600, 3600];

export const SIGNATURE_TIMES = ['wall', 'virtual'] as const;
export type SignatureTime = (typeof SIGNATURE_TIMES)[number];

/**
 * What the engine says about its clock. Between two such reports virtual time is
 * `virtualMs + (elapsed since the report) × rate`; the screen extrapolates with its own monotonic clock.
 */
export type ClockReport = {
  readonly virtualMs: number;
  /** Wall epoch ms at the same instant. */
  readonly wallMs: number;
  /** Virtual ms per real ms right now: 0 when frozen, 1 while a request is in flight. */
  readonly rate: number;
  readonly pace: Pace;
  readonly paused: boolean;
  /** Waits are skipped until this virtual instant (epoch ms), then time goes on as before; null without a jump. */
  readonly jumpsTo: number | null;
  /** The time that signatures carry: wall time, or receivers with a tolerance would refuse a fast clock. */
  readonly signatureTime: SignatureTime;
  readonly inFlight: number;
  /** Virtual epoch ms of the next thing that can happen, null when nothing is left. */
  readonly nextAt: number | null;
  /** The delivery that is due at `nextAt`, when it is one. */
  readonly nextDeliveryId: string | null;
};

/** Virtual epoch ms at `elapsedMs` of real time after the report. Never backwards. */
export const virtualAt = (report: ClockReport, elapsedMs: number): number =>
  report.virtualMs + Math.max(0, elapsedMs) * report.rate;
