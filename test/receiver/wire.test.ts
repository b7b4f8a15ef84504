import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScriptStep } from '../../src/shared/model/script';
import { hang, reply, reset } from './memory-captures';
import { type Bench, setUpReceiver } from './receiver-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
});
afterEach(() => bench.close());

const POST = 'POST /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
const span = { times: null, forMs: null };
const answer = { reply: 200, headers: [], body: '', delayMs: 0, ...span };
const step = (of: ScriptStep): ScriptStep => of;

/** A 200 with a header and six bytes, as it stands on the wire when the receiver writes it by hand. */
const HEAD = 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 6\r\nConnection: close\r\n\r\n';
const six = { reply: 200, headers: [['X-A', '1']], body: 'abcdef', delayMs: 0, ...span } as const;
// The fields have 8, 19 and 19 bytes, so that half of them are 23.
const HALF_OF_FIELDS = 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length:';

describe('an answer that breaks off', () => {
  it('in its headers is reset after the status line and half of its fields', async () => {
    bench.store.addRoute('/hooks', [reset('in-headers', six)]);
    expect(await bench.say(POST)).toMatchObject({ text: HALF_OF_FIELDS, error: 'ECONNRESET' });
    expect(bench.store.only().verdict).toMatchObject({ does: 'reset', status: 200, when: 'in-headers' });
  });

  it('in its body is reset after half of its bytes', async () => {
    bench.store.addRoute('/hooks', [reset('in-body', six)]);
    expect(await bench.say(POST)).toMatchObject({ text: `${HEAD}abc`, error: 'ECONNRESET' });
  });

  it.each([
    ['before-headers', ''],
    ['in-headers', HALF_OF_FIELDS],
    ['after-headers', HEAD],
    ['in-body', `${HEAD}abc`],
  ] as const)('half-closed %s ends with the receiver’s side, and without an error', async (when, text) => {
    bench.store.addRoute('/hooks', [step({ kind: 'half-close', when, ...six })]);
    expect(await bench.say(POST)).toMatchObject({ text, error: null });
  });

  it('half-closed leaves the other side open: what is sent on is taken', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'half-close', when: 'before-headers', ...answer })]);
    const client = bench.client();
    client.socket.removeAllListeners('end');
    const ended = new Promise<void>((resolve) => client.socket.on('end', resolve));
    client.write(POST.replace('Connection: close\r\n', ''));
    await ended;
    expect(client.socket.writable).toBe(true);
    await new Promise<void>((resolve, reject) =>
      client.socket.write('more', (error) => (error == null ? resolve() : reject(error))),
    );
    client.socket.end();
    expect((await client.end()).error).toBeNull();
  });

  it.each([
    ['in-headers', HALF_OF_FIELDS],
    ['after-headers', HEAD],
    ['in-body', `${HEAD}abc`],
  ] as const)('hangs %s until the sender leaves', async (when, text) => {
    bench.store.addRoute('/hooks', [hang({ when, ...six })]);
    const client = bench.client().write(POST);
    await client.until(text);
    await bench.clock.untilArmed();
    expect(bench.clock.bells()).toEqual([600_000]);
    client.socket.end();
    expect(await client.end()).toMatchObject({ text, error: null });
  });

  it('promises a byte where it has no body, so that it is not whole after its headers', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'half-close', when: 'in-body', ...answer })]);
    expect((await bench.say(POST)).text).toBe('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n');
  });
});

describe('a drip', () => {
  it('sends the headers at once and the body at n bytes a second', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'drip', bytesPerSecond: 2, from: 'body', ...six })]);
    const client = bench.client().write(POST);
    await client.until('\r\n\r\n');
    expect(client.read()).toBe(HEAD);
    for (const so of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
      await bench.clock.untilArmed();
      expect(bench.clock.bells()).toEqual([500]);
      bench.clock.advance(500);
      expect(await client.until(so)).toBe(HEAD + so);
    }
    await bench.clock.untilArmed();
    bench.clock.advance(500);
    expect(await client.end()).toMatchObject({ text: `${HEAD}abcdef`, error: null });
  });

  it('from the headers on sends its status line bit by bit, many bytes at a time when it is fast', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'drip', bytesPerSecond: 80, from: 'headers', ...six })]);
    const client = bench.client().write(POST);
    await bench.clock.untilArmed();
    expect(client.read()).toBe('');
    bench.clock.advance(100);
    expect(await client.until('HTTP/1.1')).toBe('HTTP/1.1');
    bench.clock.advance(100);
    expect(await client.until('OK\r')).toBe('HTTP/1.1 200 OK\r');
    client.socket.resetAndDestroy();
    await expect.poll(() => bench.clock.bells()).toEqual([]);
  });

  it('ends after ten minutes', async () => {
    bench.store.addRoute('/hooks', [
      step({ kind: 'drip', bytesPerSecond: 1, from: 'body', ...answer, body: 'x'.repeat(2_000) }),
    ]);
    const client = bench.client().write(POST);
    for (let second = 0; second < 600; second++) {
      await bench.clock.untilArmed();
      bench.clock.advance(1_000);
    }
    expect((await client.end()).text.split('\r\n\r\n')[1]).toBe('x'.repeat(600));
  });
});

