import { describe, expect, it } from 'vitest';
import { readInstant } from '../../src/renderer/view-models/typed-instant';

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0, 250);

describe('an instant as a person types it', () => {
  it.each([
    ['+2h', NOW + 7_200_000],
    ['2 h 30 m', NOW + 9_000_000],
    ['in 5m', NOW + 300_000],
    ['250ms', NOW + 250],
    ['0', NOW],
    ['14:36', Date.UTC(2026, 10, 30, 14, 36)],
    ['9:05:07', Date.UTC(2026, 10, 30, 9, 5, 7)],
    ['14:36:08.25', Date.UTC(2026, 10, 30, 14, 36, 8, 250)],
    ['14:36 UTC', Date.UTC(2026, 10, 30, 14, 36)],
    ['2026-12-01', Date.UTC(2026, 11, 1)],
    ['2026-12-01 08:00', Date.UTC(2026, 11, 1, 8)],
    ['2026-12-01T08:00:30Z', Date.UTC(2026, 11, 1, 8, 0, 30)],
    ['  2028-02-29  23:59:59.999 ', Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
  ])('%j', (text, at) => {
    expect(readInstant(text, NOW)).toBe(at);
  });

  it.each([
    '',
    ' ',
    'tomorrow',
    '24:00',
    '12:60',
    '2026-02-29',
    '2026-13-01',
    '2026-12-01 25:00',
    '1 2 3',
    '-5m',
    '14:36 08:00',
  ])('%j is none', (text) => {
    expect(readInstant(text, NOW)).toBeNull();
  });
});
