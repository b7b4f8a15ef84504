import type { DrawSource, Wait } from '../model/attempt';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import type { Jitter } from '../policies/policy';

/** `baseMs` is the delay before jitter. */
export type Band = {
  readonly baseMs: number;
  readonly minMs: number;
  readonly nominalMs: number;
  readonly maxMs: number;
};

/** Larger than the error of a product of doubles in our range, far smaller than a ms. */
const SLACK_MS = 0.001;

/**
 * The range from which a wait is drawn, in whole ms. Ends are rounded inwards, so that no wait is shorter or longer
 * than the page allows. `nominalMs` is the delay as the provider's page prints it.
 */
export function bandOf(jitter: Exclude<Jitter, { kind: 'decorrelated' }>, baseMs: number): Band {
  switch (jitter.kind) {
    case 'none':
      return { baseMs, minMs: baseMs, nominalMs: baseMs, maxMs: baseMs };
    case 'proportional':
      return {
        baseMs,
        // Never below zero, not even by the slack: Math.ceil would make a negative zero of it.
        minMs: Math.max(0, Math.ceil(baseMs * (1 - jitter.ratio) - SLACK_MS)),
        nominalMs: baseMs,
        maxMs: Math.floor(baseMs * (1 + jitter.ratio) + SLACK_MS),
      };
    case 'full':
      return { baseMs, minMs: 0, nominalMs: baseMs, maxMs: baseMs };
    case 'equal':
      return { baseMs, minMs: Math.ceil(baseMs / 2), nominalMs: Math.round(baseMs * 0.75), maxMs: baseMs };
    case 'additive':
      return { baseMs, minMs: baseMs, nominalMs: baseMs, maxMs: baseMs + jitter.ms };
  }
}

/** From the delay to `reachMs`, or to the jitter's own cap; nominal is the middle of it. Never below the delay. */
export function decorrelatedBand(
  { capMs }: Extract<Jitter, { kind: 'decorrelated' }>,
  baseMs: number,
  reachMs: number,
): Band {
  const maxMs = Math.max(baseMs, Math.floor(Math.min(reachMs, capMs ?? LONGEST_WAIT_MS)));
  return { baseMs, minMs: baseMs, nominalMs: Math.round((baseMs + maxMs) / 2), maxMs };
}

/** The band with no end above `limitMs`: a cap is the longest wait, whatever the jitter adds. */
export const withinLimit = (band: Band, limitMs: number): Band =>
  band.maxMs <= limitMs
    ? band
    : {
        baseMs: band.baseMs,
        minMs: Math.min(band.minMs, limitMs),
        nominalMs: Math.min(band.nominalMs, limitMs),
        maxMs: limitMs,
      };

/** Draws a wait from its band. `roll` lies in [0, 1), so the upper end is approached and never reached. */
export function drawFrom(band: Band, roll: number, draw: DrawSource | null = null): Wait {
  const { baseMs, minMs, nominalMs, maxMs } = band;
  return { baseMs, minMs, nominalMs, maxMs, drawnMs: minMs + Math.floor(roll * (maxMs - minMs)), roll, draw };
}
