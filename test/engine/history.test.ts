import { expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const HOUR = 3_600_000;

/** A Fianto endpoint that five exhausted deliveries have suspended. */
async function suspended() {
  const bench = await EngineBench.open();
  bench.sender.script([], status(503));
  const endpoint = bench.endpoint('fianto');
  const ids = bench.send(endpoint, 5);
  bench.engine.setPace({ kind: 'skip' });
  await bench.advance(1_000);
  bench.engine.setPace({ kind: 'factor', factor: 1 });
  return { bench, endpoint, ids };
}

it('F17, F20, F25: an endpoint’s history has its suspension, what it held, its release, and the streak', async () => {
  const { bench, endpoint } = await suspended();
  const { turns: before, streak: failures } = await bench.history(endpoint.id);
  expect(before).toHaveLength(1);
  expect(before[0]?.step).toMatchObject({ kind: 'suspend', streak: 5, rules: ['F17', 'F18'] });
  expect(failures.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5]);
  expect(failures.at(-1)?.at).toBe(before[0]?.at);

  bench.sender.script([], ok());
  bench.send(endpoint, 3);
  const heldAt = bench.engine.virtualNow();
  await bench.advance(HOUR);
  await bench.engine.verifyEndpoint(endpoint.id);
  const openAt = bench.engine.virtualNow();
  await bench.advance(1_000);
  const { turns, held } = await bench.history(endpoint.id);
  expect(turns.map(({ step }) => step.kind)).toEqual(['suspend', 'reopen']);
  expect(turns[1]).toMatchObject({ at: openAt, step: { by: 'verify', released: 3 } });
  expect(held).toEqual([
    { at: heldAt, value: 3 },
    { at: openAt, value: 0 },
  ]);
});

it('F32, f9: what is left of the quota, and when the next one is free in the hour that slides', async () => {
  const { bench, endpoint, ids } = await suspended();
  const quota = () => bench.engine.quota(endpoint.id);
  bench.sender.script([], ok());
  await bench.engine.verifyEndpoint(endpoint.id);
  expect(quota()).toEqual({ count: 60, windowMs: HOUR, left: 60, freeAt: null, rules: ['F32'] });
  const [original] = ids;
  if (original === undefined) throw new Error('nothing was sent');
  const firstAt = bench.engine.virtualNow();
  bench.engine.sendAgain('redeliver', [original]);
  await bench.advance(HOUR / 2);
  expect(quota()).toMatchObject({ left: 59, freeAt: null });
  for (let n = 2; n <= 60; n++) {
    expect(bench.engine.sendAgain('redeliver', [original])[0]?.problem).toBeNull();
    // F29: the next one is made once this one is under way.
    await bench.advance(0);
  }
  expect(quota()).toMatchObject({ left: 0, freeAt: firstAt + HOUR });
  const [refused] = bench.engine.sendAgain('redeliver', [original]);
  expect(refused?.problem?.message).toBe('All 60 redeliveries of this hour are used; the next is free in 30 m (F32).');
  await bench.advance(firstAt + HOUR - bench.engine.virtualNow());
  expect(quota()).toMatchObject({ left: 1, freeAt: null });
  expect(bench.engine.sendAgain('redeliver', [original])[0]?.problem).toBeNull();
  expect((await bench.row(original)).copies).toBe(61);
  expect(bench.engine.virtualNow()).toBeGreaterThan(BENCH_START);
});

it('says no quota where the policy has none', async () => {
  const bench = await EngineBench.open();
  expect(bench.engine.quota(bench.endpoint('kestrel').id)).toBeNull();
});
