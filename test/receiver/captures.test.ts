import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reply } from './memory-captures';
import { type Bench, setUpReceiver } from './receiver-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
  bench.store.addRoute('/hooks', [reply(200)]);
});
afterEach(() => bench.close());

const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);

describe('a capture', () => {
  it('keeps the request target, the header names and values, their order and their repetition as they came', async () => {
    await bench.say(
      'PROPFIND /hooks/a%2Fb/../c?sig=%2B%3D&x=a%20b&y=%zz HTTP/1.1\r\nhOsT: x\r\nX-A: 1\r\nX-HuB-SiGnAture: s\r\nx-a: 2\r\nX-Latin: \u00fc\r\nX-Empty:\r\nConnection: close\r\n\r\n',
    );
    expect(bench.store.only()).toMatchObject({
      method: 'PROPFIND',
      target: '/hooks/a%2Fb/../c?sig=%2B%3D&x=a%20b&y=%zz',
      httpVersion: '1.1',
      headers: [
        ['hOsT', 'x'],
        ['X-A', '1'],
        ['X-HuB-SiGnAture', 's'],
        ['x-a', '2'],
        ['X-Latin', '\u00fc'],
        ['X-Empty', ''],
        ['Connection', 'close'],
      ],
      bodyBytes: 0,
    });
  });

  it('keeps a body that is no text, byte for byte', async () => {
    const body = bytesOf(0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27);
    await bench
      .client()
      .write(
        'POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 8\r\nConnection: close\r\n\r\n',
        body,
      )
      .end();
    expect(Uint8Array.from(bench.store.only().body)).toEqual(body);
  });

  it.each([
    'application/cloudevents+json; charset=utf-8',
    'Application/JSON',
    'text/json',
    'application/vnd.api+json',
    '',
  ])('keeps the body whatever its type: “%s”', async (type) => {
    await bench.say(
      `POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{"a":1}`,
    );
    expect(Buffer.from(bench.store.only().body).toString()).toBe('{"a":1}');
  });

  it('keeps the white space of JSON, so that a signature over it still fits', async () => {
    const body = '{\n   "a": 2\n}';
    await bench.say(
      `POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(Buffer.from(bench.store.only().body).toString()).toBe(body);
  });

  it('keeps the trailers of a chunked request, with their order, case and repetition, apart from its headers', async () => {
    await bench.say(
      'POST /hooks HTTP/1.1\r\nHost: x\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\nx-sUM: 2\r\nX-Empty:\r\n\r\n',
    );
    const { body, headers, trailers } = bench.store.only();
    expect(Buffer.from(body).toString()).toBe('abc');
    expect(trailers).toEqual([
      ['X-Sum', '1'],
      ['x-sUM', '2'],
      ['X-Empty', ''],
    ]);
    expect(headers.map(([name]) => name)).toEqual(['Host', 'Trailer', 'Transfer-Encoding', 'Connection']);
  });

  it('of a chunked request has the content of the chunks', async () => {
    await bench.say(
      'POST /hooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\n\r\n',
    );
    expect(Buffer.from(bench.store.only().body).toString()).toBe('abcde');
    expect(bench.store.only().bodyBytes).toBe(5);
  });

  it('of an HTTP/1.0 request without Host is like any other', async () => {
    const { text } = await bench.say('POST /hooks HTTP/1.0\r\nContent-Length: 1\r\n\r\nx');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only()).toMatchObject({ httpVersion: '1.0', headers: [['Content-Length', '1']] });
  });

  it('of an HTTP/1.1 request without Host is stored and answered by the script', async () => {
    const { text } = await bench.say('GET /hooks HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only().verdict.kind).toBe('step');
  });

  it('has the instants of both clocks and the sender’s address', async () => {
    bench.virtual += 86_400_000.75;
    bench.clock.advance(5);
    const client = bench.client().write('GET /hooks HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.until('\r\n\r\n');
    // 2026-01-02T00:00:00.000Z and 2026-01-01T00:00:00.005Z.
    expect(bench.store.only()).toMatchObject({
      at: 1_767_312_000_000,
      wallAt: 1_767_225_600_005,
      remote: `127.0.0.1:${client.socket.localPort}`,
    });
    client.socket.destroy();
  });

  it('has how long it took to come in: headers since the connection was opened, then the body', async () => {
    const client = bench.client();
    const head = (more: string): string =>
      `POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n${more}\r\n`;
    client.write(head(''));
    await client.until('100 Continue');
    bench.clock.advance(7);
    client.write('{}');
    await client.until('200 OK');
    bench.clock.advance(40);
    client.write(head('Connection: close\r\n'), '{}');
    await client.end();
    expect(bench.store.captures().map(({ timings }) => timings)).toEqual([
      { headersMs: 0, bodyMs: 7 },
      { headersMs: null, bodyMs: 0 },
    ]);
  });

  it('says how often its delivery key was seen in the run', async () => {
    const post = (key: string) =>
      bench.say(`POST /hooks HTTP/1.1\r\nHost: x\r\nWebhook-Id: ${key}\r\nConnection: close\r\n\r\n`);
    for (const key of ['msg_1', 'msg_2', 'msg_1']) await post(key);
    await bench.say('POST /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(bench.store.captures().map(({ deliveryKey, seen }) => [deliveryKey, seen])).toEqual([
      ['msg_1', 1],
      ['msg_2', 1],
      ['msg_1', 2],
      [null, null],
    ]);
  });
});

describe('sizes', () => {
  it('a body above 10 MiB is kept to that, drained, and its true length told', async () => {
    const size = 10_485_760 + 70_001;
    const { text } = await bench
      .client()
      .write(
        `POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`,
        Buffer.alloc(size, 'k'),
      )
      .end();
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only().bodyBytes).toBe(size);
    expect(bench.store.only().body.length).toBe(10_485_760);
  });

  it('a request line of 20 kB, 100 kB of headers and 2,500 headers are captured', async () => {
    const target = `/hooks?${'q'.repeat(20_000)}`;
    const headers = Array.from({ length: 2_500 }, (_, i) => `X-H-${i}: ${'v'.repeat(30)}\r\n`).join('');
    const { text } = await bench.say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only().target).toBe(target);
    expect(bench.store.only().headers).toHaveLength(2_502);
    expect(bench.store.only().headers.at(-1)).toEqual(['X-H-2499', 'v'.repeat(30)]);
  });

  it('bodies that are held at the same time share a limit, and what is beyond it is counted', async () => {
    const small = await setUpReceiver({ heldBodyBytes: 4 });
    small.store.addRoute('/hooks', [reply(200)]);
    await small.say('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabcdef');
    await small.say('POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nghi');
    expect(small.store.captures().map(({ body, bodyBytes }) => [Buffer.from(body).toString(), bodyBytes])).toEqual([
      ['abcd', 6],
      ['ghi', 3],
    ]);
    await small.close();
  });
});

describe('a connection', () => {
  it('is kept for the next request', async () => {
    const client = bench.client();
    client.write('GET /hooks/1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.until('\r\n\r\n');
    client.write('GET /hooks/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const { text } = await client.end();
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(bench.store.captures().map(({ target }) => target)).toEqual(['/hooks/1', '/hooks/2']);
  });

  it('carries pipelined requests, answered in their order', async () => {
    bench.store.addRoute('/slow', [reply(201, { delayMs: 10 })]);
    const client = bench.client();
    client.write(
      'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naGET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    await bench.clock.untilArmed();
    bench.clock.advance(10);
    expect((await client.end()).text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
    expect(bench.store.captures().map(({ target }) => target)).toEqual(['/slow', '/hooks']);
  });

  it('is told to go on when the sender asks first', async () => {
    const client = bench.client();
    client.write(
      'POST /hooks HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n',
    );
    expect(await client.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(bench.store.captures()).toEqual([]);
    client.write('ok');
    expect((await client.end()).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(Buffer.from(bench.store.only().body).toString()).toBe('ok');
  });

  it('with an expectation that nobody knows is answered by the script all the same', async () => {
    const { text } = await bench.say('GET /hooks HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bench.store.only().verdict.kind).toBe('step');
  });

  it('that asks for an upgrade gets the script’s answer', async () => {
    const { text } = await bench.say(
      'GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
