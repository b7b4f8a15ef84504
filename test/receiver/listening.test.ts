import { createServer, type Server } from 'node:net';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderOf, listeningInodes, nextFreePort } from '../../src/main/receiver/port-holder';
import { Refusal } from '../../src/shared/model/problem';
import { reply } from './memory-captures';
import { type Bench, setUpReceiver } from './receiver-bench';

let bench: Bench;
let squatter: Server;
let taken: number;

beforeEach(async () => {
  bench = await setUpReceiver();
  squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const address = squatter.address();
  taken = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  await bench.close();
  squatter.close();
});

const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  );

describe('listening', () => {
  it('is reported with host, port and URL', () => {
    expect(bench.receiver.report()).toEqual({
      kind: 'listening',
      host: '127.0.0.1',
      port: bench.port,
      url: `http://127.0.0.1:${bench.port}`,
      wantedPort: 0,
    });
  });

  it('on a port that is taken is refused, with a free one named, and the old port stays', async () => {
    const { problem } = await refusalOf(bench.receiver.listen({ host: '127.0.0.1', port: taken }));
    expect(problem).toMatchObject({ code: 'port-in-use', field: 'port' });
    expect(problem.message).toMatch(new RegExp(`^Port ${taken} is taken.*\\. Use \\d+\\.$`));
    const offered = Number(/Use (\d+)/.exec(problem.message)?.[1]);
    expect(offered).toBeGreaterThan(taken);
    expect(bench.receiver.report()).toMatchObject({ kind: 'listening', port: bench.port });
  });

  it.runIf(process.platform === 'linux')('on a taken port names who holds it', async () => {
    const { problem } = await refusalOf(bench.receiver.listen({ host: '127.0.0.1', port: taken }));
    // By its program's name: Node's own threads have names of their own.
    const name = basename(process.execPath);
    expect(problem.message).toContain(`taken by ${name} (pid ${process.pid})`);
    expect(await holderOf(taken)).toEqual({ name, pid: process.pid });
  });

  it('that fails at the start is reported as down, with the reason', async () => {
    await bench.close();
    const { message } = await refusalOf(bench.receiver.listen({ host: '127.0.0.1', port: taken }));
    expect(bench.receiver.report()).toEqual({ kind: 'down', wantedPort: taken, why: message });
  });

  it('moves to another port, and gives the old one up', async () => {
    bench.store.addRoute('/hooks', [reply(200)]);
    const free = (await nextFreePort('127.0.0.1', taken, 20)) ?? 0;
    expect(await bench.receiver.listen({ host: '127.0.0.1', port: free })).toMatchObject({
      kind: 'listening',
      port: free,
    });
    expect(await bench.client().end()).toMatchObject({ error: 'ECONNREFUSED' });
  });

  it('on the port that it has already changes nothing', async () => {
    const client = bench.client();
    await bench.receiver.listen({ host: '127.0.0.1', port: bench.port });
    bench.store.addRoute('/hooks', [reply(200)]);
    client.write('GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await client.end()).text).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('closing', () => {
  it('destroys open connections, stores what they cut off, and can be done twice', async () => {
    const client = bench
      .client()
      .write('POST /hooks HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n');
    await client.until('100 Continue');
    await Promise.all([bench.receiver.close(), bench.receiver.close()]);
    await client.end();
    expect(bench.store.only().verdict).toMatchObject({ kind: 'refused', status: null });
    expect(bench.receiver.report()).toMatchObject({ kind: 'down' });
  });
});

describe('too many connections', () => {
  it('are turned away, and the person is told', async () => {
    const narrow = await setUpReceiver({ connections: 1 });
    const first = narrow
      .client()
      .write('POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n');
    await first.until('100 Continue');
    await narrow.client().end();
    expect(narrow.troubles.map(({ code }) => code)).toEqual(['unavailable']);
    await narrow.close();
  });
});

describe('the table of /proc/net/tcp', () => {
  it('names the inodes that listen on a port, in any of its columns’ widths', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1EC6 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 48213 1 0000 100 0 0 10 0',
      '   1: 0100007F:1EC6 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 48999 1 0000 20 4 30 10 -1',
      '   2: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11111 1 0000 100 0 0 10 0',
    ].join('\n');
    // 0x1EC6 is 7878; the second row is an established connection.
    expect(listeningInodes(table, 7_878)).toEqual(['48213']);
    expect(listeningInodes(table, 22)).toEqual(['11111']);
    expect(listeningInodes(table, 80)).toEqual([]);
  });
});
