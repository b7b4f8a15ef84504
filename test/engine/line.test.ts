import { describe, expect, it } from 'vitest';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { fault, ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const one = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (list.length !== 1 || first === undefined) throw new Error(`expected one, got ${list.length}`);
  return first;
};

describe('the line', () => {
  it('sends the first attempt at once and records what came of it', async () => {
    const bench = await EngineBench.open();
    const id = one(bench.send(bench.endpoint('kestrel')));
    await bench.advance(0);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, counter: 1, dueAt: null });
    expect(one(row.marks)).toMatchObject({ n: 1, trigger: 'first', dueAt: BENCH_START, outcome: { status: 200 } });
  });

  it('law 1: the attempt is committed before its request leaves', async () => {
    const bench = await EngineBench.open();
    const seen: number[] = [];
    bench.sender.onSend = () => seen.push(bench.store.unsettled(bench.engine.run.id).length);
    bench.send(bench.endpoint('kestrel'), 3);
    await bench.advance(0);
    expect(seen).toEqual([3, 3, 3]);
  });

  it('K6, K7, K10: six attempts on Kestrel’s schedule, each inside its band and never early, then exhausted', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const id = one(bench.send(bench.endpoint('kestrel')));
    await bench.advance(62_000);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 6, counter: 6, dueAt: null });
    expect(row.lastError).toBe('503 Service Unavailable');
    const upper = [2_000, 4_000, 8_000, 16_000, 32_000];
    for (const [index, mark] of row.marks.slice(1).entries()) {
      const before = row.marks[index];
      expect(mark.wait).toMatchObject({ minMs: 0, nominalMs: upper[index], maxMs: upper[index] });
      expect(mark.dueAt).toBe((before?.endedAt ?? 0) + (mark.wait?.drawnMs ?? Number.NaN));
      expect(mark.startedAt).toBeGreaterThanOrEqual(mark.dueAt);
      expect(mark.trigger).toBe('retry');
    }
  });

  it('A10, A43: a 404 under Alphorn is permanent at once, and its counter shows 5', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(404));
    const id = one(bench.send(bench.endpoint('alphorn')));
    await bench.advance(DAY);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', reason: 'permanent', attempts: 1, counter: 5 });
  });

  it('i1: under skip waits Infraspeak makes 13 requests, the last 8,190 minutes after the first', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], fault('refused'));
    const id = one(bench.send(bench.endpoint('infraspeak')));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 13 });
    expect((row.marks.at(-1)?.startedAt ?? 0) - (row.marks[0]?.startedAt ?? 0)).toBe(8_190 * MINUTE);
  });

  it('under skip waits the clock stands still once nothing is left', async () => {
    const bench = await EngineBench.open();
    bench.send(bench.endpoint('kestrel'));
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(HOUR);
    expect(bench.virtualMs).toBe(0);
    expect(bench.engine.report()).toMatchObject({ rate: 0, nextAt: null, inFlight: 0 });
  });

  it('a factor brings a retry closer, and nothing leaves before its due time', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(500)], ok());
    const id = one(bench.send(bench.endpoint('infraspeak')));
    await bench.advance(0);
    bench.engine.setPace({ kind: 'factor', factor: 60 });
    await bench.advance(1_999);
    expect(bench.sender.sent).toHaveLength(1);
    await bench.advance(1);
    expect(bench.sender.sent).toHaveLength(2);
    expect((await bench.row(id)).state).toBe('delivered');
  });

  it('paused, it claims nothing; resumed, it goes on', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPaused(true);
    const id = one(bench.send(bench.endpoint('kestrel')));
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(0);
    expect((await bench.row(id)).state).toBe('queued');
    bench.engine.setPaused(false);
    await bench.advance(0);
    expect((await bench.row(id)).state).toBe('delivered');
  });

  it('R3: Stop aborts what is in flight at once; it is due again on resume, and nothing is charged', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const id = one(bench.send(bench.endpoint('alphorn')));
    await bench.advance(10);
    await bench.engine.stop();
    expect(bench.sender.sent[0]?.aborted).toBe(true);
    expect(await bench.row(id)).toMatchObject({ state: 'queued', attempts: 1, counter: 0 });
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(1);
    bench.engine.setPaused(false);
    await bench.advance(0);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 2, counter: 1 });
    expect(row.marks[0]?.outcome).toMatchObject({ kind: 'interrupted', by: 'stopped' });
    expect(row.marks[1]?.trigger).toBe('requeue');
  });

  it('pressing Stop twice, or resuming twice, doubles nothing', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    bench.send(bench.endpoint('kestrel'));
    await bench.advance(10);
    await Promise.all([bench.engine.stop(), bench.engine.stop()]);
    bench.engine.setPaused(false);
    bench.engine.setPaused(false);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(2);
  });

  it('signs each attempt with the wall time of that attempt', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(500)], ok());
    bench.send(bench.endpoint('infraspeak'));
    await bench.advance(2 * MINUTE);
    const stamps = bench.sender.sent.map((sent) => sent.headers.find(([name]) => name === 'webhook-timestamp')?.[1]);
    expect(stamps).toEqual([String(BENCH_START / 1_000), String(BENCH_START / 1_000 + 120)]);
    const ids = bench.sender.sent.map((sent) => sent.headers.find(([name]) => name === 'X-Request-Uuid')?.[1]);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('one event for three endpoints makes three deliveries, and a count makes so many events', async () => {
    const bench = await EngineBench.open();
    const endpoints = ['kestrel', 'fianto', 'alphorn'].map((policy) => bench.endpoint(policy));
    const accepted = bench.engine.sendEvents({
      endpointIds: endpoints.map((endpoint) => endpoint.id),
      type: 'ping',
      contentType: 'text/plain',
      body: Buffer.from('hello').toString('base64'),
      count: 4,
    });
    expect(accepted.eventIds).toHaveLength(4);
    expect(new Set(accepted.deliveryIds).size).toBe(12);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(12);
    expect(Buffer.from(bench.sender.sent[0]?.body ?? []).toString()).toBe('hello');
  });
});

