import { describe, expect, it } from 'vitest';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { waitStory } from '../../src/shared/words/story';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { status } from '../support/fake-sender';

const base: Policy = {
  ...kestrel,
  attempts: 4,
  schedule: { kind: 'constant', delayMs: 10_000 },
  jitter: { kind: 'none' },
};
const obeying: Policy = {
  ...base,
  retryAfter: {
    mode: 'at-least',
    headers: [
      { name: 'retry-after-ms', reads: 'milliseconds' },
      { name: 'retry-after', reads: 'seconds-or-date' },
    ],
    statuses: [[429, 429]],
    capMs: null,
  },
};

describe('an answer that asks for a wait', () => {
  it('is obeyed on the line, survives a restart, and the why card says so', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => status(429, '30'));
    const [id] = bench.send(bench.endpoint(obeying));
    if (id === undefined) throw new Error('no delivery');
    await bench.advance(0);
    await bench.killAndRestart();
    bench.sender.answerBy(() => status(200));
    expect(bench.sender.sent).toHaveLength(1);
    await bench.advance(29_999);
    expect(bench.sender.sent).toHaveLength(1);
    const row = await bench.row(id);
    const story = waitStory({ row, policy: obeying, steps: (await bench.detail(id)).steps, nowMs: BENCH_START }, 2);
    expect(story?.sentence).toContain('It waits 30 s: the answer asked for it (retry-after), at least.');
    expect(row.dueAt).toBe(BENCH_START + 30_000);
    await bench.advance(1);
    expect(bench.sender.sent).toHaveLength(2);
  });

  it('by a header of its own in milliseconds is obeyed too', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => ({ ...status(429), headers: [['Retry-After-Ms', '12500']] }));
    const [id] = bench.send(bench.endpoint(obeying));
    if (id === undefined) throw new Error('no delivery');
    await bench.advance(0);
    expect((await bench.row(id)).dueAt).toBe(BENCH_START + 12_500);
  });

  it('by a date waits until then by the wall, while virtual time runs ten times as fast', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPace({ kind: 'factor', factor: 10 });
    await bench.advance(60_000);
    // The wall is at 00:01:00, virtual time at 00:10:00. 40 s are asked for.
    bench.sender.answerBy(() => status(429, 'Thu, 01 Jan 2026 00:01:40 GMT'));
    const [id] = bench.send(bench.endpoint(obeying));
    if (id === undefined) throw new Error('no delivery');
    await bench.advance(0);
    expect((await bench.row(id)).dueAt).toBe(BENCH_START + 600_000 + 40_000);
  });
});

describe('an answer that opts out', () => {
  it('ends its delivery after one request', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => ({ ...status(503), headers: [['X-No-Retry', '1']] }));
    const [id] = bench.send(bench.endpoint({ ...base, optOut: { header: 'x-no-retry', value: '1', rules: [] } }));
    if (id === undefined) throw new Error('no delivery');
    await bench.advance(600_000);
    expect(bench.sender.sent).toHaveLength(1);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', reason: 'permanent' });
  });
});

describe('time-outs by the number of the attempt', () => {
  it('go with each request', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => status(503));
    const clocks = { connectMs: 1_000, headers: null, totalMs: 2_000 };
    bench.send(bench.endpoint({ ...base, timeoutsFor: [{ attempts: [1, 1], ...clocks }] }));
    await bench.advance(600_000);
    expect(bench.sender.sent.map(({ timeouts }) => timeouts.totalMs)).toEqual([2_000, null, null, null]);
  });
});

describe('offsets from the first attempt', () => {
  it('are kept however long an attempt takes', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(() => 'wait');
    bench.send(
      bench.endpoint({ ...base, schedule: { kind: 'offsets', offsetsMs: [10_000, 20_000, 40_000] }, attempts: 4 }),
    );
    await bench.advance(4_000);
    bench.sender.sent[0]?.answer(status(503));
    await bench.advance(5_999);
    expect(bench.sender.sent).toHaveLength(1);
    await bench.advance(1);
    expect(bench.sender.sent).toHaveLength(2);
  });
});
