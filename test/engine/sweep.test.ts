import { describe, expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (ms: number): number => (ms - BENCH_START) / MINUTE;

const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`);
  return first;
};

describe('the sweep', () => {
  it('A21, A23, A25, a3: every job lost: stale at 5 m, queued at 20, 35 … 23 h 50 m, expired at 24 h 01 m', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPaused(true);
    const id = only(bench.send(bench.endpoint('alphorn')));
    bench.engine.loseJobs(id, null);
    bench.engine.setPace({ kind: 'skip' });
    bench.engine.setPaused(false);
    await bench.advance(1_000);
    const { row, steps } = await bench.detail(id);
    const when = (kind: string): number[] =>
      steps.filter(({ step }) => step.kind === kind).map((entry) => at(entry.at));
    expect(when('stale')).toEqual([5]);
    expect(when('queue-again')).toEqual(Array.from({ length: 95 }, (_, i) => 20 + 15 * i));
    expect(when('expire')).toEqual([24 * 60 + 1]);
    expect(row).toMatchObject({
      state: 'failed',
      reason: 'expired',
      lastError: 'Expired: undelivered after 24 hours',
      attempts: 0,
    });
    expect(bench.sender.sent).toHaveLength(0);
  });

  it('A21: one lost job is recovered, and the delivery still goes', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPaused(true);
    const id = only(bench.send(bench.endpoint('alphorn')));
    bench.engine.loseJobs(id, 1);
    bench.engine.setPaused(false);
    await bench.advance(20 * MINUTE - 1);
    expect(await bench.row(id)).toMatchObject({ state: 'stale', attempts: 0 });
    await bench.advance(1);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, counter: 1 });
    expect(row.marks[0]?.trigger).toBe('requeue');
  });

  it('A22, a7: a lost retry is queued again at the first sweep 10 minutes after the failure', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    const id = only(bench.send(bench.endpoint('alphorn')));
    await bench.advance(0);
    bench.engine.loseJobs(id, 1);
    await bench.advance(10 * MINUTE - 1);
    expect(await bench.row(id)).toMatchObject({ state: 'retrying', counter: 1 });
    await bench.advance(1);
    expect(await bench.row(id)).toMatchObject({ state: 'delivered', counter: 2 });
  });

  it('A24, a8: the fifth try that gets stuck is final', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503), status(503), status(503), status(503), 'wait']);
    const id = only(bench.send(bench.endpoint('alphorn')));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(await bench.row(id)).toMatchObject({ state: 'processing', counter: 4, attempts: 5 });
    await bench.killAndRestart();
    await bench.advance(11 * MINUTE);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', reason: 'exhausted', counter: 5 });
    expect(bench.sender.sent).toHaveLength(5);
  });

  it('A19, a10: a retry that would come after 24 hours is never sent and keeps its last error', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPaused(true);
    bench.sender.script([], status(503));
    const id = only(bench.send(bench.endpoint('alphorn')));
    // Nobody picks it up for most of the day: the 94th requeue is at 23 h 35 m.
    bench.engine.loseJobs(id, 95);
    bench.engine.setPace({ kind: 'skip' });
    bench.engine.setPaused(false);
    await bench.advance(1_000);
    const { row, steps } = await bench.detail(id);
    expect(row.state).toBe('failed');
    expect(row.reason).toBe('expired');
    expect(row.lastError).toBe('503 Service Unavailable');
    for (const mark of row.marks) expect(mark.startedAt - row.createdAt).toBeLessThanOrEqual(24 * HOUR);
    expect(steps.at(-1)?.step).toMatchObject({ kind: 'expire' });
  });

  it('does nothing to a delivery that is merely waiting for its retry', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    const id = only(bench.send(bench.endpoint('alphorn')));
    await bench.advance(MINUTE);
    const { steps } = await bench.detail(id);
    expect(steps.map(({ step }) => step.kind)).toEqual(['accept', 'claim', 'retry', 'claim', 'deliver']);
  });
});

it('A21, A22: losing every job can be taken back; what is queued from then on is kept', async () => {
  const bench = await EngineBench.open();
  const endpoint = bench.endpoint('alphorn');
  bench.engine.setPaused(true);
  const [id] = bench.send(endpoint);
  if (id === undefined) throw new Error('nothing was sent');
  bench.engine.loseJobs(id, null);
  bench.engine.setPaused(false);
  // Lost when it was queued, and again by the sweeps at 20 and at 35 min.
  await bench.advance(36 * 60_000);
  expect(await bench.row(id)).toMatchObject({ state: 'stale', attempts: 0, jobsToLose: null });
  bench.engine.loseJobs(id, 0);
  expect((await bench.row(id)).jobsToLose).toBe(0);
  await bench.advance(15 * 60_000);
  expect(await bench.row(id)).toMatchObject({ state: 'delivered', attempts: 1 });
});
