import { expect, it } from 'vitest';
import { DueHeap } from '../../bench/heap';
import { median, percentile } from '../../bench/statistics';
import { formatTable } from '../../bench/table';
import { makeRng } from '../store/seeded';

it('takes the middle value, and the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 10, 2])).toBe(3);
  expect(() => median([])).toThrow(RangeError);
});

it('takes the smallest value that so many do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([7], 0.95)).toBe(7);
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});

it('gives places in the order in which they are due', () => {
  const random = makeRng(20261130);
  const dues = Array.from({ length: 500 }, () => Math.floor(random() * 1_000));
  const heap = new DueHeap(dues.length);
  for (const [place, due] of dues.entries()) heap.push(due, place);
  const given = dues.map(() => dues[heap.pop()]);
  expect(given).toEqual([...dues].sort((a, b) => a - b));
  expect(() => heap.pop()).toThrow(RangeError);
});

it('prints a row for each measurement, with its target where it has one', () => {
  const rows = [
    { what: 'A', measured: '0.50 (1/s)', target: '≥ 0.4', met: true, values: {} },
    { what: 'Longer', measured: '2', target: null, met: null, values: {} },
    { what: 'C', measured: '9 ms', target: '< 5 ms', met: false, values: {} },
  ];
  expect(formatTable(rows).split('\n')).toEqual([
    '| What   | Measured   | Target | Met |',
    '| ------ | ---------- | ------ | --- |',
    '| A      | 0.50 (1/s) | ≥ 0.4  | yes |',
    '| Longer | 2          | –      | –   |',
    '| C      | 9 ms       | < 5 ms | no  |',
  ]);
});