describe('a restart', () => {
  it('R3: an attempt cut off by a kill is interrupted, and Kestrel sends it again at once, uncharged', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const id = one(bench.send(bench.endpoint('kestrel')));
    await bench.advance(10);
    await bench.killAndRestart(1_000);
    await bench.advance(0);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 2, counter: 1 });
    expect(row.marks[0]?.outcome).toMatchObject({ kind: 'interrupted', by: 'killed' });
    expect(row.marks[1]).toMatchObject({ n: 2, trigger: 'requeue' });
  });

  it('A24, a8: under Alphorn a killed try got stuck: counted, and queued again 10 minutes after it began', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const id = one(bench.send(bench.endpoint('alphorn')));
    await bench.advance(10);
    await bench.killAndRestart();
    expect(await bench.row(id)).toMatchObject({ state: 'processing', counter: 0, sweepAt: BENCH_START + 10 * MINUTE });
    await bench.advance(10 * MINUTE - 11);
    expect(bench.sender.sent).toHaveLength(1);
    await bench.advance(1);
    expect(await bench.row(id)).toMatchObject({ state: 'delivered', counter: 2 });
  });

  it('finds a retry that came due while nothing ran', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(500)], ok());
    const id = one(bench.send(bench.endpoint('infraspeak')));
    await bench.advance(10);
    await bench.quitAndRestart(HOUR);
    await bench.advance(0);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(row.marks[1]).toMatchObject({ trigger: 'retry', startedAt: BENCH_START + 10 + HOUR });
  });

  it('a quit aborts what is in flight, records it, and charges nothing', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const id = one(bench.send(bench.endpoint('alphorn')));
    await bench.advance(10);
    await bench.quitAndRestart();
    await bench.advance(0);
    expect((await bench.row(id)).marks.map((mark) => mark.outcome?.kind)).toEqual(['interrupted', 'response']);
    expect((await bench.row(id)).counter).toBe(1);
  });

  it('keeps pace, pause and virtual time, also after a kill at 3,600×', async () => {
    const bench = await EngineBench.open();
    bench.engine.setPace({ kind: 'factor', factor: 3_600 });
    await bench.advance(10_000);
    await bench.killAndRestart(0);
    expect(bench.engine.report()).toMatchObject({ pace: { kind: 'factor', factor: 3_600 }, paused: false });
    expect(bench.virtualMs).toBeGreaterThanOrEqual(9 * HOUR);
    bench.engine.setPaused(true);
    const frozen = bench.virtualMs;
    await bench.killAndRestart(DAY);
    expect(bench.virtualMs).toBe(frozen);
    expect(bench.engine.report().paused).toBe(true);
  });

  it('same seed, same plan: the waits of a run are a function of its seed', async () => {
    const waits: number[][] = [];
    for (let i = 0; i < 2; i++) {
      const bench = await EngineBench.open();
      bench.sender.script([], status(503));
      const id = one(bench.send(bench.endpoint('kestrel')));
      if (i === 1) await bench.killAndRestart();
      await bench.advance(70_000);
      waits.push((await bench.row(id)).marks.flatMap((mark) => (mark.wait === null ? [] : [mark.wait.drawnMs])));
    }
    expect(waits[0]).toHaveLength(5);
    expect(waits[1]).toEqual(waits[0]);
  });
});

