import { describe, expect, it } from 'vitest';
import { fileWord } from '../../../src/renderer/state/save-file';
import { csvOf } from '../../../src/renderer/view-models/charts/chart-table';
import { axisTicks, sayStart, sayWhen } from '../../../src/renderer/view-models/charts/chart-times';
import { countTicks } from '../../../src/renderer/view-models/charts/count-axis';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 30, 12);

describe('an axis of counts', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 1, 2, 3, 4, 5]],
    [6, [0, 2, 4, 6]],
    [45, [0, 10, 20, 30, 40, 50]],
    [165, [0, 50, 100, 150, 200]],
    [10_000, [0, 2_000, 4_000, 6_000, 8_000, 10_000]],
  ])('of at most %d has the figures %j', (most, ticks) => {
    expect(countTicks(most)).toEqual(ticks);
  });
});

describe('an axis of time', () => {
  const labels = (...args: Parameters<typeof axisTicks>) => axisTicks(...args).map(({ label }) => label);

  it('has labels at round instants, far enough apart', () => {
    // An hour by minutes on 600 px: 10 px a minute. 78 px are 7.8 minutes, so there is a label each 10.
    expect(labels(NOON, MINUTE, 60, 600)).toEqual(['12:00', '12:10', '12:20', '12:30', '12:40', '12:50']);
  });

  it('names days over several', () => {
    // 10 px an hour: 78 px are 7.8 hours, so there is a label each 12.
    expect(labels(NOON, HOUR, 60, 600)).toEqual(['12:00', 'Tue 00:00', '12:00', 'Wed 00:00', '12:00']);
    // 20 px for 6 hours: a label each day.
    expect(labels(NOON - 12 * HOUR, 6 * HOUR, 20, 400)).toEqual([
      'Mon 30 Nov',
      'Tue 1 Dec',
      'Wed 2 Dec',
      'Thu 3 Dec',
      'Fri 4 Dec',
    ]);
  });

  it('has at least one', () => {
    expect(labels(NOON + 7_000, 1_000, 1, 400)).toEqual(['12:00:07']);
    expect(labels(NOON, 1_000, 1, 0)).toHaveLength(1);
  });

  it('leaves out a label that would not fit at its end', () => {
    // Six rows on 100 px, a label each five: the second one is centred at 92 px, and 18 px beyond the edge are free.
    const all = axisTicks(NOON, MINUTE, 6, 100);
    expect(all.map(({ label }) => label)).toEqual(['12:00', '12:05']);
    expect(axisTicks(NOON, 1_000, 6, 100).map(({ label }) => label)).toEqual(['12:00:00']);
  });
});

describe('when', () => {
  it('is said by the unit that the rows are counted by', () => {
    expect(sayWhen('worst', NOON, MINUTE, false)).toBe('the worst minute was 12:00');
    expect(sayWhen('slowest', NOON, 5 * MINUTE, false)).toBe('the slowest 5 m began at 12:00');
    expect(sayWhen('worst', NOON, HOUR, true)).toBe('the worst hour was Mon 30 Nov 12:00');
    expect(sayStart(NOON + 250, 100, false)).toBe('12:00:00.250');
    expect(sayStart(NOON, DAY, false)).toBe('Mon 30 Nov');
  });
});

describe('a table that is copied', () => {
  it('is CSV with quotes where they are needed', () => {
    const columns = ['Endpoint', '2xx'];
    const rows = [
      ['Shop, "main"', '6,214'],
      ['two\nlines', '0'],
    ];
    expect(csvOf({ columns, rows })).toBe('Endpoint,2xx\r\n"Shop, ""main""","6,214"\r\n"two\nlines",0\r\n');
  });

  it.each(['=1+1', '+cmd', '-x', '@SUM(A1)', '\tx'])('never makes a formula of %j', (text) => {
    expect(csvOf({ columns: [], rows: [[text]] })).toContain(`'${text}`);
  });

  it('leaves negative numbers as they are', () => {
    expect(csvOf({ columns: [], rows: [['-4.5']] })).toBe('\r\n-4.5\r\n');
  });
});

describe('a word in a file’s name', () => {
  it('is plain, whatever the text', () => {
    expect(fileWord('Run 1: Ma\u00f1ana / ../x')).toBe('run-1-man-ana-x');
    expect(fileWord('\u6771\u4eac')).toBe('unnamed');
    expect(fileWord('x'.repeat(500))).toHaveLength(40);
    expect(fileWord(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39));
  });
});
