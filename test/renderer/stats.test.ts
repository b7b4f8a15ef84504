import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedNews } from '../../src/renderer/state/engine-link';
import { type Followed, follow, type StatsScope, since } from '../../src/renderer/state/stats';
import type { Stats } from '../../src/shared/contract/stats';
import { ok, type Result, refuse } from '../../src/shared/model/problem';
import { classCounts } from '../../src/shared/stats/outcome-class';
import { aDelivery, idOf } from '../support/rows';
import { aFrame } from './mirror-kit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NONE: Stats = {
  read: { deliveries: 0, of: 0 },
  counts: classCounts(),
  inFlight: 0,
  latency: null,
  outcomes: null,
  attemptCounts: [],
  draws: [],
  windows: null,
  endpoints: [],
};
const [one, two] = [idOf('endpoint', 1), idOf('endpoint', 2)];
const changeOf = (endpointId: typeof one): FeedNews => ({
  kind: 'frame',
  frame: aFrame(1, 2, { deliveries: [{ ...aDelivery(1, { endpointId }), marks: [], copies: 0, pinned: false }] }),
});

/** Follows with an engine that takes `tookMs` for an answer, by the fake clock. */
function setUp({
  scope = { kind: 'endpoint', id: one } as StatsScope,
  tookMs = 0,
  answer = ok(NONE) as Result<Stats>,
} = {}) {
  const told: Followed<Stats>[] = [];
  const listeners = new Set<(news: FeedNews) => void>();
  let asked = 0;
  const stop = follow<Stats>(scope, {
    ask: () => {
      asked += 1;
      return new Promise((resolve) => setTimeout(() => resolve(answer), tookMs));
    },
    onFeed: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    nowMs: () => Date.now(),
    tell: (state) => told.push(state),
  });
  return {
    told,
    stop,
    asked: () => asked,
    feed: (news: FeedNews) => {
      for (const listener of listeners) listener(news);
    },
  };
}

it('asks at once, and not again while nothing changes', async () => {
  const bench = setUp();
  expect(bench.asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bench.asked()).toBe(1);
  expect(bench.told).toEqual([{ value: NONE, problem: null }]);
});

it('asks once a second at most, however much changes, and never leaves the last change out', async () => {
  const bench = setUp();
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 100; n++) bench.feed(changeOf(one));
  expect(bench.asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(bench.asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(bench.asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bench.asked()).toBe(2);
});

it('asks after changes of its own endpoint, or when everything has to be read again', async () => {
  const bench = setUp();
  await vi.advanceTimersByTimeAsync(1_000);
  bench.feed(changeOf(two));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bench.asked()).toBe(1);
  bench.feed({ kind: 'reload' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bench.asked()).toBe(2);
  const ofRun = setUp({ scope: { kind: 'run' } });
  await vi.advanceTimersByTimeAsync(1_000);
  ofRun.feed(changeOf(two));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ofRun.asked()).toBe(2);
});

it('rests four times as long as an answer took, but at most 3 s more than a second', async () => {
  const bench = setUp({ tookMs: 500 });
  await vi.advanceTimersByTimeAsync(500);
  bench.feed(changeOf(one));
  // 4 × 500 ms: 2 s after the answer.
  await vi.advanceTimersByTimeAsync(1_999);
  expect(bench.asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(bench.asked()).toBe(2);
  const slow = setUp({ tookMs: 10_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  slow.feed(changeOf(one));
  await vi.advanceTimersByTimeAsync(3_999);
  expect(slow.asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.asked()).toBe(2);
});

it('asks and tells nothing once it is stopped, also not what was asked before', async () => {
  const bench = setUp({ tookMs: 100 });
  bench.feed(changeOf(one));
  bench.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  bench.feed(changeOf(one));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bench.asked()).toBe(1);
  expect(bench.told).toEqual([]);
});

it('says why it was refused, and nothing while the engine is away', async () => {
  const refused = setUp({ answer: refuse('invalid', 'This is not an id.') });
  const away = setUp({ answer: refuse('unavailable', 'The engine is away.') });
  await vi.advanceTimersByTimeAsync(0);
  expect(refused.told).toEqual([{ value: null, problem: 'This is not an id.' }]);
  expect(away.told).toEqual([]);
});

it('begins the levels of a span with what was before it', () => {
  const levels = [
    { at: 10, value: 5 },
    { at: 20, value: 7 },
    { at: 30, value: 0 },
  ];
  expect(since(levels, 25)).toEqual([
    { at: 25, value: 7 },
    { at: 30, value: 0 },
  ]);
  expect(since(levels, 20)[0]).toEqual({ at: 20, value: 7 });
  expect(since(levels, 0)).toEqual([{ at: 0, value: 0 }, ...levels]);
  expect(since([], 0)).toEqual([]);
});
