import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/shared/contract/limits';
import type { Stats } from '../../src/shared/contract/stats';
import type { Attempt, Wait } from '../../src/shared/model/attempt';
import type { Delivery } from '../../src/shared/model/delivery';
import type { Outcome } from '../../src/shared/model/outcome';
import { alphorn } from '../../src/shared/policies/alphorn';
import { kestrel } from '../../src/shared/policies/kestrel';
import { classCounts } from '../../src/shared/stats/outcome-class';
import { aDelivery, anAttempt, anEndpoint, aRequest, aRun, DAWN, idOf } from '../support/rows';
import { accept, type Bench, byHand, deliveries, SECRET, setUpRun } from './bench';

const MINUTE = 60_000;
const runId = aRun().id;
const one = idOf('endpoint', 1);
const two = idOf('endpoint', 2);

const reply = (status: number, tookMs: number): Outcome => ({ kind: 'response', status, retryAfter: null, tookMs });
const refused: Outcome = { kind: 'no-response', fault: 'refused', detail: '127.0.0.1:9', tookMs: 1 };
const timeout: Outcome = { kind: 'no-response', fault: 'response-timeout', detail: '', tookMs: 10_000 };
const stopped: Outcome = { kind: 'interrupted', by: 'stopped', tookMs: 5 };
const drawn = (drawnMs: number, maxMs = 1_600): Wait => ({
  baseMs: maxMs,
  minMs: 0,
  nominalMs: maxMs,
  maxMs,
  drawnMs,
  roll: 0,
  draw: null,
});

type Made = { readonly at?: number; readonly outcome: Outcome | null } & Partial<Attempt>;

/** A delivery as it stands after its attempts. */
function put(bench: Bench, n: number, attempts: readonly Made[], over: Partial<Delivery> = {}): void {
  const delivery = aDelivery(n, { attempts: attempts.length, createdAt: DAWN, changedAt: DAWN + 86_400_000, ...over });
  accept(bench, delivery);
  bench.store.transact(() => {
    attempts.forEach(({ at = 0, outcome, ...rest }, index) => {
      const startedAt = DAWN + at;
      const endedAt = outcome === null ? null : startedAt + outcome.tookMs;
      const attempt = anAttempt(delivery, index + 1, { startedAt, endedAt, outcome, ...rest });
      bench.store.insertAttempt(attempt, aRequest);
    });
  });
}

const read = (
  { views }: Bench,
  scope: Parameters<Bench['views']['stats']>[1]['scope'] = { kind: 'run' },
  fromMs: number | null = null,
  toMs: number | null = null,
): Promise<Stats> => views.stats(runId, { scope, fromMs, toMs });

