import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hang, reply, reset } from './memory-captures';
import { type Bench, setUpReceiver } from './receiver-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
});
afterEach(() => bench.close());

const POST = 'POST /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';

describe('a reply', () => {
  it('is the step’s status, then its headers in their order and case with every repetition, then its body', async () => {
    bench.store.addRoute('/hooks', [
      reply(429, {
        headers: [
          ['retry-AFTER', '120'],
          ['Set-Cookie', 'a=1'],
          ['X-Zed', 'z'],
          ['Set-Cookie', 'b=2'],
        ],
        body: 'später',
      }),
    ]);
    const { text, error } = await bench.say(POST);
    expect(error).toBeNull();
    expect(text).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\nretry-AFTER: 120\r\nSet-Cookie: a=1\r\nX-Zed: z\r\nSet-Cookie: b=2\r\nContent-Length: 7\r\nDate: [^\r]+ GMT\r\nConnection: close\r\n\r\nsp\u00c3\u00a4ter$/,
    );
  });

  it('says the length itself only when the script does not', async () => {
    bench.store.addRoute('/hooks', [reply(200, { headers: [['content-LENGTH', '3']], body: 'abc' })]);
    const { text } = await bench.say(POST);
    expect(text.match(/content-length/gi)).toEqual(['content-LENGTH']);
  });

  it.each([204, 304])('%i ends with its headers, whatever body the step has', async (status) => {
    bench.store.addRoute('/hooks', [reply(status, { body: 'ignored' })]);
    const { text } = await bench.say(POST);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text.endsWith('\r\n\r\n')).toBe(true);
    expect(text).not.toMatch(/content-length|transfer-encoding/i);
  });

  it('to HEAD has the length of the body and not the body', async () => {
    bench.store.addRoute('/hooks', [reply(200, { body: 'abc' })]);
    const { text } = await bench.say('HEAD /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toContain('Content-Length: 3\r\n');
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  it('follows the script: three times 503, then 200 from then on', async () => {
    bench.store.addRoute('/hooks', [reply(503, { times: 3 }), reply(200)]);
    const statuses: string[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await bench.say(POST)).text.slice(9, 12));
    expect(statuses).toEqual(['503', '503', '503', '200', '200']);
  });

  it('waits for its delay in real time, and is stored before that', async () => {
    bench.store.addRoute('/hooks', [reply(200, { delayMs: 1_500, body: 'late' })]);
    const client = bench.client().write(POST);
    await bench.clock.untilArmed();
    expect(bench.clock.bells()).toEqual([1_500]);
    expect(client.read()).toBe('');
    expect(bench.store.only().verdict).toMatchObject({ does: 'reply', status: 200, delayMs: 1_500 });
    bench.clock.advance(1_499);
    expect(bench.clock.bells()).toEqual([1]);
    bench.clock.advance(1);
    expect((await client.end()).text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('is given up when the sender leaves during the delay', async () => {
    bench.store.addRoute('/hooks', [reply(200, { delayMs: 1_500 })]);
    const client = bench.client().write(POST);
    await bench.clock.untilArmed();
    client.socket.resetAndDestroy();
    await expect.poll(() => bench.clock.bells()).toEqual([]);
  });

  it('reaches a sender that has ended its side, even after a delay', async () => {
    bench.store.addRoute('/hooks', [reply(200, { body: 'heard', delayMs: 1_000 })]);
    const client = bench.client();
    client.socket.end(POST.replace('Connection: close\r\n', ''));
    await bench.clock.untilArmed();
    // Another exchange in between gives the receiver time to notice the end of the first sender's side.
    await bench.say('GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    bench.clock.advance(1_000);
    expect((await client.end()).text).toMatch(/\r\n\r\nheard$/);
  });
});

describe('a hang', () => {
  it('reads the request, stores it and says nothing until the sender leaves', async () => {
    bench.store.addRoute('/hooks', [hang()]);
    const client = bench.client().write(POST);
    await bench.clock.untilArmed();
    expect(Buffer.from(bench.store.only().body).toString()).toBe('{}');
    expect(bench.store.only().verdict).toMatchObject({ does: 'hang', status: null });
    client.socket.end();
    expect(await client.end()).toMatchObject({ text: '', error: null });
    await expect.poll(() => bench.clock.bells()).toEqual([]);
  });

  it('ends after ten minutes', async () => {
    bench.store.addRoute('/hooks', [hang()]);
    const client = bench.client().write(POST);
    await bench.clock.untilArmed();
    expect(bench.clock.bells()).toEqual([600_000]);
    bench.clock.advance(600_000);
    expect((await client.end()).text).toBe('');
  });
});

describe('a reset', () => {
  it('before the headers is a reset connection and not a byte', async () => {
    bench.store.addRoute('/hooks', [reset('before-headers')]);
    expect(await bench.say(POST)).toMatchObject({ text: '', error: 'ECONNRESET' });
    expect(bench.store.only().verdict).toMatchObject({ does: 'reset', status: null });
  });

  it('after the headers is a status, headers that promise a body, and a reset connection', async () => {
    bench.store.addRoute('/hooks', [reset('after-headers', { reply: 202 })]);
    const { text, error } = await bench.say(POST);
    expect(error).toBe('ECONNRESET');
    expect(text).toMatch(/^HTTP\/1\.1 202 Accepted\r\nContent-Length: 1\r\n/);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  it('waits for its turn behind the answers to earlier requests of the connection', async () => {
    bench.store.addRoute('/slow', [reply(200, { delayMs: 1_000, body: 'first' })]);
    bench.store.addRoute('/hooks', [reset('before-headers')]);
    const client = bench.client().write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /hooks HTTP/1.1\r\nHost: x\r\n\r\n');
    await bench.clock.untilArmed();
    bench.clock.advance(1_000);
    const { text, error } = await client.end();
    expect(text.endsWith('\r\n\r\nfirst')).toBe(true);
    expect(error).toBe('ECONNRESET');
  });
});

describe('a path without a route', () => {
  it('is answered 404 with the routes there are, and stored', async () => {
    bench.store.addRoute('/hooks/orders', [reply(200)]);
    bench.store.addRoute('/hooks/users', [reply(200)]);
    const { text } = await bench.say('GET /other?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 404 Not Found\r\nContent-Type: text\/plain; charset=utf-8\r\n/);
    expect(text).toContain('\n  /hooks/orders\n  /hooks/users\n');
    expect(bench.store.only()).toMatchObject({
      routeId: null,
      target: '/other?x=1',
      verdict: { kind: 'no-route', status: 404 },
    });
  });
});
