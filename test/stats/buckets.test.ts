import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketAt, bucketStart, bucketsOver, MOST_BUCKETS } from '../../src/shared/stats/buckets';

const NOON = Date.UTC(2026, 10, 30, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the spans in which attempts are counted', () => {
  it('are one of a second where everything is at one instant', () => {
    expect(bucketsOver(NOON + 250, NOON + 250)).toEqual({ fromMs: NOON, widthMs: 1_000, count: 1 });
  });

  it.each([
    // 11.9 s in tenths are 120 spans; 12 s would be 121.
    [NOON, NOON + 11_900, { fromMs: NOON, widthMs: 100, count: 120 }],
    [NOON, NOON + 12_000, { fromMs: NOON, widthMs: 200, count: 61 }],
    // From 12:00:30 to 13:00:30: 61 minutes are touched, and half-minutes would be 121.
    [NOON + 30_000, NOON + HOUR + 30_000, { fromMs: NOON, widthMs: MINUTE, count: 61 }],
    // Two days by half-hours are 97.
    [NOON, NOON + 2 * DAY, { fromMs: NOON, widthMs: 30 * MINUTE, count: 97 }],
    // 28 days by six hours are 113.
    [NOON, NOON + 28 * DAY, { fromMs: NOON, widthMs: 6 * HOUR, count: 113 }],
  ])('are of a length that people know, from %d to %d', (fromMs, toMs, expected) => {
    expect(bucketsOver(fromMs, toMs)).toEqual(expected);
  });

  it('are whole throttle windows', () => {
    expect(bucketsOver(NOON, NOON, MINUTE)).toEqual({ fromMs: NOON, widthMs: MINUTE, count: 1 });
    expect(bucketsOver(NOON, NOON + 119 * MINUTE, MINUTE)).toEqual({ fromMs: NOON, widthMs: MINUTE, count: 120 });
    expect(bucketsOver(NOON, NOON + 120 * MINUTE, MINUTE)).toEqual({ fromMs: NOON, widthMs: 2 * MINUTE, count: 61 });
    expect(bucketsOver(0, 7_000 * 500, 7_000).widthMs % 7_000).toBe(0);
  });

  it('cover both ends and are never more than they may, whatever the span and the window', () => {
    fc.assert(
      fc.property(
        fc.nat(4e12),
        fc.oneof(fc.constant(0), fc.nat(1e4), fc.nat(1e9), fc.nat(4e12)),
        fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
        (fromMs, spanMs, unitMs) => {
          const buckets = bucketsOver(fromMs, fromMs + spanMs, unitMs);
          expect(buckets.count).toBeGreaterThanOrEqual(1);
          expect(buckets.count).toBeLessThanOrEqual(MOST_BUCKETS);
          expect(buckets.widthMs % (unitMs ?? 100)).toBe(0);
          expect(buckets.fromMs % buckets.widthMs).toBe(0);
          expect(buckets.fromMs).toBeLessThanOrEqual(fromMs);
          const last = bucketStart(buckets, buckets.count - 1);
          expect(last).toBeLessThanOrEqual(fromMs + spanMs);
          expect(last + buckets.widthMs).toBeGreaterThan(fromMs + spanMs);
          expect(bucketAt(buckets, fromMs)).toBe(0);
          expect(bucketAt(buckets, fromMs + spanMs)).toBe(buckets.count - 1);
        },
      ),
    );
  });
});
