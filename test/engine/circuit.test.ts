import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../src/shared/model/ids';
import { EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
const states = async (bench: EngineBench, ids: readonly Parameters<EngineBench['row']>[0][]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await bench.row(id)).state));

async function suspended(policy: string, failing: number): Promise<{ bench: EngineBench; id: EndpointId }> {
  const bench = await EngineBench.open();
  bench.sender.script([], status(503));
  const endpoint = bench.endpoint(policy);
  bench.send(endpoint, failing);
  bench.engine.setPace({ kind: 'skip' });
  await bench.advance(1_000);
  return { bench, id: endpoint.id };
}

describe('a suspension', () => {
  it('F16, F17, F18: four exhausted suspend nothing, the fifth does', async () => {
    const four = await suspended('fianto', 4);
    expect(condition(four.bench, four.id)).toMatchObject({ suspendedAt: null, streak: 4 });
    const five = await suspended('fianto', 5);
    expect(condition(five.bench, five.id).suspendedAt).not.toBeNull();
    expect(condition(five.bench, five.id).streak).toBe(5);
  });

  it('F19: any success sets the count back to 0', async () => {
    const { bench, id } = await suspended('fianto', 4);
    bench.sender.script([], ok());
    bench.send(only(bench.store.endpoints(bench.engine.run.id)));
    await bench.advance(1_000);
    expect(condition(bench, id)).toMatchObject({ streak: 0, suspendedAt: null });
  });

  it('f3: a delivery that a person cancelled is passed over: E E C E E E suspends at the sixth', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    const ids = bench.send(endpoint, 6);
    await bench.advance(0);
    bench.engine.actOn('cancel', ids.slice(2, 3));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(await states(bench, ids)).toEqual(['failed', 'failed', 'cancelled', 'failed', 'failed', 'failed']);
    expect(condition(bench, endpoint.id)).toMatchObject({ streak: 5 });
    expect(condition(bench, endpoint.id).suspendedAt).not.toBeNull();
  });

  it('f4: five events a minute apart, always 500: not before 22 h 04 m 48 s; a sixth is held with its tries', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(500));
    const endpoint = bench.endpoint('fianto');
    const ids = [];
    for (let i = 0; i < 6; i++) {
      ids.push(only(bench.send(endpoint)));
      await bench.advance(MINUTE);
    }
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const { suspendedAt } = condition(bench, endpoint.id);
    expect((suspendedAt ?? 0) - (bench.engine.run.startedAt ?? 0)).toBeGreaterThanOrEqual(
      22 * HOUR + 4 * MINUTE + 48_000,
    );
    const all = await states(bench, ids);
    expect(all.filter((state) => state === 'failed')).toHaveLength(5);
    expect(all.filter((state) => state === 'held')).toHaveLength(1);
    const held = await bench.row(ids[all.indexOf('held')] ?? only([]));
    expect(held.counter).toBeGreaterThanOrEqual(1);
    expect(held.dueAt).toBeNull();
  });

  it('F20, F25, f6: new events are held while suspended; Verify again sends them oldest first, tries kept', async () => {
    const { bench, id } = await suspended('fianto', 5);
    const endpoint = only(bench.store.endpoints(bench.engine.run.id));
    const held = bench.send(endpoint, 3);
    await bench.advance(HOUR);
    expect(await states(bench, held)).toEqual(['held', 'held', 'held']);
    const before = bench.sender.sent.length;
    bench.sender.script([], ok());
    await bench.engine.verifyEndpoint(id);
    await bench.advance(0);
    expect(await states(bench, held)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(bench.sender.sent).toHaveLength(before + 3);
    expect(condition(bench, id)).toMatchObject({ suspendedAt: null, streak: 0 });
    expect((await bench.row(held[0] ?? only([]))).marks[0]?.trigger).toBe('release');
  });

  it('f6: a delivery held after seven tries is released, fails, and is exhausted: the streak is 1', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    bench.send(endpoint, 5);
    await bench.advance(12 * HOUR);
    const late = only(bench.send(endpoint));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const held = await bench.row(late);
    expect(held.state).toBe('held');
    await bench.engine.verifyEndpoint(endpoint.id);
    await bench.advance(1_000);
    const after = await bench.row(late);
    expect(after).toMatchObject({ state: 'failed', reason: 'exhausted', counter: 8 });
    expect(condition(bench, endpoint.id)).toMatchObject({ streak: 1, suspendedAt: null });
  });

  it('F21, f5: 3 waiting and 10,005 new events: 10,000 held, 8 events stored without a delivery', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    bench.send(endpoint, 5);
    await bench.advance(10 * HOUR);
    const waiting = bench.send(endpoint, 3);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(await states(bench, waiting)).toEqual(['held', 'held', 'held']);
    let made = 0;
    for (let left = 10_005; left > 0; left -= 1_000) made += bench.send(endpoint, Math.min(1_000, left)).length;
    expect(made).toBe(9_997);
    expect(bench.store.heldCount(endpoint.id)).toBe(10_000);
  });

  it('f7: an attempt in flight at the suspension runs to its end: 2xx succeeds and lifts nothing, a failure is held', async () => {
    for (const [answer, state] of [
      [ok(), 'delivered'],
      [status(503), 'held'],
    ] as const) {
      const bench = await EngineBench.open();
      const slow = new Set<string>();
      const idOf = (request: { headers: readonly (readonly [string, string])[] }): string =>
        request.headers.find(([name]) => name === 'webhook-id')?.[1] ?? '';
      bench.sender.answerBy((request) => (slow.has(idOf(request)) ? 'wait' : status(503)));
      const endpoint = bench.endpoint('fianto');
      bench.send(endpoint, 5);
      await bench.advance(10 * HOUR);
      const id = only(bench.send(endpoint));
      await bench.advance(0);
      slow.add((await bench.row(id)).eventId);
      await bench.advance(30 * HOUR);
      expect(condition(bench, endpoint.id).suspendedAt).not.toBeNull();
      expect(await bench.row(id)).toMatchObject({ state: 'processing', counter: 1 });
      const inFlight = bench.sender.sent.filter((request) => slow.has(idOf(request))).at(-1);
      inFlight?.answer(answer);
      await bench.advance(10);
      expect((await bench.row(id)).state).toBe(state);
      expect(condition(bench, endpoint.id).suspendedAt).not.toBeNull();
    }
  });

  it('K12, K14, K15, k7: 20 exhausted in a row disable; enabling sends nothing; a replay does', async () => {
    const nineteen = await suspended('kestrel', 19);
    expect(condition(nineteen.bench, nineteen.id).suspendedAt).toBeNull();
    const { bench, id } = await suspended('kestrel', 20);
    expect(condition(bench, id).suspendedAt).not.toBeNull();
    const endpoint = only(bench.store.endpoints(bench.engine.run.id));
    const held = bench.send(endpoint, 4);
    expect(await states(bench, held)).toEqual(['held', 'held', 'held', 'held']);
    bench.sender.script([], ok());
    const before = bench.sender.sent.length;
    bench.engine.enableEndpoint(id);
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(before);
    const replayed = bench.engine.sendAgain('replay', [...held, ...held]);
    await bench.advance(1_000);
    expect(bench.sender.sent).toHaveLength(before + 4);
    expect(replayed).toHaveLength(4);
    expect(await states(bench, held)).toEqual(['held', 'held', 'held', 'held']);
  });

  it('I12, I13, i6, i9: one exhausted delivery without any success: INACTIVE, and what waits is dropped', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('infraspeak');
    const first = only(bench.send(endpoint));
    await bench.advance(HOUR);
    const second = only(bench.send(endpoint));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(await bench.row(first)).toMatchObject({ state: 'failed', reason: 'exhausted' });
    expect(await bench.row(second)).toMatchObject({ state: 'failed', reason: 'endpoint-disabled' });
    expect(bench.send(endpoint)).toEqual([]);
    bench.sender.script([], ok());
    const before = bench.sender.sent.length;
    bench.engine.enableEndpoint(endpoint.id);
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(before);
    expect(only(bench.send(endpoint))).toBeDefined();
  });

  it('i6: one success of any delivery in between keeps it ACTIVE', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy((request) => (request.headers.some(([, value]) => value === '2') ? ok() : status(503)));
    const endpoint = bench.endpoint('infraspeak');
    bench.send(endpoint);
    await bench.advance(HOUR);
    bench.sender.answerBy(() => ok());
    bench.send(endpoint);
    await bench.advance(0);
    bench.sender.answerBy(() => status(503));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(condition(bench, endpoint.id).suspendedAt).toBeNull();
  });
});

