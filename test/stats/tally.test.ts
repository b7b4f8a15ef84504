import { describe, expect, it } from 'vitest';
import { classCounts, countAll, outcomeClass } from '../../src/shared/stats/outcome-class';
import { AttemptTally, type CountedAttempt, DeliveryTally, MOST_ATTEMPT_COUNTS } from '../../src/shared/stats/tally';
import { DAWN, idOf } from '../support/rows';

const MINUTE = 60_000;
const one = idOf('endpoint', 1);
const two = idOf('endpoint', 2);

const attempt = (over: Partial<CountedAttempt> = {}): CountedAttempt => ({
  endpointId: one,
  startedAt: DAWN,
  outcome: '2xx',
  tookMs: 40,
  deferredFrom: null,
  ...over,
});
const tallyOf = (...attempts: readonly CountedAttempt[]): AttemptTally => {
  const tally = new AttemptTally(null);
  for (const each of attempts) tally.add(each);
  return tally;
};

describe('the class of an outcome', () => {
  const reply = (status: number) => outcomeClass({ kind: 'response', status, retryAfter: null, tookMs: 1 });
  const fault = (name: Parameters<typeof outcomeClass>[0] & { kind: 'no-response' }) => outcomeClass(name);
  it('is that of its status', () => {
    expect([200, 299, 300, 399, 400, 499, 500, 599].map(reply)).toEqual([
      ...['2xx', '2xx', '3xx', '3xx'],
      ...['4xx', '4xx', '5xx', '5xx'],
    ]);
    expect([101, 999].map(reply)).toEqual(['3xx', '5xx']);
  });
  it('tells a time-out from a connection that did not come about, and both from what we cut off', () => {
    const none = { kind: 'no-response', detail: '', tookMs: 1 } as const;
    for (const name of ['connect-timeout', 'response-timeout', 'inactivity-timeout'] as const) {
      expect(fault({ ...none, fault: name })).toBe('time-out');
    }
    for (const name of ['dns', 'refused', 'tls', 'reset', 'invalid-http'] as const) {
      expect(fault({ ...none, fault: name })).toBe('no-connection');
    }
    expect(outcomeClass({ kind: 'interrupted', by: 'stopped', tookMs: 1 })).toBe('interrupted');
  });
});

describe('attempts that are counted', () => {
  it('are nothing at first', () => {
    const tally = tallyOf();
    expect([tally.buckets(), tally.latency(), tally.span, tally.windows()]).toEqual([null, null, null, null]);
    expect(countAll(tally.counts())).toBe(0);
    expect(tally.byEndpoint()).toEqual([]);
  });

  it('are one bar when there is one', () => {
    const latency = { count: 1, p50Ms: 40, p90Ms: 40, p99Ms: 40 };
    expect(tallyOf(attempt()).buckets()).toEqual({
      widthMs: 1_000,
      rows: [{ atMs: DAWN, counts: classCounts({ '2xx': 1 }), latency }],
    });
  });

  it('stand in the span in which they began, with empty spans between', () => {
    const rows = tallyOf(
      attempt({ startedAt: DAWN }),
      attempt({ startedAt: DAWN + 999, outcome: '5xx', tookMs: 80 }),
      attempt({ startedAt: DAWN + 2 * MINUTE, outcome: 'time-out', tookMs: 10_000 }),
    ).buckets();
    // 0 to 120 s in 2 s: 61 spans, since 1 s would be 121.
    expect(rows?.widthMs).toBe(2_000);
    expect(rows?.rows).toHaveLength(61);
    expect(rows?.rows[0]).toEqual({
      atMs: DAWN,
      counts: classCounts({ '2xx': 1, '5xx': 1 }),
      latency: { count: 2, p50Ms: 40, p90Ms: 80, p99Ms: 80 },
    });
    expect(rows?.rows[1]).toEqual({ atMs: DAWN + 2_000, counts: classCounts(), latency: null });
    expect(rows?.rows[60]?.counts).toEqual(classCounts({ 'time-out': 1 }));
  });

  it('count up to the time-out in the latency, and neither refused connections nor interruptions', () => {
    const tally = tallyOf(
      attempt({ tookMs: 20 }),
      attempt({ outcome: 'time-out', tookMs: 10_000 }),
      attempt({ outcome: 'no-connection', tookMs: 1 }),
      attempt({ outcome: 'interrupted', tookMs: 7 }),
    );
    expect(tally.latency()).toEqual({ count: 2, p50Ms: 20, p90Ms: 10_000, p99Ms: 10_000 });
    expect(countAll(tally.counts())).toBe(4);
  });

  it('are in flight until they have an outcome', () => {
    const tally = tallyOf(attempt({ outcome: null, tookMs: null }));
    expect(tally.inFlight).toBe(1);
    expect(countAll(tally.counts())).toBe(0);
    expect(tally.buckets()?.rows).toHaveLength(1);
  });

  it('are told apart by endpoint, the busiest first', () => {
    const [first, second] = tallyOf(
      attempt(),
      attempt({ endpointId: two, outcome: '5xx', tookMs: 10 }),
      attempt({ endpointId: two, tookMs: 30 }),
    ).byEndpoint();
    expect(first).toMatchObject({ endpointId: two, counts: { '2xx': 1, '5xx': 1 }, latency: { p50Ms: 10, p90Ms: 30 } });
    expect(second).toMatchObject({ endpointId: one, counts: { '2xx': 1, '5xx': 0 }, latency: { count: 1 } });
  });
});

