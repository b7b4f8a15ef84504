import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sayCountdown, sayDuration } from '../../src/shared/words/duration';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a duration in words', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '0 ms'],
    [41, '41 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1_000, '1 s'],
    [1_040, '1 s'],
    [2_500, '2.5 s'],
    [2_449, '2.4 s'],
    [9_940, '9.9 s'],
    [9_999, '10 s'],
    [10_000, '10 s'],
    [10_499, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 m'],
    [59_999, '1 m'],
    [MINUTE, '1 m'],
    [61_000, '1 m 01 s'],
    [75_000, '1 m 15 s'],
    [450_000, '7 m 30 s'],
    [900_000, '15 m'],
    [975_000, '16 m 15 s'],
    [HOUR - 1, '1 h'],
    [3_600_000, '1 h'],
    [HOUR + 5_000, '1 h 00 m 05 s'],
    [16_560_000, '4 h 36 m'],
    [79_488_000, '22 h 04 m 48 s'],
    [DAY, '24 h'],
    [99_360_000, '27 h 36 m'],
    [119_232_000, '33 h 07 m 12 s'],
    [2 * DAY - 1_000, '47 h 59 m 59 s'],
    [2 * DAY - 1, '2 d'],
    [2 * DAY, '2 d'],
    [2 * DAY + 5_000, '2 d 00 h 00 m 05 s'],
    [4_094 * MINUTE, '2 d 20 h 14 m'],
    [490_800_000, '5 d 16 h 20 m'],
    [8_190 * MINUTE, '5 d 16 h 30 m'],
    [8_190 * MINUTE + 390_000, '5 d 16 h 36 m 30 s'],
    [3_650 * DAY, '3650 d'],
  ])('says %d ms as %s', (ms, words) => {
    expect(sayDuration(ms)).toBe(words);
  });

  it('never lets a part overflow: no 60 s, 60 m, 1000 ms or 10.0 s', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20 * DAY, noNaN: true }), (ms) => {
        const parts = sayDuration(ms).split(' ');
        for (let index = 0; index < parts.length; index += 2) {
          const [count, unit] = [Number(parts[index]), parts[index + 1]];
          const below = { ms: 1_000, s: 60, m: 60, h: 48, d: 21 }[unit ?? ''] ?? 0;
          expect(count).toBeGreaterThanOrEqual(0);
          expect(count).toBeLessThan(below);
          expect(parts[index]).not.toMatch(/\.0$/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is off by at most half of the smallest part that it shows', () => {
    const size: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: MINUTE, h: HOUR, d: DAY };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20 * DAY, noNaN: true }), (ms) => {
        const parts = sayDuration(ms).split(' ');
        const said = parts.reduce(
          (sum, part, index) => (index % 2 === 0 ? sum + Number(part) * (size[parts[index + 1] ?? ''] ?? 0) : sum),
          0,
        );
        // 0.5 ms on top, because the value is rounded to whole ms first.
        const half = ms < 999.5 ? 0.5 : ms < 9_999.5 ? 50.5 : 500.5;
        expect(Math.abs(said - ms)).toBeLessThanOrEqual(half);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a countdown', () => {
  it.each([
    [-5_000, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [999, '0:01'],
    [1_000, '0:01'],
    [1_001, '0:02'],
    [59_001, '1:00'],
    [252_000, '4:12'],
    [3_599_000, '59:59'],
    [3_599_001, '01:00:00'],
    [HOUR + 252_000, '01:04:12'],
    [DAY, '24:00:00'],
    [68 * HOUR + 16 * MINUTE, '68:16:00'],
    [120 * HOUR, '120:00:00'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(sayCountdown(ms)).toBe(text);
  });

  it('shows 0:00 only when nothing is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 * DAY }), (ms) => {
        expect(sayCountdown(ms)).not.toBe('0:00');
      }),
    );
  });
});
