import { describe, expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const SECOND = 1_000;

/** Requests by the minute in which they left, counted from the bench's start. */
const byMinute = (starts: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const at of starts) {
    const minute = Math.floor((at - BENCH_START) / MINUTE);
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return counts;
};

async function starts(bench: EngineBench, ids: readonly Parameters<EngineBench['row']>[0][]): Promise<number[]> {
  const rows = await Promise.all(ids.map((id) => bench.row(id)));
  return rows.flatMap((row) => row.marks.map((mark) => mark.startedAt));
}

describe('a throttled channel', () => {
  it('A15, A16, a11: 45 Telegram messages due at 50 s go 20, 20, 5, and no try is used for waiting', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    await bench.advance(50 * SECOND);
    const ids = bench.send(endpoint, 45);
    await bench.advance(2 * MINUTE);
    expect(byMinute(await starts(bench, ids))).toEqual({ 0: 20, 1: 20, 2: 5 });
    const rows = await Promise.all(ids.map((id) => bench.row(id)));
    expect(rows.map((row) => [row.state, row.attempts, row.counter])).toEqual(ids.map(() => ['delivered', 1, 1]));
    expect(rows[44]?.marks[0]).toMatchObject({
      deferredFrom: BENCH_START + 50 * SECOND,
      dueAt: BENCH_START + 2 * MINUTE,
      startedAt: BENCH_START + 2 * MINUTE,
    });
    const detail = await bench.detail(ids[44] ?? ids[0] ?? ('' as never));
    expect(detail.steps.map(({ step }) => step.kind)).toEqual(['accept', 'defer', 'claim', 'deliver']);
    expect(detail.steps[1]?.step).toMatchObject({ limit: 20, windowMs: MINUTE, rules: ['A15', 'A16', 'A17', 'a11'] });
  });

  it('a11: 130 Slack messages go 60, 60, 10 and 120 Discord ones 50, 50, 20', async () => {
    for (const [channel, count, expected] of [
      ['slack', 130, { 0: 60, 1: 60, 2: 10 }],
      ['discord', 120, { 0: 50, 1: 50, 2: 20 }],
    ] as const) {
      const bench = await EngineBench.open();
      const endpoint = bench.endpoint('alphorn', channel, undefined, { channel });
      await bench.advance(10 * SECOND);
      const ids = bench.send(endpoint, count);
      await bench.advance(3 * MINUTE);
      expect(byMinute(await starts(bench, ids))).toEqual(expected);
    }
  });

  it('A15 states no limit for a plain webhook', async () => {
    const bench = await EngineBench.open();
    const ids = bench.send(bench.endpoint('alphorn'), 64);
    await bench.advance(0);
    expect(byMinute(await starts(bench, ids))).toEqual({ 0: 64 });
  });

  it('the limit holds across a kill and a restart in the middle of a window', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    const first = bench.send(endpoint, 30);
    await bench.advance(SECOND);
    await bench.killAndRestart(SECOND);
    const second = bench.send(endpoint, 30);
    await bench.advance(5 * MINUTE);
    expect(byMinute(await starts(bench, [...first, ...second]))).toEqual({ 0: 20, 1: 20, 2: 20 });
  });

  it('A18: retries and first sends share one limit, and under skip waits no window is passed over', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    bench.sender.script(
      Array.from({ length: 20 }, () => status(503)),
      ok(),
    );
    bench.engine.setPaused(true);
    const ids = bench.send(endpoint, 60);
    bench.engine.setPace({ kind: 'skip' });
    bench.engine.setPaused(false);
    await bench.advance(SECOND);
    const counts = byMinute(await starts(bench, ids));
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(80);
    for (const count of Object.values(counts)) expect(count).toBeLessThanOrEqual(20);
  });

  it('a resend of a deferred delivery gives its place back', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    const ids = bench.send(endpoint, 25);
    await bench.advance(0);
    const deferred = ids.slice(20);
    bench.engine.actOn('cancel', deferred);
    const late = bench.send(endpoint, 20);
    await bench.advance(2 * MINUTE);
    expect(byMinute(await starts(bench, [...ids, ...late]))).toEqual({ 0: 20, 1: 20 });
  });
});
