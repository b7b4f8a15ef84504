import { describe, expect, it } from 'vitest';
import {
  bandFactors,
  evenDraws,
  jitterChart,
  retryChoices,
  sayExpected,
} from '../../../src/renderer/view-models/charts/jitter-chart';
import { alphorn } from '../../../src/shared/policies/alphorn';
import { fianto } from '../../../src/shared/policies/fianto';
import { infraspeak } from '../../../src/shared/policies/infraspeak';
import { kestrel } from '../../../src/shared/policies/kestrel';
import { DRAW_BINS, type Draws } from '../../../src/shared/stats/draws';

const draws = (retry: number, bins: readonly number[], mean: number): Draws => ({
  retry,
  bins: [...bins, ...Array<number>(DRAW_BINS - bins.length).fill(0)],
  count: bins.reduce((sum, count) => sum + count, 0),
  mean,
});

describe('what an even choice gives', () => {
  it('is a sixteenth in each bar, and the binomial’s 95 % around it', () => {
    // 283 draws: 283/16 = 17.7; √(283 × 1/16 × 15/16) = 4.07, times 1.96 is 7.98.
    const { expected, range } = evenDraws(283);
    expect(expected).toBeCloseTo(17.69, 2);
    expect(range[0]).toBeCloseTo(9.71, 2);
    expect(range[1]).toBeCloseTo(25.67, 2);
    expect([expected, 1_041.25, 4].map(sayExpected)).toEqual(['17.7', '1,041', '4']);
  });

  it('reaches down to nothing and not below', () => {
    expect(evenDraws(16).range[0]).toBe(0);
  });
});

describe('drawn jitter', () => {
  it('is nothing before the first draw', () => {
    expect(jitterChart([], 0)).toBeNull();
    expect(jitterChart([draws(1, [1], 0.01)], 2)).toBeNull();
  });

  it('says it of one draw', () => {
    expect(jitterChart([draws(1, [0, 0, 0, 0, 0, 1], 0.344)], 0)?.caption).toBe(
      'One draw, 34.4 % of the way from the shortest wait to the longest.',
    );
  });

  it('does not judge a few', () => {
    expect(jitterChart([draws(1, [1, 1], 0.06), draws(2, [2], 0.02)], 0)?.caption).toBe(
      '4 draws, on average 4 % of the way from the shortest wait to the longest; even draws give 50 %. From 32 draws on they can be compared.',
    );
  });

  it('says how many bars are where chance puts them', () => {
    // 64 draws: 4 expected, ±1.96 × √3.75 = 3.8: from 0.2 to 7.8. One bar is empty, one has 8.
    const chart = jitterChart([draws(1, [0, 8, ...Array(14).fill(4)], 0.55)], 0);
    expect(chart?.caption).toBe(
      '64 draws, on average 55 % of the way from the shortest wait to the longest; even draws give 50 %. 14 of 16 bars end in the grey field, as 95 % of them do by chance.',
    );
  });

  it('adds retries up, or shows one by itself', () => {
    const both = [draws(1, [2, 1], 0.05), draws(2, [0, 1], 0.09)];
    expect(jitterChart(both, 0)?.rows.slice(0, 2)).toEqual([
      { from: 0, count: 2 },
      { from: 1 / 16, count: 2 },
    ]);
    expect(jitterChart(both, 2)?.count).toBe(1);
    expect(jitterChart(both, 0)?.table.rows.map((row) => row.slice(0, 4))).toEqual([
      ['1', '3', '5 %', '2'],
      ['2', '1', '9 %', '0'],
    ]);
    expect(retryChoices(both).map(({ label }) => label)).toEqual(['All retries', 'Retry 1', 'Retry 2']);
  });
});

describe('the factors at the ends of a band', () => {
  it('are the policy’s', () => {
    expect(bandFactors(fianto)).toEqual({ from: 0.8, to: 1.2 });
    expect(bandFactors(kestrel)).toEqual({ from: 0, to: 1 });
    expect(bandFactors(alphorn)).toEqual({ from: 0.5, to: 1 });
    expect(bandFactors(infraspeak)).toBeNull();
  });

  it('are not said where a cap cuts some bands off', () => {
    const schedule = { kind: 'exponential', baseMs: 1_000, factor: 2, capMs: 4_400 } as const;
    const jitter = { kind: 'proportional', ratio: 0.2 } as const;
    // 4 s + 20 % is 4.8 s, above the cap.
    expect(bandFactors({ attempts: 4, schedule, jitter })).toBeNull();
    expect(bandFactors({ attempts: 3, schedule, jitter })).toEqual({ from: 0.8, to: 1.2 });
  });
});
