import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAW, draw } from '../../src/shared/rules/draw';

const seeds = fc.oneof(fc.nat(1_000), fc.maxSafeNat());
const keys = fc.array(fc.oneof(fc.nat(1_000), fc.maxSafeNat()), { maxLength: 4 });

/** Pearson's χ² of counts against an even spread. */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function countInto(bins: number, draws: Iterable<number>): readonly number[] {
  const counts = Array<number>(bins).fill(0);
  for (const u of draws) {
    const bin = Math.floor(u * bins);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** χ² with 99 degrees of freedom exceeds this once in a thousand even samples, and falls below 60 about as seldom. */
const TOO_UNEVEN = 148.2;
const TOO_EVEN = 60;

function* along(count: number, of: (index: number) => number): Generator<number> {
  for (let index = 0; index < count; index++) yield of(index);
}

describe('a draw', () => {
  it('lies in [0, 1) for any seed and key', () => {
    fc.assert(
      fc.property(seeds, keys, (seed, key) => {
        const u = draw(seed, ...key);
        expect(u).toBeGreaterThanOrEqual(0);
        expect(u).toBeLessThan(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same again for the same seed and key, in any order of asking', () => {
    fc.assert(
      fc.property(seeds, keys, keys, (seed, key, other) => {
        const first = draw(seed, ...key);
        draw(seed, ...other);
        expect(draw(seed, ...key)).toBe(first);
      }),
    );
  });

  it('differs between seeds, between keys, and from a part of its own key', () => {
    fc.assert(
      fc.property(seeds, keys, seeds, keys, (seed, key, otherSeed, otherKey) => {
        fc.pre(
          seed !== otherSeed || key.length !== otherKey.length || key.some((part, index) => part !== otherKey[index]),
        );
        expect(draw(seed, ...key)).not.toBe(draw(otherSeed, ...otherKey));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the order of a key apart', () => {
    expect(draw(7, 1, 2)).not.toBe(draw(7, 2, 1));
  });

  it('tells keys apart that differ beyond 32 bits only', () => {
    expect(draw(7, 5)).not.toBe(draw(7, 5 + 2 ** 32));
    expect(draw(5, 1)).not.toBe(draw(5 + 2 ** 32, 1));
  });

  it('repeats none of 200,000 values over deliveries and attempts', () => {
    const seen = new Set<number>();
    for (let ordinal = 1; ordinal <= 20_000; ordinal++) {
      for (let n = 1; n <= 10; n++) seen.add(draw(1, DRAW.retryWait, ordinal, n));
    }
    expect(seen.size).toBe(200_000);
  });

  it.each([
    ['deliveries', (index: number) => draw(1, DRAW.retryWait, index, 1)],
    ['attempts', (index: number) => draw(1, DRAW.retryWait, 1, index)],
    ['seeds', (index: number) => draw(index, DRAW.retryWait, 1, 1)],
    ['high halves of seeds', (index: number) => draw(index * 2 ** 32, DRAW.retryWait, 1, 1)],
  ])('spreads evenly over 100 bins along %s', (_along, of) => {
    const chi2 = unevenness(countInto(100, along(50_000, of)));
    expect(chi2).toBeLessThan(TOO_UNEVEN);
    expect(chi2).toBeGreaterThan(TOO_EVEN);
  });

  it('has no memory: neighbours fill a 10 × 10 grid evenly', () => {
    const pairs = along(50_000, (index) => {
      const here = Math.floor(draw(3, DRAW.retryWait, index, 1) * 10);
      const next = Math.floor(draw(3, DRAW.retryWait, index + 1, 1) * 10);
      return (here * 10 + next + 0.5) / 100;
    });
    expect(unevenness(countInto(100, pairs))).toBeLessThan(TOO_UNEVEN);
  });

  it('has the mean and the spread of an even distribution', () => {
    const values = [...along(50_000, (index) => draw(2026, DRAW.retryWait, index, 3))];
    const mean = values.reduce((sum, u) => sum + u, 0) / values.length;
    const variance = values.reduce((sum, u) => sum + (u - mean) ** 2, 0) / values.length;
    // 1/2 and 1/12; four standard errors of each.
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(0.0052);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.0014);
  });

  it('fills its lower bits too', () => {
    const chi2 = unevenness(
      countInto(
        100,
        along(50_000, (index) => (draw(1, index) * 2 ** 27) % 1),
      ),
    );
    expect(chi2).toBeLessThan(TOO_UNEVEN);
  });
});