describe('an answer whose framing lies', () => {
  it('ends in the middle of the only chunk that it announced', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'cut-chunked', ...answer, body: 'x'.repeat(20) })]);
    expect(await bench.say(POST)).toMatchObject({
      text: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n14\r\n${'x'.repeat(10)}`,
      error: null,
    });
  });

  it.each([
    ['longer', 10],
    ['shorter', 3],
  ])('says a %s Content-Length than its body has', async (_, length) => {
    bench.store.addRoute('/hooks', [step({ kind: 'wrong-length', length, ...answer, body: 'abcdef' })]);
    expect((await bench.say(POST)).text).toBe(
      `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\nabcdef`,
    );
  });

  it('is a 204 with a length', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'wrong-length', length: 5, ...answer, reply: 204 })]);
    expect((await bench.say(POST)).text).toBe(
      'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\n',
    );
  });

  it('is no HTTP at all', async () => {
    bench.store.addRoute('/hooks', [step({ kind: 'garbage', garbage: { base64: 'AAH/DQo=' }, delayMs: 0, ...span })]);
    const { bytes } = await bench.say(POST);
    expect([...bytes]).toEqual([0, 1, 255, 13, 10]);
    expect(bench.store.only().verdict).toMatchObject({ does: 'garbage', status: null });
  });
});

describe('answers before the answer', () => {
  it('come first, with their headers, and the connection goes on', async () => {
    bench.store.addRoute('/hooks', [
      reply(200, {
        body: 'x',
        interim: [
          { reply: 102, headers: [] },
          { reply: 103, headers: [['Link', '</a>; rel=preload']] },
        ],
      }),
    ]);
    const get = 'GET /hooks HTTP/1.1\r\nHost: x\r\n';
    const { text } = await bench.say(`${get}\r\n${get}Connection: close\r\n\r\n`);
    const early =
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\n';
    expect(text.startsWith(early)).toBe(true);
    expect(text.split(early)).toHaveLength(3);
    expect(text.endsWith('\r\n\r\nx')).toBe(true);
  });
});

describe('a body', () => {
  it('of bytes goes out as those bytes', async () => {
    bench.store.addRoute('/hooks', [reply(200, { body: { base64: 'AAH/', name: 'a.bin' } })]);
    const { bytes } = await bench.say(POST);
    expect([...bytes.subarray(-3)]).toEqual([0, 1, 255]);
    expect(bytes.toString('latin1')).toContain('Content-Length: 3\r\n');
  });

  it('of a template has the request’s fields, literally and never read again', async () => {
    const template =
      '{{method}} {{path}} {{query.q}} {{header.X-Name}} {{body.a[1].b}} {{json body.s}} {{nth}} {{now}} \\{{nth}}';
    bench.store.addRoute('/hooks', [reply(200, { body: { template } })]);
    const body = '{"a":[0,{"b":12345678901234567890}],"s":"{{nth}} \\"q\\""}';
    const { text } = await bench.say(
      `PUT /hooks/a?q=%7B%7Bpath%7D%7D HTTP/1.1\r\nHost: x\r\nX-Name: <&>\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(text.split('\r\n\r\n')[1]).toBe(
      'PUT /hooks/a {{path}} <&> 12345678901234567890 "{{nth}} \\"q\\"" 1 2026-01-01T00:00:00.000Z {{nth}}',
    );
  });
});

