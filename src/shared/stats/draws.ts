import type { Wait } from '../model/attempt';

/** The band is cut into so many equal parts. */
export const DRAW_BINS = 16;
/** Narrower bands hold too few whole ms for their parts to be equal. ms */
const LEAST_BAND_MS = 10 * DRAW_BINS;
/** Retries beyond this number are counted together. */
export const MOST_RETRIES = 24;

type Drawn = Pick<Wait, 'minMs' | 'maxMs' | 'drawnMs'>;

/** Where in their bands the waits of one retry were drawn. */
export type Draws = {
  /** 1 for the wait after the first failure. `MOST_RETRIES` stands for that one and all later ones. */
  readonly retry: number;
  readonly count: number;
  /** The mean place: 0 is the band's shortest wait, 1 its longest. */
  readonly mean: number;
  /** Draws in each of the `DRAW_BINS` parts of the band, the shortest waits first. */
  readonly bins: readonly number[];
};

/** The place of a draw in its band, 0 to 1; null where there is no band to speak of. */
export function placeInBand({ minMs, maxMs, drawnMs }: Drawn): number | null {
  const band = maxMs - minMs;
  return band < LEAST_BAND_MS ? null : (drawnMs - minMs) / band;
}

/** Counts draws by retry, in memory that does not grow with their number. */
export class DrawTally {
  readonly #byRetry = new Map<number, { count: number; sum: number; readonly bins: number[] }>();

  add(retry: number, wait: Drawn): void {
    const place = placeInBand(wait);
    if (place === null) return;
    const key = Math.min(retry, MOST_RETRIES);
    const known = this.#byRetry.get(key) ?? { count: 0, sum: 0, bins: Array<number>(DRAW_BINS).fill(0) };
    const bin = Math.min(DRAW_BINS - 1, Math.max(0, Math.floor(place * DRAW_BINS)));
    known.count += 1;
    known.sum += place;
    known.bins[bin] = (known.bins[bin] ?? 0) + 1;
    this.#byRetry.set(key, known);
  }

  /** By retry, the first first. */
  result(): readonly Draws[] {
    return [...this.#byRetry]
      .sort(([a], [b]) => a - b)
      .map(([retry, { count, sum, bins }]) => ({ retry, count, mean: sum / count, bins }));
  }
}
