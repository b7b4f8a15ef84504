import type { Wait } from '../model/attempt';
import type { Jitter } from '../policies/policy';

export type Band = { readonly minMs: number; readonly nominalMs: number; readonly maxMs: number };

/** The range from which a wait is drawn, in whole ms. `nominalMs` is the delay as the provider's page prints it. */
export function bandOf(jitter: Jitter, baseMs: number): Band {
  switch (jitter.kind) {
    case 'none':
      return { minMs: baseMs, nominalMs: baseMs, maxMs: baseMs };
    case 'proportional':
      return {
        minMs: Math.round(baseMs * (1 - jitter.ratio)),
        nominalMs: baseMs,
        maxMs: Math.round(baseMs * (1 + jitter.ratio)),
      };
    case 'full':
      return { minMs: 0, nominalMs: baseMs, maxMs: baseMs };
    case 'equal':
      return { minMs: Math.round(baseMs / 2), nominalMs: Math.round(baseMs * 0.75), maxMs: baseMs };
  }
}

/** Draws a wait from its band. `roll` lies in [0, 1), so the upper end is approached and never passed. */
export function drawFrom(band: Band, roll: number): Wait {
  return { ...band, drawnMs: Math.floor(band.minMs + roll * (band.maxMs - band.minMs)), roll };
}