describe('what charts show', () => {
  it('is nothing where nothing happened', async () => {
    const nothing: Stats = {
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
    const bench = setUpRun();
    for (const scope of [
      { kind: 'run' as const },
      { kind: 'endpoint' as const, id: one },
      { kind: 'endpoint' as const, id: idOf('endpoint', 99) },
      { kind: 'policy' as const, id: 'kestrel' },
      { kind: 'policy' as const, id: "o'nobody" },
    ]) {
      expect(await read(bench, scope)).toEqual(nothing);
    }
  });

  it('counts outcomes by class, and how long answers and time-outs took', async () => {
    const bench = setUpRun();
    put(bench, 1, [
      { outcome: reply(503, 30) },
      { at: 1_000, outcome: refused },
      { at: 2_000, outcome: timeout },
      { at: 3_000, outcome: stopped },
      { at: 4_000, outcome: reply(301, 20) },
      { at: 5_000, outcome: reply(200, 40.5) },
    ]);
    put(bench, 2, [{ at: 5_000, outcome: reply(422, 10) }], { state: 'failed' });
    put(bench, 3, [{ at: 5_000, outcome: null }], { state: 'processing' });
    put(bench, 4, []);
    const stats = await read(bench);
    expect(stats.read).toEqual({ deliveries: 4, of: 4 });
    expect(stats.counts).toEqual({
      ...{ '2xx': 1, '3xx': 1, '4xx': 1, '5xx': 1 },
      ...{ 'time-out': 1, 'no-connection': 1, interrupted: 1 },
    });
    expect(stats.inFlight).toBe(1);
    // 10, 20, 30, 40.5 and 10,000: the third is the median.
    expect(stats.latency).toEqual({ count: 5, p50Ms: 30, p90Ms: 10_000, p99Ms: 10_000 });
    // 5 s in tenths of a second.
    expect(stats.outcomes?.widthMs).toBe(100);
    expect(stats.outcomes?.rows).toHaveLength(51);
    expect(stats.outcomes?.rows.at(-1)).toEqual({
      atMs: DAWN + 5_000,
      counts: classCounts({ '2xx': 1, '4xx': 1 }),
      latency: { count: 2, p50Ms: 10, p90Ms: 40.5, p99Ms: 40.5 },
    });
    expect(stats.attemptCounts).toEqual([
      { attempts: 1, delivered: 0, failed: 1, cancelled: 0, open: 1 },
      { attempts: 6, delivered: 0, failed: 0, cancelled: 0, open: 1 },
    ]);
  });

  it('keeps to its run, its endpoint or its policy', async () => {
    const bench = setUpRun(1);
    bench.store.transact(() => {
      bench.store.insertEndpoint(anEndpoint(2), SECRET);
      bench.store.insertEndpoint(anEndpoint(3, { policy: alphorn }), SECRET);
      bench.store.insertRun(aRun({ id: idOf('run', 2) }));
    });
    put(bench, 1, [{ outcome: reply(200, 1) }]);
    put(bench, 2, [{ outcome: reply(404, 1) }], { endpointId: two });
    put(bench, 3, [{ outcome: reply(500, 1) }], { endpointId: idOf('endpoint', 3) });
    const counted = async (scope: Parameters<typeof read>[1]) => (await read(bench, scope)).counts;
    expect(await counted({ kind: 'run' })).toEqual(classCounts({ '2xx': 1, '4xx': 1, '5xx': 1 }));
    expect(await counted({ kind: 'endpoint', id: two })).toEqual(classCounts({ '4xx': 1 }));
    expect(await counted({ kind: 'policy', id: kestrel.id })).toEqual(classCounts({ '2xx': 1, '4xx': 1 }));
    expect(await counted({ kind: 'policy', id: 'alphorn' })).toEqual(classCounts({ '5xx': 1 }));
    const other = await bench.views.stats(idOf('run', 2), { scope: { kind: 'run' }, fromMs: null, toMs: null });
    expect(other.counts).toEqual(classCounts());
    expect((await read(bench)).endpoints.map(({ endpointId }) => endpointId).toSorted()).toEqual([
      one,
      two,
      idOf('endpoint', 3),
    ]);
  });

  it('keeps to a span by when attempts began, both ends included', async () => {
    const bench = setUpRun();
    put(
      bench,
      1,
      [0, 1, 2, 3].map((minute) => ({ at: minute * MINUTE, outcome: reply(500 + minute, 1) })),
    );
    put(bench, 2, [{ at: 0, outcome: reply(200, 1) }], { changedAt: DAWN + 2 });
    const within = async (from: number | null, to: number | null) => {
      const instant = (minute: number | null) => (minute === null ? null : DAWN + minute * MINUTE);
      return (await read(bench, { kind: 'run' }, instant(from), instant(to))).counts;
    };
    expect(await within(1, 2)).toEqual(classCounts({ '5xx': 2 }));
    expect(await within(null, 0)).toEqual(classCounts({ '5xx': 1, '2xx': 1 }));
    expect(await within(3, null)).toEqual(classCounts({ '5xx': 1 }));
    expect(await within(2, 1)).toEqual(classCounts());
  });

  it('takes draws by the retry that they led to, and those that still wait', async () => {
    const bench = setUpRun();
    put(
      bench,
      1,
      [
        { outcome: reply(503, 1) },
        { outcome: stopped, wait: drawn(0) },
        // Goes again after an interruption: nothing was drawn.
        { outcome: reply(503, 1) },
        { outcome: reply(503, 1), wait: drawn(800) },
      ],
      { state: 'retrying', wait: drawn(1_599) },
    );
    put(bench, 2, [{ outcome: reply(503, 1) }, { outcome: reply(200, 1), wait: drawn(400) }]);
    const { draws } = await read(bench, { kind: 'endpoint', id: one });
    expect(draws.map(({ retry, count, mean }) => [retry, count, mean])).toEqual([
      [1, 2, 0.125],
      [2, 1, 0.5],
      [3, 1, 1_599 / 1_600],
    ]);
    expect(draws[0]?.bins).toEqual([1, 0, 0, 0, 1, ...Array(11).fill(0)]);
  });

  it('counts a throttled endpoint by window, with what was turned away and still waits', async () => {
    const bench = setUpRun(1);
    bench.store.transact(() =>
      bench.store.insertEndpoint(anEndpoint(2, { policy: alphorn, channel: 'telegram' }), SECRET),
    );
    const of = { endpointId: two };
    for (let n = 1; n <= 20; n++) put(bench, n, [{ at: n, outcome: reply(200, 1) }], of);
    put(bench, 21, [{ at: MINUTE, outcome: reply(200, 1), deferredFrom: DAWN + 21 }], of);
    put(bench, 22, [], { ...of, deferredFrom: DAWN + 22, dueAt: DAWN + MINUTE });
    expect((await read(bench, { kind: 'endpoint', id: two })).windows).toEqual({
      widthMs: MINUTE,
      rows: [
        { atMs: DAWN, most: 20, deferred: 2 },
        { atMs: DAWN + MINUTE, most: 1, deferred: 0 },
      ],
    });
    expect((await read(bench, { kind: 'endpoint', id: one })).windows).toBeNull();
  });

  it('walks every page, and leaves out what cannot be read', async () => {
    const bench = setUpRun();
    const many = deliveries(1_201, () => ({ attempts: 1, changedAt: DAWN + MINUTE }));
    accept(bench, ...many);
    bench.store.transact(() => {
      for (const delivery of many) {
        bench.store.insertAttempt(anAttempt(delivery, 1, { outcome: reply(200, 1), endedAt: DAWN }), aRequest);
      }
    });
    expect((await read(bench)).counts).toEqual(classCounts({ '2xx': 1_201 }));
    byHand(bench.file, `UPDATE attempt SET outcome_kind = 'lost' WHERE delivery_id = '${idOf('delivery', 7)}'`);
    byHand(bench.file, `UPDATE delivery SET state = 'lost' WHERE id = '${idOf('delivery', 8)}'`);
    expect((await read(bench)).counts).toEqual(classCounts({ '2xx': 1_199 }));
    expect(bench.log.join('\n')).toContain(idOf('delivery', 8));
  });

  it('ends at its limit and says how much of it that was', async () => {
    const bench = setUpRun();
    const each = 100;
    const many = deliveries(1_501, () => ({ attempts: each, changedAt: DAWN + MINUTE }));
    accept(bench, ...many);
    // By hand: this many rows one by one would take long.
    byHand(
      bench.file,
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${each})
       INSERT INTO attempt (delivery_id, n, run_id, endpoint_id, trigger, due_at, started_at, ended_at,
         started_wall_at, outcome, outcome_kind, status, request_method, request_url, request_headers, request_body_bytes)
       SELECT d.id, n.n, d.run_id, d.endpoint_id, 'retry', d.created_at, d.created_at, d.created_at, 0,
         '{"kind":"response","status":200,"retryAfter":null,"tookMs":1}', 'response', 200, 'POST', 'http://h', '[]', 0
       FROM delivery d, n`,
    );
    const stats = await read(bench);
    // Whole pages of 500 deliveries: two of them hold 100,000 attempts.
    expect(stats.read).toEqual({ deliveries: 1_000, of: 1_501 });
    expect(stats.counts['2xx']).toBe(LIMITS.statsAttempts);
    expect(stats.outcomes?.rows.length).toBeLessThanOrEqual(120);
  });
});
