import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { timeScale } from '../../src/renderer/timeline/scale';
import { ticks } from '../../src/renderer/timeline/ticks';
import {
  calendarDay,
  clockTime,
  exactTime,
  listTime,
  writeExactTimesAs,
} from '../../src/renderer/view-models/instants';
import { readInstant } from '../../src/renderer/view-models/typed-instant';
import { instantAt, writeTimesIn, zoneName } from '../../src/renderer/view-models/zone';

beforeAll(() => {
  process.env['TZ'] = 'America/St_Johns';
});
afterEach(() => {
  writeTimesIn('utc');
  writeExactTimesAs('words');
});

// Newfoundland is 3:30 behind UTC in winter and 2:30 in summer; its clocks went forward on 8 March 2026.
const WINTER = Date.UTC(2026, 0, 1, 2, 15, 4, 36);
const SUMMER = Date.UTC(2026, 6, 1, 2, 15, 4, 36);

describe('the time axis', () => {
  it('has its days begin at midnight of the zone, also after the clocks went forward', () => {
    const scale = timeScale(1_100_000, [], { atMs: Date.UTC(2026, 2, 6, 12), px: 0 });
    const days = () => ticks(scale, 220).flatMap(({ atMs, label }) => (label === null ? [] : [[label, atMs]]));
    expect(days()[0]).toEqual(['Sat 7 Mar', Date.UTC(2026, 2, 7)]);
    writeTimesIn('local');
    expect(days()).toEqual([
      ['Sat 7 Mar', Date.UTC(2026, 2, 7, 3, 30)],
      ['Sun 8 Mar', Date.UTC(2026, 2, 8, 3, 30)],
      ['Mon 9 Mar', Date.UTC(2026, 2, 9, 2, 30)],
    ]);
  });
});

describe('the zone in which times are written', () => {
  it('is UTC until another is chosen', () => {
    expect(`${calendarDay(WINTER)} ${clockTime(WINTER)} ${zoneName(WINTER)}`).toBe('Thu 1 Jan 2026 02:15:04 UTC');
  });

  it('is this computer’s when that is chosen, on its own day', () => {
    writeTimesIn('local');
    expect(exactTime(WINTER)).toBe('Wed 31 Dec 2025 22:45:04.036 UTC−3:30');
    expect(exactTime(SUMMER)).toBe('Tue 30 Jun 2026 23:45:04.036 UTC−2:30');
    // Four hours later it is the next day there.
    expect(listTime(WINTER, WINTER + 4 * 3_600_000)).toBe('Wed 22:45');
    writeTimesIn('utc');
    expect(listTime(WINTER, WINTER + 4 * 3_600_000)).toBe('02:15:04');
  });

  it('finds the instant that a clock of the zone shows, on the day of the change too', () => {
    writeTimesIn('local');
    // 04:00 on 8 March is after the change: 2:30 behind UTC.
    expect(instantAt(Date.UTC(2026, 2, 8, 4))).toBe(Date.UTC(2026, 2, 8, 6, 30));
    expect(instantAt(Date.UTC(2026, 2, 8, 1))).toBe(Date.UTC(2026, 2, 8, 4, 30));
    expect(readInstant('2026-03-08 04:00', WINTER)).toBe(Date.UTC(2026, 2, 8, 6, 30));
    expect(readInstant('2026-03-08 04:00 UTC', WINTER)).toBe(Date.UTC(2026, 2, 8, 4));
    // It is 31 December there.
    expect(readInstant('23:00', WINTER)).toBe(Date.UTC(2026, 0, 1, 2, 30));
  });

  it('stands in ISO 8601 with its offset', () => {
    writeExactTimesAs('iso');
    expect(exactTime(WINTER)).toBe('2026-01-01T02:15:04.036Z');
    writeTimesIn('local');
    expect(exactTime(WINTER)).toBe('2025-12-31T22:45:04.036-03:30');
    expect(Date.parse(exactTime(SUMMER))).toBe(SUMMER);
  });
});