describe('a redirect', () => {
  const redirect = (more: Partial<Extract<ScriptStep, { kind: 'redirect' }>>): ScriptStep =>
    step({ kind: 'redirect', reply: 302, headers: [], delayMs: 0, ...span, ...more });
  const location = async (target: string): Promise<string | undefined> =>
    /^Location: (.*)$/m
      .exec((await bench.say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).text)?.[1]
      ?.trim();

  it.each([
    [301, 'Moved Permanently'],
    [302, 'Found'],
    [303, 'See Other'],
    [307, 'Temporary Redirect'],
    [308, 'Permanent Redirect'],
  ] as const)('is a %i with its place', async (status, phrase) => {
    bench.store.addRoute('/hooks', [redirect({ reply: status, to: 'https://example.com/login?next=%2F' })]);
    const { text } = await bench.say(POST);
    expect(text).toMatch(
      new RegExp(
        `^HTTP/1\\.1 ${status} ${phrase}\\r\\nLocation: https://example\\.com/login\\?next=%2F\\r\\nContent-Length: 0\\r\\n`,
      ),
    );
  });

  it('of a chain counts itself in the query and lets the last one through', async () => {
    bench.store.addRoute('/hooks', [redirect({ chain: 2 }), reply(200)]);
    expect(await location('/hooks/a?b=1')).toBe('/hooks/a?b=1&retryscope-hop=1');
    expect(await location('/hooks/a?b=1&retryscope-hop=1')).toBe('/hooks/a?b=1&retryscope-hop=2');
    expect(await location('/hooks/a?b=1&retryscope-hop=2')).toBeUndefined();
  });

  it('without an end never lets one through', async () => {
    bench.store.addRoute('/hooks', [redirect({ chain: 'endless' })]);
    expect(await location('/hooks?retryscope-hop=99')).toBe('/hooks?retryscope-hop=100');
  });
});

describe('Retry-After', () => {
  const ask = async (): Promise<string> => (await bench.say(POST)).text;

  it('is said in whole seconds, rounded up, or as a date of the wall clock', async () => {
    bench.store.addRoute('/seconds', [reply(429, { retryAfter: { after: 1_001, as: 'seconds' } })]);
    bench.store.addRoute('/hooks', [reply(429, { retryAfter: { after: 90_000, as: 'date' } })]);
    expect((await bench.say(POST.replace('/hooks', '/seconds'))).text).toContain('\r\nRetry-After: 2\r\n');
    expect(await ask()).toContain('\r\nRetry-After: Thu, 01 Jan 2026 00:01:30 GMT\r\n');
  });

  it('of a rate limit says when a place is free', async () => {
    bench.store.addRoute('/hooks', [
      step({ kind: 'limit', limit: 2, perMs: 60_000, window: 'sliding', says: 'seconds', ...answer, reply: 429 }),
      reply(200),
    ]);
    const statuses: string[] = [];
    for (const after of [0, 20_000, 30_000, 60_000, 70_000, 80_000]) {
      bench.virtual = 1_767_225_600_000 + after;
      const text = await ask();
      statuses.push(`${text.slice(9, 12)} ${/Retry-After: (\d+)/.exec(text)?.[1] ?? ''}`.trim());
    }
    expect(statuses).toEqual(['200', '200', '429 30', '200', '429 10', '200']);
  });
});

describe('a condition', () => {
  const status = async (request: string): Promise<string> => (await bench.say(request)).text.slice(9, 12);

  it('counts the attempts of a delivery id at this route', async () => {
    bench.store.addRoute('/hooks', [reply(503, { if: { attempt: { from: 1, to: 2 } } }), reply(200)]);
    bench.store.addRoute('/other', [reply(200)]);
    const post = (path: string, id: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nwebhook-id: ${id}\r\nConnection: close\r\n\r\n`;
    expect(await status(post('/other', 'a'))).toBe('200');
    const statuses: string[] = [];
    for (const id of ['a', 'b', 'a', 'a', 'b', 'b']) statuses.push(await status(post('/hooks', id)));
    expect(statuses).toEqual(['503', '503', '503', '200', '503', '200']);
  });

  it('looks at the body as it came', async () => {
    bench.store.addRoute('/hooks', [reply(422, { if: { body: { at: '$.type', is: 'order.paid' } } }), reply(200)]);
    const post = (body: string): string =>
      `POST /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await status(post('{"type":"order.paid"}'))).toBe('422');
    expect(await status(post('{"type":"order.sent"}'))).toBe('200');
    expect(await status(post('type=order.paid'))).toBe('200');
  });
});
