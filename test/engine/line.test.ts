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

  it('F10, I10: signs each attempt with the wall time of that attempt', async () => {
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

  it('A1: one event for three endpoints makes three deliveries, and a count makes so many events', async () => {
    const bench = await EngineBench.open();
    const endpoints = ['kestrel', 'fianto', 'alphorn'].map((policy) => bench.endpoint(policy));
    const accepted = bench.engine.sendEvents({
      endpointIds: endpoints.map((endpoint) => endpoint.id),
      type: 'ping',
      contentType: 'text/plain',
      body: Buffer.from('hello').toString('base64'),
      count: 4,
      everyMs: 0,
    });
    expect(accepted.eventIds).toHaveLength(4);
    expect(new Set(accepted.deliveryIds).size).toBe(12);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(12);
    const bodies = bench.sender.sent.map((sent) => Buffer.from(sent.body).toString());
    expect(bodies.filter((body) => body === 'hello')).toHaveLength(8);
    expect(bodies.filter((body) => body.includes('"data":"hello"'))).toHaveLength(4);
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

describe('what a provider says of itself', () => {
  it('K17, R10: Kestrel’s retries carry the same event id in the body, around the bytes as they were typed', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    const endpoint = bench.endpoint('kestrel');
    const typed = '{"orderId":4634343214213523454,"x":1.00}';
    const { eventIds, deliveryIds } = bench.engine.sendEvents({
      endpointIds: [endpoint.id],
      type: 'order.paid',
      contentType: 'application/json',
      body: Buffer.from(typed).toString('base64'),
      count: 1,
      everyMs: 0,
    });
    await bench.advance(5_000);
    const bodies = bench.sender.sent.map((sent) => Buffer.from(sent.body).toString());
    expect(bodies).toEqual(
      Array.from(
        { length: 2 },
        () => `{"id":"${one(eventIds)}","type":"order.paid","created":"2026-01-01T00:00:00.000Z","data":${typed}}`,
      ),
    );
    const length = bench.sender.sent[0]?.headers.find(([name]) => name === 'content-length')?.[1];
    expect(length).toBe(String(Buffer.byteLength(bodies[0] ?? '')));
    const kept = await bench.attempt(one(deliveryIds), 1);
    expect(Buffer.from(kept.requestBody, 'base64').toString()).toBe(bodies[0]);
  });

  it('R10: what is no JSON goes into Kestrel’s envelope as a text; the others send bytes as they are', async () => {
    const bench = await EngineBench.open();
    const send = (policy: string, body: Uint8Array): void => {
      bench.engine.sendEvents({
        endpointIds: [bench.endpoint(policy).id],
        type: 'x',
        contentType: 'application/octet-stream',
        body: Buffer.from(body).toString('base64'),
        count: 1,
        everyMs: 0,
      });
    };
    send('kestrel', Buffer.from('plain "text"'));
    await bench.advance(0);
    expect(JSON.parse(Buffer.from(bench.sender.sent[0]?.body ?? []).toString())).toMatchObject({
      data: 'plain "text"',
    });
    const bytes = Uint8Array.of(0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27);
    for (const policy of ['alphorn', 'fianto', 'infraspeak']) {
      send(policy, bytes);
      await bench.advance(0);
      expect(Uint8Array.from(bench.sender.sent.at(-1)?.body ?? [])).toEqual(bytes);
    }
  });

  it('I2: no order is promised: an event whose first try fails arrives after a later one', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([status(503)], ok());
    const [first, second] = bench.send(bench.endpoint('infraspeak'), 2);
    if (first === undefined || second === undefined) throw new Error('two were sent');
    await bench.advance(2 * MINUTE);
    const ends = await Promise.all([first, second].map(async (id) => (await bench.row(id)).marks.at(-1)?.endedAt ?? 0));
    expect(ends[0]).toBeGreaterThan(ends[1] ?? 0);
  });

  it('A34: a message has one row per channel, with status, attempts and last error', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy((request) => (request.url.endsWith('/ok') ? ok() : status(404)));
    const endpoints = [
      bench.endpoint('alphorn', 'a', 'http://127.0.0.1:9/ok'),
      bench.endpoint('alphorn', 'b', 'http://127.0.0.1:9/gone'),
    ];
    const { eventIds } = bench.engine.sendEvents({
      endpointIds: endpoints.map(({ id }) => id),
      type: 'alert',
      contentType: 'text/plain',
      body: '',
      count: 1,
      everyMs: 0,
    });
    await bench.advance(0);
    const rows = await bench.rowsOf(one(eventIds));
    expect(rows.map(({ state, counter, lastError }) => [state, counter, lastError])).toEqual(
      expect.arrayContaining([
        ['delivered', 1, null],
        ['failed', 5, '404 Not Found'],
      ]),
    );
  });

  it('A11: a channel whose saved settings cannot be used fails for good, without a request', async () => {
    const bench = await EngineBench.open();
    const alphorn = bench.endpoint('alphorn');
    const kestrel = bench.endpoint('kestrel');
    bench.spoilSecret(alphorn.id);
    bench.spoilSecret(kestrel.id);
    const failed = one(bench.send(alphorn));
    const waiting = one(bench.send(kestrel));
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(0);
    expect(await bench.row(failed)).toMatchObject({ state: 'failed', reason: 'permanent', attempts: 0, counter: 5 });
    expect((await bench.row(waiting)).state).toBe('queued');
  });

  it('law 3: a try that got stuck at a channel which is then disabled is never sent again', async () => {
    const bench = await EngineBench.open();
    bench.sender.script(['wait'], ok());
    const endpoint = bench.endpoint('alphorn');
    const id = one(bench.send(endpoint));
    await bench.advance(10);
    await bench.killAndRestart();
    bench.engine.disableEndpoint(endpoint.id);
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(1);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', lastError: 'Channel disabled' });
  });

  it('f7, R2: a failure in flight at the suspension is counted before it is held: never more than eight tries', async () => {
    const bench = await EngineBench.open();
    const slow = new Set<string>();
    bench.sender.answerBy((request) =>
      slow.has(request.headers.find(([name]) => name === 'webhook-id')?.[1] ?? '') ? 'wait' : status(503),
    );
    const endpoint = bench.endpoint('fianto');
    bench.send(endpoint, 5);
    await bench.advance(20 * HOUR);
    const id = one(bench.send(endpoint));
    await bench.advance(0);
    slow.add((await bench.row(id)).eventId);
    await bench.advance(20 * HOUR);
    for (const sent of bench.sender.sent) sent.answer(status(503));
    await bench.advance(10);
    expect(await bench.row(id)).toMatchObject({ state: 'held', counter: 2, lastError: '503 Service Unavailable' });
    bench.sender.answerBy(() => status(503));
    await bench.engine.verifyEndpoint(endpoint.id);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', counter: 8, attempts: 8 });
  });
});
