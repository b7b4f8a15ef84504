import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from '../../src/renderer/state/coalesce';

describe('a coalesced run', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is at once, then once more for a whole burst', async () => {
    let runs = 0;
    const ask = coalesce(async () => {
      runs += 1;
    }, 400);
    for (let i = 0; i < 50; i++) ask();
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(runs).toBe(2);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(runs).toBe(2);
  });

  it('never overlaps, and counts its gap from the end of a slow run', async () => {
    const ends: (() => void)[] = [];
    const ask = coalesce(() => new Promise<void>((resolve) => ends.push(resolve)), 400);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(399);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
  });

  it('runs at once again when the gap is over', async () => {
    let runs = 0;
    const ask = coalesce(async () => {
      runs += 1;
    }, 100);
    ask();
    await vi.advanceTimersByTimeAsync(100);
    ask();
    expect(runs).toBe(2);
  });
});
