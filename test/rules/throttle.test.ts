import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Throttle } from '../../src/shared/policies/window';
import { applyStep } from '../../src/shared/rules/apply-step';
import { slotFor, throttleOf, windowOf } from '../../src/shared/rules/throttle';
import { providerWords } from '../../src/shared/words/provider-words';
import { acceptedBy, answer, tryOnce } from './walk';

const NOON = Date.UTC(2026, 10, 30, 12);
const at = (minute: number, second: number): number => NOON + minute * 60_000 + second * 1_000;

function limitOf(channel: 'slack' | 'discord' | 'telegram'): Throttle {
  const throttle = throttleOf(alphorn, channel);
  if (throttle === null) throw new Error(`${channel} is limited`);
  return throttle;
}

/** Places given to deliveries as they come, each behind the line, and how often a window's use was looked up. */
class Windows {
  readonly used = new Map<number, number>();
  lookUps = 0;
  #last: number | null = null;

  place(throttle: Throttle, dueAt: number): number {
    const count = (windowAt: number): number => {
      this.lookUps++;
      return this.used.get(windowAt) ?? 0;
    };
    const slot = slotFor(throttle, dueAt, count, this.#last);
    this.#last = Math.max(this.#last ?? slot, slot);
    this.used.set(slot, (this.used.get(slot) ?? 0) + 1);
    return slot;
  }

  get sizes(): readonly (readonly [windowAt: number, count: number])[] {
    return [...this.used];
  }
}

const all = (throttle: Throttle, count: number, dueAt: number): Windows => {
  const windows = new Windows();
  for (let i = 0; i < count; i++) windows.place(throttle, dueAt);
  return windows;
};

describe('a limit', () => {
  it('A15 is 60 a minute for Slack, 50 for Discord, 20 for Telegram, and none for a plain webhook', () => {
    expect([limitOf('slack'), limitOf('discord'), limitOf('telegram')].map(({ limit, windowMs }) => [limit, windowMs]))
      // Requests in each minute.
      .toEqual([
        [60, 60_000],
        [50, 60_000],
        [20, 60_000],
      ]);
    expect(throttleOf(alphorn, 'webhook')).toBeNull();
    for (const policy of [fianto, kestrel, infraspeak]) expect(throttleOf(policy, 'slack')).toBeNull();
  });

  it('a11 gives a window’s edge to the later window', () => {
    expect(windowOf(limitOf('slack'), at(0, 59) + 999)).toBe(at(0, 0));
    expect(windowOf(limitOf('slack'), at(1, 0))).toBe(at(1, 0));
  });

  it('A16, a11: sends 130 Slack messages due 12:00:10 as 60 now, 60 at 12:01:00 and 10 at 12:02:00', () => {
    expect(all(limitOf('slack'), 130, at(0, 10)).sizes).toEqual([
      [at(0, 0), 60],
      [at(1, 0), 60],
      [at(2, 0), 10],
    ]);
  });
  it('A16, a11: sends 45 Telegram messages due 12:00:50 as 20, 20 and 5', () => {
    expect(all(limitOf('telegram'), 45, at(0, 50)).sizes).toEqual([
      [at(0, 0), 20],
      [at(1, 0), 20],
      [at(2, 0), 5],
    ]);
  });
  it('A16, a11: sends 120 Discord messages as 50, 50 and 20', () => {
    expect(all(limitOf('discord'), 120, at(0, 10)).sizes).toEqual([
      [at(0, 0), 50],
      [at(1, 0), 50],
      [at(2, 0), 20],
    ]);
  });

  it('A18 is one count for a channel, whoever asks', () => {
    const windows = new Windows();
    const slots = Array.from({ length: 21 }, (_, worker) => windows.place(limitOf('telegram'), at(0, 10) + worker));
    expect(slots.filter((slot) => slot === at(0, 0))).toHaveLength(20);
    expect(slots.at(-1)).toBe(at(1, 0));
  });
});

describe('a delivery over the limit', () => {
  const deferTo = (fromAt: number, toAt: number) =>
    ({ kind: 'defer', fromAt, toAt, limit: 60, windowMs: 60_000, window: null, rules: ['A16', 'A17'] }) as const;

  it('A17 uses up no try: counter, attempts and budget stay', () => {
    const due = acceptedBy(alphorn, at(0, 10));
    const after = applyStep(alphorn, due, deferTo(at(0, 10), at(1, 0)), at(0, 10), null);
    expect(after).toMatchObject({ state: 'queued', counter: 0, attempts: 0, budget: 5, nextTrigger: 'first' });
    expect(after).toMatchObject({ dueAt: at(1, 0), slotAt: at(1, 0), deferredFrom: at(0, 10) });
  });

  it('A16 says where it was due at first when it is moved twice', () => {
    const once = applyStep(alphorn, acceptedBy(alphorn, at(0, 10)), deferTo(at(0, 10), at(1, 0)), at(0, 10), null);
    const twice = applyStep(alphorn, once, deferTo(at(1, 0), at(3, 0)), at(1, 0), null);
    expect(twice).toMatchObject({ deferredFrom: at(0, 10), slotAt: at(3, 0), dueAt: at(3, 0) });
  });

  it('A29 reads Pending while it waits for its turn, after a failure too', () => {
    const failed = tryOnce(alphorn, acceptedBy(alphorn, at(0, 0)), answer(503)).after;
    expect(providerWords(alphorn, failed)).toEqual({ status: 'Failed', label: 'Failed' });
    const deferred = applyStep(alphorn, failed, deferTo(at(0, 30), at(1, 0)), at(0, 30), null);
    expect(providerWords(alphorn, deferred)).toEqual({ status: 'Pending', label: 'Pending' });
    expect(deferred).toMatchObject({ counter: 1, nextTrigger: 'retry', wait: failed.wait, lastError: 'last error' });
  });

  it('A16 gives its place up with its next attempt', () => {
    const deferred = applyStep(alphorn, acceptedBy(alphorn, at(0, 0)), deferTo(at(0, 0), at(1, 0)), at(0, 0), null);
    expect(tryOnce(alphorn, deferred, answer(503)).after).toMatchObject({ slotAt: null, deferredFrom: null });
  });
});

describe('places in windows', () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { maxLength: 300 });
  const throttles = fc.record({
    channels: fc.constant(['slack'] as const),
    limit: fc.integer({ min: 1, max: 12 }),
    windowMs: fc.constantFrom(1, 7, 1_000, 60_000, 90_000),
    rules: fc.constant([]),
  });
  const inOrder = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);

  it('a11 never exceed the limit of a window, nor come before its due time’s window, in any order of arrival', () => {
    fc.assert(
      fc.property(throttles, arrivals, (throttle, times) => {
        const windows = new Windows();
        for (const dueAt of times) {
          const slot = windows.place(throttle, dueAt);
          expect(slot).toBeGreaterThanOrEqual(windowOf(throttle, dueAt));
          expect(slot % throttle.windowMs).toBe(0);
        }
        for (const count of windows.used.values()) expect(count).toBeLessThanOrEqual(throttle.limit);
      }),
    );
  });

  it('a11 go first come first served, and none stays empty before a later one is used', () => {
    fc.assert(
      fc.property(throttles, arrivals, (throttle, times) => {
        const windows = new Windows();
        let last = Number.NEGATIVE_INFINITY;
        for (const dueAt of inOrder(times)) {
          const slot = windows.place(throttle, dueAt);
          expect(slot).toBeGreaterThanOrEqual(last);
          for (let earlier = windowOf(throttle, dueAt); earlier < slot; earlier += throttle.windowMs) {
            expect(windows.used.get(earlier)).toBe(throttle.limit);
          }
          last = slot;
        }
      }),
    );
  });

  it('a11 are behind everyone who waits, even where an earlier window has room', () => {
    const telegram = limitOf('telegram');
    const room = (): number => 0;
    expect(slotFor(telegram, at(0, 10), room, at(3, 0))).toBe(at(3, 0));
    expect(slotFor(telegram, at(0, 10), (windowAt) => (windowAt === at(3, 0) ? 20 : 0), at(3, 0))).toBe(at(4, 0));
    expect(slotFor(telegram, at(5, 10), room, at(3, 0))).toBe(at(5, 0));
    expect(slotFor(telegram, at(5, 10), room, null)).toBe(at(5, 0));
  });

  it('A16 are found for 100,000 deliveries with one look-up each', () => {
    const windows = new Windows();
    let slot = 0;
    for (let i = 0; i < 100_000; i++) slot = windows.place(limitOf('slack'), at(0, 10));
    // 100,000 / 60 is 1,666.7: 1,667 windows.
    expect(windows.used.size).toBe(1_667);
    expect(windows.lookUps).toBe(100_000);
    expect(slot).toBe(at(1_666, 0));
  });
});
