import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reply } from './memory-captures';
import { type Bench, setUpReceiver } from './receiver-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
  bench.store.addRoute('/hooks', [reply(200, { times: 1 }), reply(202)]);
});
afterEach(() => bench.close());

describe('what is not readable as HTTP is answered, said why, and stored', () => {
  it('a header block above 256 KiB: 431', async () => {
    const { text } = await bench.say(
      `GET /hooks HTTP/1.1\r\nHost: x\r\nX-Big: ${'b'.repeat(270_000)}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(text).toMatch(
      /\r\n\r\nRejected: the request line and the headers together are larger than 262144 bytes\.\n$/,
    );
    expect(bench.store.only().verdict).toEqual({
      kind: 'refused',
      status: 431,
      why: 'Rejected: the request line and the headers together are larger than 262144 bytes.',
    });
  });

  it('a target above 256 KiB: 414, with the target kept; it is not the headers that are too long', async () => {
    const target = `/hooks?q=${'u'.repeat(262_144)}`;
    const { text } = await bench.say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
    const why = 'Rejected: the request target (path and query) is longer than 262144 bytes.';
    expect(text).toContain(`\r\n\r\n${why}\n`);
    expect(bench.store.only()).toMatchObject({ target, verdict: { kind: 'refused', status: 414, why } });
  });

  it('a target of 256 KiB to the byte is taken, when nothing else is long', async () => {
    const target = `/hooks?q=${'u'.repeat(262_144 - '/hooks?q='.length - 'Connectionclose'.length)}`;
    const { text } = await bench.say(`GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only().target).toBe(target);
  });

  it('more than a megabyte before the end of the headers: 431, and nothing of it is kept', async () => {
    const { text } = await bench.say(`GET /hooks HTTP/1.1\r\nHost: x\r\nX-Big: ${'b'.repeat(1_100_000)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(bench.store.only()).toMatchObject({ headers: [], verdict: { kind: 'refused', status: 431 } });
  });

  it('bytes that are no request: 400, with the bytes kept', async () => {
    const { text } = await bench.say('\u0000\u0001rubbish\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bench.store.only()).toMatchObject({ method: '', target: '', routeId: null, verdict: { kind: 'refused' } });
    expect(Buffer.from(bench.store.only().body).toString('latin1')).toBe('\u0000\u0001rubbish\r\n\r\n');
  });

  it('a TLS handshake: 400, and it says what it is', async () => {
    await bench.say(Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]));
    expect(bench.store.only().verdict).toMatchObject({ why: expect.stringContaining('TLS handshake') });
  });

  it('two lengths that differ (request smuggling): 400, with the request line', async () => {
    const { text } = await bench.say(
      'POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc',
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bench.store.only()).toMatchObject({
      method: 'POST',
      target: '/hooks',
      verdict: { kind: 'refused', status: 400 },
    });
  });

  it('a chunk size that is none: 400, once, with the headers and the part of the body that came', async () => {
    const { text } = await bench.say(
      'POST /hooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toMatch(/Connection: close\r\n/);
    expect(bench.store.only()).toMatchObject({
      headers: [
        ['Host', 'x'],
        ['Transfer-Encoding', 'chunked'],
      ],
      bodyBytes: 2,
      verdict: { kind: 'refused', status: 400 },
    });
  });

  it('a tunnel: 405', async () => {
    const { text } = await bench.say('CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(bench.store.only()).toMatchObject({ method: 'CONNECT', target: 'example.test:443' });
  });

  it('behind a good request on the same connection it is answered after it', async () => {
    bench.store.addRoute('/slow', [reply(200, { delayMs: 50, body: 'slow' })]);
    const client = bench.client().write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n\u0001\u0002\r\n\r\n');
    await bench.clock.untilArmed();
    bench.clock.advance(50);
    expect((await client.end()).text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nslowHTTP\/1\.1 400 Bad Request\r\n/s);
  });

  it('a request that does not end in time: 408', async () => {
    const hasty = await setUpReceiver({ headersMs: 20, requestMs: 30, checkEveryMs: 10 });
    const { text } = await hasty.say('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(hasty.store.only()).toMatchObject({ bodyBytes: 3, verdict: { kind: 'refused', status: 408 } });
    await hasty.close();
  });

  it('a connection over which nothing came is closed and is no request', async () => {
    const hasty = await setUpReceiver({ headersMs: 20, requestMs: 30, checkEveryMs: 10 });
    expect(await hasty.client().end()).toMatchObject({ text: '', error: null });
    expect(hasty.store.captures()).toEqual([]);
    await hasty.close();
  });
});

describe('a request that breaks off', () => {
  it('by a lost connection is stored with what came, and answered to nobody', async () => {
    const client = bench
      .client()
      .write('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\nabc');
    await client.until('100 Continue');
    client.socket.resetAndDestroy();
    await expect.poll(() => bench.store.captures().length).toBe(1);
    expect(bench.store.only()).toMatchObject({
      bodyBytes: 3,
      verdict: { kind: 'refused', status: null, why: 'The connection was lost before the request was complete.' },
    });
  });

  it('uses up no answer of the script', async () => {
    const client = bench.client().write('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
    client.socket.end();
    expect((await client.end()).text).toMatch(/^HTTP\/1\.1 400 /);
    const { text } = await bench.say('GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('a full disk', () => {
  it('is answered 507 with the reason; the server stays up, and no answer of the script is used up', async () => {
    bench.store.diskFull = true;
    const get = 'GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { text } = await bench.say(get);
    expect(text).toMatch(/^HTTP\/1\.1 507 Insufficient Storage\r\nContent-Type: text\/plain/);
    expect(text).toContain('The disk is full.\nThe request was not recorded.');
    expect(bench.store.captures()).toEqual([]);
    expect(bench.troubles.map(({ code }) => code)).toEqual(['disk-full']);
    bench.store.diskFull = false;
    expect((await bench.say(get)).text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
