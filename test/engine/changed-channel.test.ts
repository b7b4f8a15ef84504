import { expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';

const MINUTE = 60_000;

it('A15, A18: a channel that becomes a slower one is not sent more than its new limit in any minute', async () => {
  const bench = await EngineBench.open();
  const at: number[] = [];
  bench.sender.onSend = () => at.push(bench.virtualMs);
  const endpoint = bench.endpoint('alphorn', 'on-call', undefined, { channel: 'slack' });
  bench.send(endpoint, 180);
  await bench.advance(10_000);
  expect(at).toHaveLength(60);
  bench.engine.updateEndpoint({ id: endpoint.id, channel: 'telegram', secretOverlapMs: 0 });
  await bench.advance(10 * MINUTE);
  const perMinute = (minute: number): number => at.filter((ms) => Math.floor(ms / MINUTE) === minute).length;
  // 60 went as Slack; the other 120 go 20 a minute, as Telegram takes them.
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(perMinute)).toEqual([60, 20, 20, 20, 20, 20, 20, 0]);
  expect(BENCH_START % MINUTE).toBe(0);
});

it('A15: a channel that becomes a faster one, or one without a limit, waits for no window of the former one', async () => {
  for (const [channel, expected] of [
    ['slack', [60, 60, 0]],
    ['webhook', [120, 0, 0]],
  ] as const) {
    const bench = await EngineBench.open();
    const at: number[] = [];
    bench.sender.onSend = () => at.push(bench.virtualMs);
    const endpoint = bench.endpoint('alphorn', 'on-call', undefined, { channel: 'telegram' });
    bench.send(endpoint, 120);
    await bench.advance(10_000);
    expect(at).toHaveLength(20);
    bench.engine.updateEndpoint({ id: endpoint.id, channel, secretOverlapMs: 0 });
    await bench.advance(5 * MINUTE);
    const perMinute = (minute: number): number => at.filter((ms) => Math.floor(ms / MINUTE) === minute).length;
    expect([0, 1, 2].map(perMinute)).toEqual(expected);
  }
});
