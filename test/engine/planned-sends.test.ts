import { expect, it } from 'vitest';
import { LIMITS } from '../../src/shared/contract/limits';
import { BENCH_START, EngineBench } from '../support/engine-bench';

const order = { type: 'order.paid', contentType: 'application/json', body: Buffer.from('{}').toString('base64') };

it('sends the first event at once and the others at their rate, in virtual time', async () => {
  const bench = await EngineBench.open();
  const endpoint = bench.endpoint('kestrel');
  const sent = bench.engine.sendEvents({ ...order, endpointIds: [endpoint.id], count: 4, everyMs: 2_000 });
  expect(sent.eventIds).toHaveLength(1);
  expect(sent.planned).toBe(3);
  await bench.advance(3_999);
  expect(bench.sender.sent).toHaveLength(2);
  await bench.advance(2_001);
  expect(bench.sender.sent).toHaveLength(4);
  const events = await bench.views.listEvents(bench.engine.run.id, { cursor: null, limit: 10 });
  expect(events.rows.map(({ createdAt }) => createdAt - BENCH_START)).toEqual([6_000, 4_000, 2_000, 0]);
  expect(await bench.views.plannedSends(bench.engine.run.id)).toEqual([]);
});

it('says what is still to be sent, and sends no more of it once it is stopped', async () => {
  const bench = await EngineBench.open();
  const endpoint = bench.endpoint('kestrel');
  bench.engine.sendEvents({ ...order, endpointIds: [endpoint.id], count: 10, everyMs: 1_000 });
  await bench.advance(1_000);
  const planned = await bench.views.plannedSends(bench.engine.run.id);
  expect(planned).toEqual([
    {
      seq: expect.any(Number),
      type: 'order.paid',
      endpointIds: [endpoint.id],
      left: 8,
      everyMs: 1_000,
      nextAt: BENCH_START + 2_000,
    },
  ]);
  expect(bench.engine.stopSending(planned[0]?.seq ?? 0)).toBe(8);
  await bench.advance(60_000);
  expect(bench.sender.sent).toHaveLength(2);
  expect(() => bench.engine.stopSending(planned[0]?.seq ?? 0)).toThrow(/has ended/);
});

it('goes on with what is planned after a restart', async () => {
  const bench = await EngineBench.open();
  const endpoint = bench.endpoint('kestrel');
  bench.engine.sendEvents({ ...order, endpointIds: [endpoint.id], count: 3, everyMs: 10_000 });
  await bench.advance(5_000);
  await bench.quitAndRestart();
  await bench.advance(15_000);
  expect(bench.sender.sent).toHaveLength(3);
});

it('refuses one more than it keeps track of', async () => {
  const bench = await EngineBench.open();
  const endpoint = bench.endpoint('kestrel');
  const send = () => bench.engine.sendEvents({ ...order, endpointIds: [endpoint.id], count: 2, everyMs: 60_000 });
  for (let i = 0; i < LIMITS.plannedSends; i++) send();
  expect(send).toThrow(/under way already/);
});
