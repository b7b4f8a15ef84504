import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../src/shared/model/ids';
import { EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const HOUR = 3_600_000;
const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (first === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`);
  return first;
};
const condition = (bench: EngineBench, id: EndpointId) => {
  const endpoint = bench.store.endpoint(id);
  if (endpoint === null) throw new Error('no endpoint');
  return endpoint.condition;
};

describe('a held redelivery of an old event', () => {
  const DAY = 24 * HOUR;

  /** Event at day 0, delivered; redelivered at day 89 into an outage that suspends the endpoint: held at day 90. */
  async function heldCopy() {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto');
    const original = only(bench.send(endpoint));
    await bench.advance(88 * DAY + 12 * HOUR);
    bench.sender.script([], status(503));
    bench.send(endpoint, 5);
    await bench.advance(12 * HOUR);
    const copy = only(bench.engine.sendAgain('redeliver', [original])).deliveryId;
    if (copy === null) throw new Error('not redelivered');
    await bench.advance(23 * HOUR);
    expect((await bench.row(copy)).state).toBe('held');
    return { bench, endpoint, copy };
  }

  it('F22, f14 goes with its event at the clean-up of the 91st day: a restart finds it gone', async () => {
    const { bench, copy } = await heldCopy();
    await bench.quitAndRestart(2 * DAY);
    await bench.advance(0);
    expect(await bench.row(copy)).toMatchObject({ state: 'failed', reason: 'expired', attempts: 6 });
  });

  it('f14, F25 is not sent when the URL is verified after its event was deleted', async () => {
    const { bench, endpoint, copy } = await heldCopy();
    bench.sender.script([], ok());
    await bench.advance(2 * DAY);
    const before = bench.sender.sent.length;
    await bench.engine.verifyEndpoint(endpoint.id);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(before);
    expect(await bench.row(copy)).toMatchObject({ state: 'failed', reason: 'expired', attempts: 6 });
  });
});

describe('a challenge that takes its time', () => {
  /** Suspended, with a challenge under way that nobody has answered yet. */
  async function challenged(url = 'http://127.0.0.1:9/old') {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto', 'orders', url, { verification: 'any-2xx' });
    await bench.engine.verifyEndpoint(endpoint.id);
    bench.sender.script([], 'wait');
    const verifying = bench.engine.verifyEndpoint(endpoint.id);
    const answer = (): void => bench.sender.sent.at(-1)?.answer(ok());
    return { bench, id: endpoint.id, verifying, answer };
  }

  it('F14: does not open an application that a person disabled meanwhile', async () => {
    const { bench, id, verifying, answer } = await challenged();
    bench.engine.disableEndpoint(id);
    answer();
    await expect(verifying).rejects.toThrow(/disabled, and stays so/);
    expect(bench.store.endpoint(id)?.state).toBe('disabled');
  });

  it('F24, f16: a newer URL that was set meanwhile goes on waiting for its own challenge', async () => {
    const { bench, id, verifying, answer } = await challenged();
    bench.engine.updateEndpoint({ id, url: 'http://127.0.0.1:9/new', secretOverlapMs: 0 });
    answer();
    await verifying;
    expect(bench.store.endpoint(id)).toMatchObject({
      url: 'http://127.0.0.1:9/old',
      condition: { newerUrl: 'http://127.0.0.1:9/new' },
    });
  });

  it('F24: what passes for a newer URL says nothing about the one that replaced it', async () => {
    const bench = await EngineBench.open();
    const { id } = bench.endpoint('fianto', 'orders', 'http://127.0.0.1:9/old', { verification: 'any-2xx' });
    await bench.engine.verifyEndpoint(id);
    bench.engine.updateEndpoint({ id, url: 'http://127.0.0.1:9/newer', secretOverlapMs: 0 });
    bench.sender.script([], 'wait');
    const verifying = bench.engine.verifyEndpoint(id);
    bench.engine.updateEndpoint({ id, url: 'http://127.0.0.1:9/newest', secretOverlapMs: 0 });
    bench.sender.sent.at(-1)?.answer(ok());
    await expect(verifying).rejects.toThrow(/was changed while/);
    expect(bench.store.endpoint(id)).toMatchObject({
      url: 'http://127.0.0.1:9/old',
      condition: { newerUrl: 'http://127.0.0.1:9/newest' },
    });
  });
});

describe('what verifying leaves alone', () => {
  it('F17, F19: a challenge that a healthy URL passes does not set the count of exhausted ones back', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    const { id } = endpoint;
    bench.send(endpoint, 4);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    await bench.engine.verifyEndpoint(id);
    expect(condition(bench, id)).toMatchObject({ streak: 4, suspendedAt: null });
    bench.send(endpoint);
    await bench.advance(1_000);
    expect(condition(bench, id).suspendedAt).not.toBeNull();
  });
});