describe('throttle windows', () => {
  const throttle = { channels: ['telegram' as const], limit: 20, windowMs: MINUTE, rules: ['A15'] };

  it('show 45 Telegram messages as 20, 20 and 5, with 25 and 5 turned away', () => {
    const tally = new AttemptTally(throttle);
    for (let n = 0; n < 45; n++) {
      const window = Math.floor(n / 20);
      const at = DAWN + window * MINUTE;
      tally.add(attempt({ startedAt: at + n, deferredFrom: window === 0 ? null : DAWN + n }));
    }
    expect(tally.windows()).toEqual({
      widthMs: MINUTE,
      rows: [
        { atMs: DAWN, most: 20, deferred: 25 },
        { atMs: DAWN + MINUTE, most: 20, deferred: 0 },
        { atMs: DAWN + 2 * MINUTE, most: 5, deferred: 0 },
      ],
    });
  });

  it('are drawn together over a long span, as the fullest of them', () => {
    const tally = new AttemptTally(throttle);
    for (let n = 0; n < 7; n++) tally.add(attempt({ startedAt: DAWN + n }));
    for (let n = 0; n < 3; n++) tally.add(attempt({ startedAt: DAWN + MINUTE + n }));
    tally.add(attempt({ startedAt: DAWN + 200 * MINUTE }));
    tally.addDeferral(DAWN + MINUTE);
    const windows = tally.windows();
    // 201 windows by two are 101 spans.
    expect(windows?.widthMs).toBe(2 * MINUTE);
    expect(windows?.rows).toHaveLength(101);
    expect(windows?.rows[0]).toEqual({ atMs: DAWN, most: 7, deferred: 1 });
  });

  it('are none where nothing limits the endpoint', () => {
    expect(tallyOf(attempt({ deferredFrom: DAWN })).windows()).toBeNull();
  });
});

describe('attempts per delivery', () => {
  it('are counted by where the delivery stands', () => {
    const tally = new DeliveryTally();
    tally.add(3, 'retrying');
    tally.add(1, 'delivered');
    tally.add(1, 'delivered');
    tally.add(3, 'failed');
    tally.add(2, 'cancelled');
    tally.add(3, 'held');
    expect(tally.result()).toEqual([
      { attempts: 1, delivered: 2, failed: 0, cancelled: 0, open: 0 },
      { attempts: 2, delivered: 0, failed: 0, cancelled: 1, open: 0 },
      { attempts: 3, delivered: 0, failed: 1, cancelled: 0, open: 2 },
    ]);
  });

  it('keep to so many numbers', () => {
    const tally = new DeliveryTally();
    for (let attempts = 1; attempts <= 1_000; attempts++) tally.add(attempts, 'failed');
    expect(tally.result()).toHaveLength(MOST_ATTEMPT_COUNTS);
    expect(tally.result().at(-1)).toMatchObject({
      attempts: MOST_ATTEMPT_COUNTS,
      failed: 1_000 - MOST_ATTEMPT_COUNTS + 1,
    });
  });
});
