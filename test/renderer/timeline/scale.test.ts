import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOLD_MARGIN_PX, FOLD_PX, foldsOf, foldThresholdPx } from '../../../src/renderer/timeline/folds';
import { timeScale } from '../../../src/renderer/timeline/scale';

const MINUTE = 60_000;
const anInstant = fc.integer({ min: 0, max: 30 * 86_400_000 });
const anyRequest = fc.record({
  instants: fc.array(anInstant, { minLength: 1, maxLength: 40 }).map((all) => Float64Array.from(all).sort()),
  nowMs: anInstant,
  msPerPx: fc.double({ min: 1, max: 10_000_000, noNaN: true }),
  plotPx: fc.integer({ min: 320, max: 2_400 }),
  opened: fc.constant<readonly number[]>([]),
});
const anAnchor = fc.record({ atMs: anInstant, px: fc.integer({ min: -500, max: 2_000 }) });

describe('the time scale', () => {
  it('is straight without folds', () => {
    const scale = timeScale(1_500, [], { atMs: 1_000_000, px: 300 });
    expect(scale.x(1_000_000)).toBe(300);
    expect(scale.x(1_000_000 + 3 * MINUTE)).toBe(420);
    expect(scale.t(240)).toBe(1_000_000 - 90_000);
  });

  it('squeezes a fold into its strip and shifts what follows', () => {
    // 22 minutes at 1.5 s a pixel would be 880 px; folded they are 26.
    const scale = timeScale(1_500, [{ fromMs: 0, toMs: 22 * MINUTE }], { atMs: 0, px: 300 });
    expect(scale.x(11 * MINUTE)).toBe(300 + FOLD_PX / 2);
    expect(scale.x(22 * MINUTE)).toBe(300 + FOLD_PX);
    expect(scale.x(23 * MINUTE)).toBe(300 + FOLD_PX + 40);
    expect(scale.t(300 + FOLD_PX / 2)).toBe(11 * MINUTE);
    expect(scale.foldAtPx(310)).toEqual({ fromMs: 0, toMs: 22 * MINUTE });
    expect(scale.foldAtPx(327)).toBeNull();
    expect(scale.foldBetween(200, 299)).toBe(false);
    expect(scale.foldBetween(280, 305)).toBe(true);
    expect(scale.foldBetween(327, 400)).toBe(false);
  });

  it('never runs backwards, whatever is folded', () => {
    fc.assert(
      fc.property(
        anyRequest,
        anAnchor,
        fc.array(anInstant, { minLength: 2, maxLength: 30 }),
        (request, anchor, some) => {
          const scale = timeScale(request.msPerPx, foldsOf(request), anchor);
          const sorted = some.toSorted((a, b) => a - b);
          const places = sorted.map(scale.x);
          const slack = 1e-6 * (1 + Math.abs(places[0] ?? 0));
          expect(places.every((px, i) => i === 0 || px >= (places[i - 1] ?? px) - slack)).toBe(true);
        },
      ),
    );
  });

  it('leads back to the instant from its place', () => {
    fc.assert(
      fc.property(anyRequest, anAnchor, anInstant, (request, anchor, atMs) => {
        const folds = foldsOf(request);
        const scale = timeScale(request.msPerPx, folds, anchor);
        // Inside a strip a pixel holds more time, and rounding with it.
        const fold = folds.find(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
        const msPerPx = fold === undefined ? request.msPerPx : (fold.toMs - fold.fromMs) / FOLD_PX;
        expect(Math.abs(scale.t(scale.x(atMs)) - atMs)).toBeLessThan(1e-3 + msPerPx * 1e-5);
      }),
    );
  });

  it('keeps the anchor where it was put', () => {
    fc.assert(
      fc.property(anyRequest, anAnchor, (request, anchor) => {
        expect(timeScale(request.msPerPx, foldsOf(request), anchor).x(anchor.atMs)).toBeCloseTo(anchor.px, 6);
      }),
    );
  });
});

describe('folds', () => {
  const day = { msPerPx: 1_500, plotPx: 980, opened: [] };

  it('folds an idle span that would fill more than a fifth of the plot, and leaves a margin at both ends', () => {
    // A fifth of 980 px at 1.5 s a pixel is 294 s.
    const instants = Float64Array.of(0, 293_000, 293_000 + 295_000);
    const [fold, ...others] = foldsOf({ ...day, instants, nowMs: 588_000 });
    expect(others).toEqual([]);
    expect(fold).toEqual({ fromMs: 293_000 + FOLD_MARGIN_PX * 1_500, toMs: 588_000 - FOLD_MARGIN_PX * 1_500 });
  });

  it('lets now split an idle span, so that the view moves by events', () => {
    const instants = Float64Array.of(0, 3_600_000);
    const at = (nowMs: number) => foldsOf({ ...day, instants, nowMs }).length;
    expect(at(1_800_000)).toBe(2);
    expect(at(100_000)).toBe(1);
    expect(at(3_500_000)).toBe(1);
  });

  it('folds the time between the last event and now, and between now and the first one', () => {
    const instants = Float64Array.of(0, 1_000);
    expect(foldsOf({ ...day, instants, nowMs: 3_600_000 })).toHaveLength(1);
    expect(foldsOf({ ...day, instants, nowMs: -3_600_000 })).toHaveLength(1);
  });

  it('leaves open what a person unfolded', () => {
    const instants = Float64Array.of(0, 3_600_000);
    expect(foldsOf({ ...day, instants, nowMs: 3_600_000, opened: [1_800_000] })).toEqual([]);
  });

  it('never has a negative width, never overlaps, and always saves room', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const folds = foldsOf(request);
        for (const [i, { fromMs, toMs }] of folds.entries()) {
          expect((toMs - fromMs) / request.msPerPx).toBeGreaterThan(FOLD_PX * 0.999);
          expect(fromMs).toBeGreaterThan(folds[i - 1]?.toMs ?? -Infinity);
          expect(request.instants.some((at) => at > fromMs && at < toMs)).toBe(false);
          expect(request.nowMs > fromMs && request.nowMs < toMs).toBe(false);
        }
      }),
    );
  });

  it('asks for more room than margins and strip take, even on a narrow plot', () => {
    expect(foldThresholdPx(200)).toBe(2 * FOLD_MARGIN_PX + FOLD_PX);
    expect(foldThresholdPx(980)).toBe(196);
  });
});
