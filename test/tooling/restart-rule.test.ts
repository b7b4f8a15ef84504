import { describe, expect, it } from 'vitest';
import { afterDeath } from '../../src/main/shell/restart-rule';

describe('after a death of the engine', () => {
  it('starts it again at once the first time', () => {
    expect(afterDeath([1_000])).toEqual({ kind: 'restart', delayMs: 0 });
  });

  it('waits 0.5, 1 and 2 s after the next ones of a minute, and gives up after the fifth', () => {
    const deaths = [0, 10_000, 20_000, 30_000, 40_000];
    expect([2, 3, 4, 5].map((count) => afterDeath(deaths.slice(0, count)))).toEqual([
      { kind: 'restart', delayMs: 500 },
      { kind: 'restart', delayMs: 1_000 },
      { kind: 'restart', delayMs: 2_000 },
      { kind: 'give-up' },
    ]);
  });

  it('waits 5 s, however long it goes on, when deaths are too slow to be five in a minute', () => {
    const deaths = [0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000];
    expect([5, 6, 7].map((count) => afterDeath(deaths.slice(0, count)))).toEqual([
      { kind: 'restart', delayMs: 5_000 },
      { kind: 'restart', delayMs: 5_000 },
      { kind: 'restart', delayMs: 5_000 },
    ]);
  });

  it('forgets everything after a minute without a death', () => {
    expect(afterDeath([0, 100, 200, 60_201])).toEqual({ kind: 'restart', delayMs: 0 });
    expect(afterDeath([0, 100, 200, 60_200])).toEqual({ kind: 'restart', delayMs: 2_000 });
  });
});
