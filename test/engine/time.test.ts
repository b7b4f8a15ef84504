import { describe, expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { fault, ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('after a night’s sleep', () => {
  it('overdue retries of three endpoints go within the limits, one attempt each, and the person is told', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoints = ['a', 'b', 'c'].map((name) => bench.endpoint('infraspeak', name));
    const ids = endpoints.flatMap((endpoint) => bench.send(endpoint, 500));
    await bench.advance(MINUTE);
    const before = bench.sender.sent.length;
    expect(before).toBe(1_500);
    let most = 0;
    bench.sender.answerBy(() => 'wait');
    bench.sender.onSend = () => {
      most = Math.max(most, bench.engine.report().inFlight);
    };
    bench.system.sleep(8 * HOUR);
    await bench.advance(MINUTE);
    expect(bench.woke).toEqual([{ awayMs: 8 * HOUR, overdue: 1_500 }]);
    expect(bench.sender.sent.length - before).toBeLessThanOrEqual(256);
    expect(most).toBeLessThanOrEqual(256);
    bench.sender.answerBy(() => ok());
    for (const request of bench.sender.sent.slice(before)) request.answer(ok());
    await bench.advance(MINUTE);
    const rows = await Promise.all(ids.map((id) => bench.row(id)));
    expect(new Set(rows.map((row) => `${row.state} ${row.attempts}`))).toEqual(new Set(['delivered 2']));
  });

  it('a set wall clock is no sleep: nothing is due, nothing stalls', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    bench.send(bench.endpoint('infraspeak'), 100);
    await bench.advance(0);
    bench.system.setWall(BENCH_START + 365 * DAY);
    await bench.advance(MINUTE);
    expect(bench.sender.sent).toHaveLength(100);
    bench.system.setWall(BENCH_START - DAY);
    await bench.advance(MINUTE);
    expect(bench.sender.sent.length).toBeGreaterThan(100);
    expect(bench.woke).toEqual([]);
    expect(bench.wallJumps).toEqual([365 * DAY, -366 * DAY - MINUTE]);
  });
});

describe('signatures', () => {
  const stamp = (bench: EngineBench): number =>
    Number(bench.sender.sent.at(-1)?.headers.find(([name]) => name === 'webhook-timestamp')?.[1]);

  it('carry wall time on a fast clock, and virtual time once that is chosen, also after a restart', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('kestrel');
    bench.engine.setPace({ kind: 'factor', factor: 3_600 });
    await bench.advance(10_000);
    bench.send(endpoint);
    await bench.advance(0);
    expect(stamp(bench)).toBe(BENCH_START / 1_000 + 10);
    expect(bench.engine.signWith('virtual').signatureTime).toBe('virtual');
    await bench.quitAndRestart();
    bench.send(endpoint);
    await bench.advance(0);
    expect(stamp(bench)).toBeGreaterThanOrEqual(BENCH_START / 1_000 + 36_000);
  });
});

describe('what is held', () => {
  it('F22, f14: goes with its event after 90 days, and skip waits never jumps to a purge', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], fault('refused'));
    const endpoint = bench.endpoint('fianto');
    bench.send(endpoint, 5);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const [held] = bench.send(endpoint);
    if (held === undefined) throw new Error('it is held');
    await bench.advance(HOUR);
    expect((await bench.row(held)).state).toBe('held');
    expect(bench.virtualMs).toBeLessThan(2 * DAY);
    bench.engine.setPace({ kind: 'factor', factor: 1 });
    await bench.quitAndRestart(93 * DAY);
    await bench.advance(MINUTE);
    expect(await bench.row(held)).toMatchObject({ state: 'failed', reason: 'expired', attempts: 0 });
  });

  it('K14, R11: is kept for Kestrel’s 30 days', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('kestrel');
    bench.engine.disableEndpoint(endpoint.id);
    const [held] = bench.send(endpoint);
    if (held === undefined) throw new Error('it is held');
    await bench.quitAndRestart(30 * DAY - MINUTE);
    await bench.advance(0);
    expect((await bench.row(held)).state).toBe('held');
    await bench.quitAndRestart(2 * MINUTE);
    await bench.advance(MINUTE);
    expect((await bench.row(held)).state).toBe('failed');
  });
});

it('every change of the failure streak is in the log, with what it was before', async () => {
  const bench = await EngineBench.open();
  bench.sender.script([], status(404));
  const endpoint = bench.endpoint('fianto');
  bench.send(endpoint, 2);
  bench.engine.setPace({ kind: 'skip' });
  await bench.advance(1_000);
  bench.sender.script([], ok());
  bench.send(endpoint);
  await bench.advance(10);
  expect(bench.endpointSteps(endpoint.id).map(({ step }) => step)).toEqual([
    { kind: 'streak', before: 0, after: 1, rules: ['F17', 'F18'] },
    { kind: 'streak', before: 1, after: 2, rules: ['F17', 'F18'] },
    { kind: 'streak', before: 2, after: 0, rules: ['F19'] },
  ]);
});
