import { describe, expect, it } from 'vitest';
import { leapAt, placeLeaps, sayLeap } from '../../../src/renderer/timeline/leaps';
import { timeScale } from '../../../src/renderer/timeline/scale';
import type { LeapCause, LeapGroup } from '../../../src/shared/model/leap';

const HOUR = 3_600_000;
const DAY_START = Date.UTC(2026, 2, 3);
const leap = (fromH: number, toH: number, cause: LeapCause = 'skip'): LeapGroup => ({
  fromMs: DAY_START + fromH * HOUR,
  toMs: DAY_START + toH * HOUR,
  cause,
  count: 1,
  leaptMs: Math.round((toH - fromH) * HOUR),
});
/** Ten px an hour. */
const scale = timeScale(HOUR / 10, [], { atMs: DAY_START, px: 0 });

describe('the leaps of the clock', () => {
  it('stand from where time left to where it arrived, and not where the plot does not reach', () => {
    const placed = placeLeaps([leap(-9, -5), leap(1, 4), leap(6, 9), leap(40, 50)], scale, 240);
    expect(placed.map(({ left, right }) => [left, right])).toEqual([
      [10, 40],
      [60, 90],
    ]);
  });

  it('are one mark where they end near to each other', () => {
    const [one, ...more] = placeLeaps([leap(0, 1), leap(1.5, 2), leap(2.2, 3, 'jump')], scale, 240);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      left: 0,
      right: 30,
      group: { cause: null, count: 3, leaptMs: 138 * 60_000 },
    });
  });

  it('are found at their end and along their bar', () => {
    const placed = placeLeaps([leap(1, 8), leap(8, 12)], scale, 240);
    expect(leapAt(placed, 82)).toBe(placed[0]);
    expect(leapAt(placed, 30)).toBe(placed[0]);
    expect(leapAt(placed, 118)).toBe(placed[1]);
    expect(leapAt(placed, 200)).toBeNull();
  });

  it('are told in a sentence', () => {
    expect(sayLeap(leap(0, 3.2))).toBe('Skipped 3 h 12 m to Tue 3 Mar 03:12:00');
    expect(sayLeap(leap(0, 3, 'jump'))).toBe('Jumped 3 h to Tue 3 Mar 03:00:00');
    expect(sayLeap(leap(0, 3, 'away'))).toBe('Nothing ran for 3 h, until Tue 3 Mar 03:00:00');
    expect(sayLeap(leap(0, 3, 'closed'))).toBe('The app was closed for 3 h, until Tue 3 Mar 03:00:00');
    const several = { ...leap(0, 5), count: 1_200, leaptMs: 4 * HOUR };
    expect(sayLeap(several)).toBe('Skipped 1,200 times, 4 h in all, from Tue 3 Mar 00:00:00 to Tue 3 Mar 05:00:00');
    expect(sayLeap({ ...several, cause: null })).toMatch(/^The clock leapt 1,200 times, 4 h in all/);
  });
});