describe('a challenge', () => {
  it('F26, F27, R12: events at an endpoint that was never verified are stored and never delivered', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto', 'orders', undefined, { verification: 'echo' });
    expect(bench.send(endpoint, 2)).toEqual([]);
    expect(bench.sender.sent).toHaveLength(0);
    bench.sender.answerBy((request) => ({
      kind: 'response',
      status: 200,
      retryAfter: null,
      tookMs: 0,
      body: request.body,
    }));
    const verified = await bench.engine.verifyEndpoint(endpoint.id);
    expect(verified.condition).toMatchObject({ verified: true, everVerified: true });
    expect(JSON.parse(Buffer.from(bench.sender.sent[0]?.body ?? []).toString())).toMatchObject({
      type: 'endpoint.verification',
      challenge: expect.stringMatching(/^[\w-]{24}$/),
    });
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(1);
    expect(bench.send(endpoint)).toHaveLength(1);
  });

  it('R12: an echo must be in the body, a plain 2xx is not enough', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto', 'orders', undefined, { verification: 'echo' });
    expect((await bench.engine.verifyEndpoint(endpoint.id)).condition.everVerified).toBe(false);
    const lenient = bench.endpoint('fianto', 'lenient', undefined, { verification: 'any-2xx' });
    expect((await bench.engine.verifyEndpoint(lenient.id)).condition.everVerified).toBe(true);
  });

  it('F24, f16: a newer URL waits for its challenge while the old one receives; then it is the one', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('fianto', 'orders', 'http://127.0.0.1:9/old', { verification: 'any-2xx' });
    await bench.engine.verifyEndpoint(endpoint.id);
    bench.engine.updateEndpoint({ id: endpoint.id, url: 'http://127.0.0.1:9/new', secretOverlapMs: 0 });
    bench.send(endpoint);
    await bench.advance(0);
    expect(bench.sender.sent.at(-1)?.url).toBe('http://127.0.0.1:9/old');
    await bench.engine.verifyEndpoint(endpoint.id);
    expect(bench.sender.sent.at(-1)?.url).toBe('http://127.0.0.1:9/new');
    bench.send(endpoint);
    await bench.advance(0);
    expect(bench.sender.sent.at(-1)?.url).toBe('http://127.0.0.1:9/new');
  });

  it('F14: a disabled Fianto application cancels what waits and cannot be enabled', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    const id = only(bench.send(endpoint));
    await bench.advance(0);
    bench.engine.disableEndpoint(endpoint.id);
    expect((await bench.row(id)).state).toBe('cancelled');
    expect(() => bench.engine.enableEndpoint(endpoint.id)).toThrow(/stays|keeps a disabled application disabled/);
    expect(bench.send(endpoint)).toEqual([]);
  });

  it('R6: Alphorn, Kestrel and Infraspeak can be enabled again', async () => {
    for (const policy of ['alphorn', 'kestrel', 'infraspeak']) {
      const bench = await EngineBench.open();
      const endpoint = bench.endpoint(policy);
      bench.engine.disableEndpoint(endpoint.id);
      bench.engine.enableEndpoint(endpoint.id);
      const id = only(bench.send(endpoint));
      await bench.advance(0);
      expect((await bench.row(id)).state).toBe('delivered');
    }
  });
});
