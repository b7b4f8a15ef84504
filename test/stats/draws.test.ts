import { describe, expect, it } from 'vitest';
import { DRAW_BINS, DrawTally, MOST_RETRIES, placeInBand } from '../../src/shared/stats/draws';

const wait = (minMs: number, maxMs: number, drawnMs: number) => ({ minMs, maxMs, drawnMs });

describe('the place of a draw in its band', () => {
  it('is 0 at the shortest wait and near 1 at the longest', () => {
    // Fianto's 30 minutes ± 20 %: 24 to 36 minutes; 27 minutes are a quarter of the way.
    expect(placeInBand(wait(1_440_000, 2_160_000, 1_440_000))).toBe(0);
    expect(placeInBand(wait(1_440_000, 2_160_000, 1_620_000))).toBe(0.25);
  });

  it('is not said of a wait without jitter, or of a band of a few ms, where it would be no even choice', () => {
    expect(placeInBand(wait(60_000, 60_000, 60_000))).toBeNull();
    expect(placeInBand(wait(0, 100, 50))).toBeNull();
  });
});

describe('draws that are counted', () => {
  it('fall into sixteenths, for each retry by itself', () => {
    const tally = new DrawTally();
    for (const drawnMs of [0, 999, 1_000, 15_999]) tally.add(1, wait(0, 16_000, drawnMs));
    tally.add(2, wait(16_000, 32_000, 24_000));
    const [first, second, ...rest] = tally.result();
    expect(rest).toEqual([]);
    expect(first).toEqual({ retry: 1, count: 4, mean: 17_998 / 16_000 / 4, bins: [2, 1, ...Array(13).fill(0), 1] });
    expect(second).toEqual({ retry: 2, count: 1, mean: 0.5, bins: [...Array(8).fill(0), 1, ...Array(7).fill(0)] });
  });

  it('keep to so many retries, however many a policy makes', () => {
    const tally = new DrawTally();
    for (let retry = 1; retry <= 1_000; retry++) tally.add(retry, wait(0, 1_000, 500));
    const result = tally.result();
    expect(result).toHaveLength(MOST_RETRIES);
    expect(result.at(-1)?.count).toBe(1_000 - MOST_RETRIES + 1);
    expect(result.every(({ bins }) => bins.length === DRAW_BINS)).toBe(true);
  });

  it('are none without a band', () => {
    const tally = new DrawTally();
    tally.add(1, wait(60_000, 60_000, 60_000));
    expect(tally.result()).toEqual([]);
  });
});