describe('endpoints', () => {
  it('R6: deleting one closes what waits as its policy says', async () => {
    const expected = { alphorn: 'failed', fianto: 'cancelled', kestrel: 'held', infraspeak: 'failed' };
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    for (const [policy, state] of Object.entries(expected)) {
      const endpoint = bench.endpoint(policy);
      const id = one(bench.send(endpoint));
      await bench.advance(0);
      expect(bench.engine.removeEndpoint(endpoint.id)).toBe(1);
      expect(await bench.row(id)).toMatchObject({ state, dueAt: null });
    }
    const sent = bench.sender.sent.length;
    await bench.advance(7 * DAY);
    expect(bench.sender.sent).toHaveLength(sent);
  });

  it('R6, A26: an attempt in flight runs to its end; its failure is final with “Channel disabled”', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait']);
    const endpoint = bench.endpoint('alphorn');
    const id = one(bench.send(endpoint));
    await bench.advance(0);
    bench.engine.removeEndpoint(endpoint.id);
    bench.sender.sent[0]?.answer(status(503));
    await bench.advance(DAY);
    expect(await bench.row(id)).toMatchObject({
      state: 'failed',
      reason: 'endpoint-disabled',
      lastError: 'Channel disabled',
    });
  });

  it('one that hangs never delays another', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy((request) => (request.url.endsWith('/slow') ? 'wait' : ok()));
    const slow = Array.from({ length: 5 }, (_, i) => bench.endpoint('fianto', `slow ${i}`, 'http://127.0.0.1:9/slow'));
    const quick = bench.endpoint('kestrel', 'quick', 'http://127.0.0.1:9/quick');
    for (const endpoint of slow) bench.send(endpoint, 200);
    const ids = bench.send(quick, 300);
    await bench.advance(2_000);
    const states = await Promise.all(ids.map(async (id) => (await bench.row(id)).state));
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });

  it('R13: never more than 64 requests of one endpoint, nor 256 in all', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], 'wait');
    bench.send(bench.endpoint('kestrel'), 200);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(64);
    for (let i = 0; i < 9; i++) bench.send(bench.endpoint('kestrel', `more ${i}`), 200);
    await bench.advance(0);
    expect(bench.sender.sent.length).toBeGreaterThan(128);
    expect(bench.sender.sent.length).toBeLessThanOrEqual(256);
    expect(bench.engine.report().inFlight).toBe(bench.sender.sent.length);
  });
});
