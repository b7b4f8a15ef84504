import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeReceiver } from '../../src/main/receiver/receiver';
import { makeId } from '../../src/shared/model/ids';
import { EPOCH_AT, reply } from './memory-captures';
import { type Bench, RawClient, StillClock, setUpReceiver } from './receiver-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
});
afterEach(() => bench.close());

const HOUR = 3_600_000;
const post = async (path: string, id?: string): Promise<string> => {
  const key = id === undefined ? '' : `webhook-id: ${id}\r\n`;
  return (await bench.say(`POST ${path} HTTP/1.1\r\nHost: x\r\n${key}Connection: close\r\n\r\n`)).text.slice(9, 12);
};

/** What another receiver on the same store answers to so many requests. */
async function restarted(requests: number): Promise<readonly string[]> {
  const again = makeReceiver({
    store: bench.store,
    clock: new StillClock(),
    chance: { bytes: (count) => new Uint8Array(count) },
    runId: () => makeId('run', EPOCH_AT, new Uint8Array(10)),
    seed: () => 7,
    virtualNow: () => bench.virtual,
    trouble: () => {},
    storing: () => {},
  });
  const report = await again.listen({ host: '127.0.0.1', port: 0 });
  const port = report.kind === 'listening' ? report.port : 0;
  const statuses: string[] = [];
  for (let i = 0; i < requests; i++) {
    const { text } = await new RawClient(port)
      .write('GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      .end();
    statuses.push(text.slice(9, 12));
  }
  await again.close();
  return statuses;
}

describe('an outage of 48 hours', () => {
  it('ends in virtual time, and its end is the next edge', async () => {
    bench.store.addRoute('/hooks', [reply(503, { forMs: 48 * HOUR }), reply(200)]);
    bench.virtual = EPOCH_AT + HOUR;
    expect(bench.receiver.nextEdge()).toBe(EPOCH_AT + 48 * HOUR);
    expect(await post('/hooks')).toBe('503');
    expect(bench.receiver.nextEdge()).toBe(EPOCH_AT + 48 * HOUR);
    bench.virtual = EPOCH_AT + 48 * HOUR;
    expect(bench.receiver.nextEdge()).toBeNull();
    expect(await post('/hooks')).toBe('200');
  });

  it('of several routes, the earliest edge counts', () => {
    bench.store.addRoute('/a', [reply(503, { forMs: 5 * HOUR }), reply(200)]);
    bench.store.addRoute('/b', [reply(503, { forMs: 2 * HOUR }), reply(200)]);
    bench.store.addRoute('/c', [reply(503, { forMs: 1 * HOUR }), reply(200)], 'per-id');
    expect(bench.receiver.nextEdge()).toBe(EPOCH_AT + 2 * HOUR);
  });
});

describe('what alternates', () => {
  it('has no edge to skip to, since time would never come to rest; an outage beside it has', () => {
    const flapping = { flapping: { up: HOUR, down: HOUR } };
    bench.store.addRoute('/a', [reply(503, { if: flapping }), reply(200)]);
    expect(bench.receiver.nextEdge()).toBeNull();
    bench.store.addRoute('/b', [reply(503, { if: { ...flapping, between: [2 * HOUR, 3 * HOUR] } }), reply(200)]);
    expect(bench.receiver.nextEdge()).toBe(EPOCH_AT + 2 * HOUR);
  });
});

describe('scope', () => {
  it('all: requests are counted together', async () => {
    bench.store.addRoute('/hooks', [reply(503, { times: 1 }), reply(200)]);
    expect([await post('/hooks', 'a'), await post('/hooks', 'b')]).toEqual(['503', '200']);
  });

  it('per id: each delivery id walks the script by itself, and those without one walk it together', async () => {
    bench.store.addRoute('/hooks', [reply(503, { times: 1 }), reply(200)], 'per-id');
    const statuses: string[] = [];
    for (const id of ['a', 'b', undefined, 'a', 'b', undefined]) statuses.push(await post('/hooks', id));
    expect(statuses).toEqual(['503', '503', '503', '200', '200', '200']);
  });

  it('per id: a span of time begins with the id’s first request', async () => {
    bench.store.addRoute('/hooks', [reply(503, { forMs: HOUR }), reply(200)], 'per-id');
    bench.virtual = EPOCH_AT + 10 * HOUR;
    expect(await post('/hooks', 'a')).toBe('503');
    bench.virtual = EPOCH_AT + 11 * HOUR;
    expect([await post('/hooks', 'a'), await post('/hooks', 'b')]).toEqual(['200', '503']);
  });
});

describe('a script’s place', () => {
  it('is kept over a restart', async () => {
    bench.store.addRoute('/hooks', [reply(503, { times: 2 }), reply(200)]);
    expect(await post('/hooks')).toBe('503');
    expect(await restarted(2)).toEqual(['503', '200']);
  });

  it('is kept over a restart where chance had a say, which then says the same as without one', async () => {
    const steps = [reply(503, { chance: 0.5, times: 6 }), reply(429, { times: 1 }), reply(200)];
    bench.store.addRoute('/hooks', steps);
    const inOneLife: string[] = [];
    for (let i = 0; i < 24; i++) inOneLife.push(await post('/hooks'));
    // Six times 503 among 429s that use up nothing, then 429 once in its own turn, then 200.
    expect(inOneLife.join(' ')).toMatch(/^(?:(?:429 )*503 ){6}429 200(?: 200)*$/);
    expect(inOneLife.indexOf('429')).toBeLessThan(inOneLife.lastIndexOf('503'));
    bench.store.routeList = [];
    bench.store.committed = [];
    bench.store.addRoute('/hooks', steps);
    const inManyLives: string[] = [];
    for (let i = 0; i < 24; i++) inManyLives.push(...(await restarted(1)));
    expect(inManyLives).toEqual(inOneLife);
  });

  it('is the beginning again in a new epoch', async () => {
    const route = bench.store.addRoute('/hooks', [reply(503, { times: 1 }), reply(200)]);
    expect([await post('/hooks'), await post('/hooks')]).toEqual(['503', '200']);
    bench.store.routeList = [{ ...route, epoch: 2, epochAt: bench.virtual }];
    expect(await post('/hooks')).toBe('503');
  });

  it('counts requests that are read in the same turn one by one', async () => {
    bench.store.addRoute('/hooks', [reply(503, { times: 2 }), reply(200)]);
    const get = 'GET /hooks HTTP/1.1\r\nHost: x\r\n\r\n';
    const { text } = await bench.say(`${get}${get}${get}GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['503', '503', '200', '200']);
    expect(bench.store.commits).toBe(1);
  });
});
