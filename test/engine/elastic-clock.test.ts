import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ElasticClock, resumeTime } from '../../src/main/engine/elastic-clock';
import type { Pace } from '../../src/shared/model/pace';
import { FakeSystem } from '../support/fake-system';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const factor = (times: number): Pace => ({ kind: 'factor', factor: times });
const SKIP: Pace = { kind: 'skip' };

function clockAt(pace: Pace, paused = false): { system: FakeSystem; clock: ElasticClock } {
  const system = new FakeSystem(START);
  return { system, clock: new ElasticClock(system, { virtualMs: START, pace, paused }) };
}

describe('the elastic clock', () => {
  it('runs sixty times as fast at 60×', async () => {
    const { system, clock } = clockAt(factor(60));
    await system.advance(1_000);
    expect(clock.now() - START).toBe(60_000);
  });

  it('runs at 1× while a request is in flight, whatever the factor, and fast again afterwards', async () => {
    const { system, clock } = clockAt(factor(3_600));
    clock.setInFlight(1);
    await system.advance(1_000);
    expect(clock.now() - START).toBe(1_000);
    clock.setInFlight(0);
    await system.advance(1_000);
    expect(clock.now() - START).toBe(1_000 + 3_600_000);
  });

  it('stands still when paused, but not under a request that is still in flight', async () => {
    const { system, clock } = clockAt(factor(60));
    clock.setInFlight(1);
    clock.setPaused(true);
    await system.advance(500);
    expect(clock.now() - START).toBe(500);
    clock.setInFlight(0);
    await system.advance(HOUR);
    expect(clock.now() - START).toBe(500);
  });

  it('stands still under skip waits until it is told to jump', async () => {
    const { system, clock } = clockAt(SKIP);
    await system.advance(HOUR);
    expect(clock.now()).toBe(START);
    clock.jumpTo(START + 5 * HOUR, 'skip');
    expect(clock.now()).toBe(START + 5 * HOUR);
  });

  it('tells of each stretch that passed at once, those without a rest between them together', async () => {
    const { system, clock } = clockAt(SKIP);
    clock.jumpTo(START + HOUR, 'skip');
    clock.jumpTo(START + 2 * HOUR, 'skip');
    clock.jumpTo(START + 3 * HOUR, 'jump');
    // Shorter than a second: nothing that one would see.
    clock.jumpTo(START + 3 * HOUR + 999, 'step');
    clock.setInFlight(1);
    await system.advance(100);
    clock.setInFlight(0);
    clock.jumpTo(START + 5 * HOUR, 'skip');
    expect(clock.leaps.map(({ fromMs, toMs, cause }) => [fromMs - START, toMs - START, cause])).toEqual([
      [0, 2 * HOUR, 'skip'],
      [2 * HOUR, 3 * HOUR, 'jump'],
      [3 * HOUR + 999 + 100, 5 * HOUR, 'skip'],
    ]);
    clock.dropLeaps(2);
    expect(clock.leaps).toHaveLength(1);
  });

  it('tells of the time in which the app was closed', () => {
    const system = new FakeSystem(START);
    const start = { virtualMs: START + HOUR, pace: factor(1), paused: false };
    expect(new ElasticClock(system, start, START).leaps).toEqual([
      { fromMs: START, toMs: START + HOUR, cause: 'closed' },
    ]);
  });

  it('ignores a jump into the past', () => {
    const { clock } = clockAt(SKIP);
    clock.jumpTo(START + HOUR, 'skip');
    clock.jumpTo(START + 1, 'skip');
    expect(clock.now()).toBe(START + HOUR);
  });

  it('does not notice that someone set the wall clock by a year, or back by a day', async () => {
    const { system, clock } = clockAt(factor(1));
    system.setWall(START + 365 * 24 * HOUR);
    await system.advance(1_000);
    expect(clock.now() - START).toBe(1_000);
    system.setWall(START - 24 * HOUR);
    await system.advance(1_000);
    expect(clock.now() - START).toBe(2_000);
  });

  it('sleeps a wait of sixty days in steps, since a timer above 2^31 - 1 ms would fire at once', async () => {
    const { system, clock } = clockAt(factor(1));
    let rung = 0;
    clock.wakeAt(START + 60 * 24 * HOUR, () => {
      rung += 1;
    });
    await system.advance(59_999);
    expect(rung).toBe(0);
    await system.advance(1);
    expect(rung).toBe(1);
  });

  it('after a sleep of the machine virtual time has passed at 1×, but not when it was frozen', async () => {
    for (const [pace, passed] of [
      [factor(1), 8 * HOUR],
      [factor(600), 8 * HOUR],
      [SKIP, 0],
    ] as const) {
      const { system, clock } = clockAt(pace);
      system.sleep(8 * HOUR);
      expect(clock.now() - START).toBe(passed);
    }
    const { system, clock } = clockAt(factor(1), true);
    system.sleep(8 * HOUR);
    expect(clock.now()).toBe(START);
  });

  it('what it stood still passes at 1×, at any pace; frozen, only under a request in flight', async () => {
    for (const [pace, inFlight, passed] of [
      [factor(1), 0, HOUR],
      [factor(600), 0, HOUR],
      [factor(600), 1, HOUR],
      [SKIP, 0, 0],
      [SKIP, 1, HOUR],
    ] as const) {
      const { system, clock } = clockAt(pace);
      clock.setInFlight(inFlight);
      system.standStill(HOUR);
      expect(clock.now() - START).toBe(passed);
      expect(clock.takeAwayMs()).toBe(passed);
      expect(clock.takeAwayMs()).toBe(0);
      clock.setInFlight(0);
      clock.setPace(factor(600));
      await system.advance(1_000);
      expect(clock.now() - START).toBe(passed + 600_000);
    }
  });

  it('tells by how much someone set the wall clock, and takes neither a sleep nor a standstill for it', async () => {
    const { system, clock } = clockAt(factor(1));
    system.sleep(HOUR);
    system.standStill(HOUR);
    await system.advance(1_000);
    expect(clock.takeWallJumpMs()).toBe(0);
    system.setWall(system.wallMs() - 24 * HOUR);
    expect(clock.takeWallJumpMs()).toBe(-24 * HOUR);
    expect(clock.takeWallJumpMs()).toBe(0);
  });

  it('rings no alarm while it stands still', async () => {
    const { system, clock } = clockAt(factor(1), true);
    clock.wakeAt(START + 1, () => {
      throw new Error('rang while paused');
    });
    await system.advance(HOUR);
    expect(system.armed).toBe(0);
  });

  it('never runs backwards, whatever is done to it', async () => {
    type Act = readonly [
      kind: 'advance' | 'pace' | 'skip' | 'pause' | 'flight' | 'jump' | 'wall' | 'still',
      amount: number,
    ];
    const act = fc.tuple(
      fc.constantFrom<Act[0]>('advance', 'pace', 'skip', 'pause', 'flight', 'jump', 'wall', 'still'),
      fc.integer({ min: 0, max: 100_000 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const { system, clock } = clockAt(factor(1));
        let before = clock.now();
        for (const [kind, amount] of acts) {
          if (kind === 'advance') await system.advance(amount);
          else if (kind === 'still') system.standStill(amount);
          else if (kind === 'pace') clock.setPace(factor(1 + amount));
          else if (kind === 'skip') clock.setPace(SKIP);
          else if (kind === 'pause') clock.setPaused(amount % 2 === 0);
          else if (kind === 'flight') clock.setInFlight(amount % 3);
          else if (kind === 'jump') clock.jumpTo(START + amount * 1_000, 'skip');
          else system.setWall(START + (amount - 50_000) * HOUR);
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('time after a restart', () => {
  const record = { virtualMs: START, wallMs: START, pace: factor(600), paused: false };

  it('has passed at 1× while nothing ran, so that a retry that came due meanwhile is due', () => {
    expect(resumeTime(record, START + 2 * HOUR, null)).toBe(START + 2 * HOUR);
  });

  it('stays where it was when it was paused or skipping', () => {
    expect(resumeTime({ ...record, paused: true }, START + HOUR, null)).toBe(START);
    expect(resumeTime({ ...record, pace: SKIP }, START + HOUR, null)).toBe(START);
  });

  it('never starts before what the history holds, and not in the past when the wall clock was set back', () => {
    expect(resumeTime(record, START - 24 * HOUR, null)).toBe(START);
    expect(resumeTime(record, START + 1, START + HOUR)).toBe(START + HOUR);
  });
});
