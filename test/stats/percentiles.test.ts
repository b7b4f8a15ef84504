import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestRank, percentilesOf } from '../../src/shared/stats/percentiles';

it('takes the nearest rank: the textbook example of five values', () => {
  // ceil(0.3 × 5) = 2nd, ceil(0.4 × 5) = 2nd, ceil(0.5 × 5) = 3rd, ceil(1 × 5) = 5th.
  const values = [15, 20, 35, 40, 50];
  expect([5, 30, 40, 50, 100].map((percent) => nearestRank(values, percent))).toEqual([15, 20, 20, 35, 50]);
});

it('takes the 5th, 9th and 10th of ten values, in whatever order they came', () => {
  const values = [70, 10, 100, 30, 90, 50, 20, 80, 60, 40];
  expect(percentilesOf(values)).toEqual({ count: 10, p50Ms: 50, p90Ms: 90, p99Ms: 100 });
});

it('takes the 99th of a hundred values, and not the largest', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentilesOf(values)).toEqual({ count: 100, p50Ms: 50, p90Ms: 90, p99Ms: 99 });
});

it('says a single value, or one that all share, three times, and nothing without one', () => {
  expect(percentilesOf([41.2])).toEqual({ count: 1, p50Ms: 41.2, p90Ms: 41.2, p99Ms: 41.2 });
  expect(percentilesOf([0, 0, 0])).toEqual({ count: 3, p50Ms: 0, p90Ms: 0, p99Ms: 0 });
  expect(percentilesOf([])).toBeNull();
});

it('sorts by number and not by text', () => {
  expect(percentilesOf([9, 10, 100])?.p50Ms).toBe(10);
});

it('names the smallest value that enough of them do not exceed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const found = nearestRank(
          values.toSorted((a, b) => a - b),
          percent,
        );
        const enough = (value: number): boolean =>
          values.filter((each) => each <= value).length * 100 >= percent * values.length;
        expect(values).toContain(found);
        expect(enough(found)).toBe(true);
        expect(values.filter((value) => value < found).some(enough)).toBe(false);
      },
    ),
  );
});
