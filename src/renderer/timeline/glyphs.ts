import type { DeliveryState } from '../../shared/model/delivery';
import type { Outcome } from '../../shared/model/outcome';

/** A shape. Every outcome has its own, so that the screen works in greyscale. */
export type Glyph =
  | 'ok'
  | 'r3'
  | 'c4'
  | 's5'
  | 'timeout'
  | 'cross'
  | 'interrupted'
  | 'flight'
  | 'plan'
  | 'queued'
  | 'stale'
  | 'held'
  | 'deferred'
  | 'cancelled';

/** The name of a token: `--ok`, `--plan` … */
export type Hue = 'ok' | 'r3' | 'c4' | 's5' | 'nr' | 'intr' | 'fg' | 'fg3' | 'plan' | 'held';

export const HUE_OF: Readonly<Record<Glyph, Hue>> = {
  ok: 'ok',
  r3: 'r3',
  c4: 'c4',
  s5: 's5',
  timeout: 'nr',
  cross: 'nr',
  interrupted: 'intr',
  flight: 'fg',
  plan: 'plan',
  queued: 'fg3',
  stale: 'fg3',
  held: 'held',
  deferred: 'held',
  cancelled: 'fg3',
};

export function glyphOf(outcome: Outcome | null): Glyph {
  if (outcome === null) return 'flight';
  switch (outcome.kind) {
    case 'response':
      if (outcome.status >= 500) return 's5';
      if (outcome.status >= 400) return 'c4';
      // A status below 200 never ends an attempt well; it is a turn to somewhere else, like a redirect.
      return outcome.status >= 300 || outcome.status < 200 ? 'r3' : 'ok';
    case 'no-response':
      return outcome.fault.endsWith('timeout') ? 'timeout' : 'cross';
    case 'interrupted':
      return 'interrupted';
  }
}

/** The shape of a state; a final one shows its last outcome and wears a ring. */
export function glyphOfState(state: DeliveryState, last: Glyph | null): { glyph: Glyph; final: boolean } {
  switch (state) {
    case 'queued':
      return { glyph: 'queued', final: false };
    case 'processing':
      return { glyph: 'flight', final: false };
    case 'retrying':
      return { glyph: 'plan', final: false };
    case 'held':
      return { glyph: 'held', final: false };
    case 'stale':
      return { glyph: 'stale', final: false };
    case 'cancelled':
      return { glyph: 'cancelled', final: false };
    case 'delivered':
      return { glyph: last ?? 'ok', final: true };
    case 'failed':
      return { glyph: last ?? 'cancelled', final: last !== null };
  }
}

/**
 * A shape as an SVG path around (0, 0) for a nominal size of 10 px, and how it is painted: `fill`, or a stroke of
 * that many px. Canvas and the HTML beside it use the same paths.
 */
type Drawing = { readonly d: string; readonly stroke: number | null; readonly dash?: readonly number[] };

const ring = (r: number): string => `M${-r} 0 A${r} ${r} 0 1 1 ${r} 0 A${r} ${r} 0 1 1 ${-r} 0 Z`;

export const DRAWINGS: Readonly<Record<Glyph, Drawing>> = {
  ok: { d: ring(4.6), stroke: null },
  r3: { d: 'M-3.8 -4.7 L4.7 0 L-3.8 4.7 Z', stroke: null },
  c4: { d: 'M0 -5.6 L5.6 0 L0 5.6 L-5.6 0 Z', stroke: null },
  s5: {
    d: 'M-3.2 -4.2 H3.2 A1 1 0 0 1 4.2 -3.2 V3.2 A1 1 0 0 1 3.2 4.2 H-3.2 A1 1 0 0 1 -4.2 3.2 V-3.2 A1 1 0 0 1 -3.2 -4.2 Z',
    stroke: null,
  },
  timeout: { d: 'M-4.3 -4.7 H4.3 L-4.3 4.7 H4.3 Z', stroke: null },
  cross: { d: 'M-3.8 -3.8 L3.8 3.8 M3.8 -3.8 L-3.8 3.8', stroke: 2.4 },
  interrupted: { d: `${ring(4.5)} M-2.7 2.7 L2.7 -2.7`, stroke: 1.5 },
  // The quiet ring of an arc in flight; the turning quarter is drawn on top of it.
  flight: { d: ring(4.6), stroke: 1.8 },
  plan: { d: ring(4.8), stroke: 1.8 },
  queued: { d: ring(3.6), stroke: 1.5 },
  stale: { d: ring(4.4), stroke: 1.5, dash: [2.2, 2.2] },
  held: { d: 'M-4 -5 h3 v10 h-3 Z M1 -5 h3 v10 h-3 Z', stroke: null },
  deferred: { d: 'M-4 -3.4 l3.4 3.4 l-3.4 3.4 M0.4 -3.4 l3.4 3.4 l-3.4 3.4', stroke: 1.7 },
  cancelled: { d: 'M-4 0 H4', stroke: 1.8 },
};

/** A quarter of the ring of an attempt in flight, from the top clockwise. */
export const FLIGHT_QUARTER = 'M0 -4.6 A4.6 4.6 0 0 1 4.6 0';

/** The ring of a final outcome. */
export const FINAL_RING_R = 7.6;
/** A shape inside its final ring is this much smaller. */
export const FINAL_SHRINK = 0.87;
