import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { HandClock, stillOpen, turns, until } from '../sender/clocks';
import { ALPHORN, FIANTO, faultOf, KESTREL, never, OK, peer, requestTo, sender } from '../sender/requests';

const OOPS = 'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n';
const MEBIBYTE = 1_048_576;

/** A server that keeps what comes after each head, however much it is, and answers 500 first and 200 then. */
async function failingOnce(bodyBytes: number) {
  const heads: string[] = [];
  const bodies: Buffer[] = [];
  let chunks: Buffer[] = [];
  const target = await peer({
    connected: (socket) => {
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const first = Buffer.concat(chunks.slice(0, 2));
        const end = first.indexOf('\r\n\r\n') + 4;
        if (end < 4 || chunks.reduce((sum, one) => sum + one.length, 0) < end + bodyBytes) return;
        heads.push(first.toString('latin1', 0, end));
        bodies.push(Buffer.concat(chunks).subarray(end));
        chunks = [];
        socket.write(bodies.length === 1 ? OOPS : OK);
      });
      return false;
    },
  });
  return { url: `http://127.0.0.1:${target.port}/`, heads, bodies };
}

it.each([
  ['1 KiB of JSON', Buffer.from(`{"a":"${'x'.repeat(1_016)}"}`)],
  ['1 KiB of bytes', randomBytes(1_024)],
  ['10 MiB of JSON', Buffer.from(`{"a":"${'x'.repeat(10 * MEBIBYTE - 8)}"}`)],
  ['10 MiB of bytes', randomBytes(10 * MEBIBYTE)],
])('nodejs/undici#3288: after a 500 the same %s go out again, whole, and succeed', async (_what, body) => {
  const { url, heads, bodies } = await failingOnce(body.length);
  const { send } = sender();
  const request = requestTo({ url, body, timeouts: KESTREL });
  expect((await send(request, never())).outcome).toMatchObject({ status: 500 });
  expect((await send(request, never())).outcome).toMatchObject({ status: 200 });
  expect(bodies.map((one) => one.equals(body))).toEqual([true, true]);
  const lengths = heads.map((head) => /\r\ncontent-length: (\d+)/.exec(head)?.[1]);
  expect(lengths).toEqual([String(body.length), String(body.length)]);
});

it('nodejs/undici#1987: an answer that drips a byte each second ends when its policy says, with what came', async () => {
  const answering = async (timeouts: typeof KESTREL) => {
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket) => sockets.push(socket) });
    const clock = new HandClock();
    const sending = sender(clock).send(requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts }), never());
    await target.received(1);
    let closed = false;
    sockets[0]?.once('close', () => (closed = true));
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    await turns();
    let seconds = 0;
    for (; (await stillOpen(sending)) && seconds < 60; seconds++) {
      sockets[0]?.write('x');
      await turns();
      clock.advance(1_000);
    }
    // The connection is given up, so that nobody goes on paying for it.
    await until(() => closed);
    return { seconds, result: await sending };
  };

  const kestrel = await answering(KESTREL);
  expect(kestrel.seconds).toBe(5);
  expect(kestrel.result.outcome).toMatchObject({ kind: 'response', status: 200 });
  expect(kestrel.result.response).toMatchObject({ bodyBytes: 5, bodyTruncated: true });

  const alphorn = await answering(ALPHORN);
  expect(alphorn.seconds).toBe(15);
  expect(faultOf(alphorn.result)).toEqual({
    fault: 'response-timeout',
    detail: 'The body did not end in 15 s; 15 bytes came.',
  });
  expect(Buffer.from(alphorn.result.response?.body ?? []).toString()).toBe('x'.repeat(15));
});

it.each([
  ['Fianto, whose answer stands with its headers', FIANTO, 5_000],
  ['Alphorn, which waits for the end of the body', ALPHORN, 15_000],
] as const)(
  'sbstp/attohttpc#201: 200 without any length on a connection that stays open ends in time: %s',
  async (_which, timeouts, ms) => {
    const sockets: Socket[] = [];
    const target = await peer({ answer: (socket) => sockets.push(socket) });
    const clock = new HandClock();
    const sending = sender(clock).send(requestTo({ url: `http://127.0.0.1:${target.port}/`, timeouts }), never());
    await target.received(1);
    sockets[0]?.write('HTTP/1.1 200 OK\r\n\r\nall of it');
    await turns();
    clock.advance(ms - 1);
    expect(await stillOpen(sending)).toBe(true);
    clock.advance(1);
    const { outcome, response } = await sending;
    expect(outcome).toMatchObject(
      timeouts.totalMs === null ? { kind: 'response', status: 200 } : { fault: 'response-timeout' },
    );
    expect(Buffer.from(response?.body ?? []).toString()).toBe('all of it');
    expect(response).toMatchObject({ bodyBytes: 9, bodyTruncated: true });
  },
);

it('hookdeck/outpost#314: a name that is not found and later is: the next attempt succeeds', async () => {
  const target = await peer({ answer: (socket) => socket.write(OK) });
  let known = false;
  const { send } = sender(undefined, {
    lookup: (_host, options, done) => {
      if (!known) done(Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), '');
      else if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    },
  });
  const request = requestTo({ url: `http://hooks.test:${target.port}/` });
  expect(faultOf(await send(request, never())).fault).toBe('dns');
  known = true;
  expect((await send(request, never())).outcome).toMatchObject({ kind: 'response', status: 200 });
});

it.each([301, 302, 303, 307, 308])(
  'MrZoller/vantage-point#49: a %i leads nowhere, neither to itself nor to another host, and its Location is kept',
  async (code) => {
    const other = await peer({ answer: (socket) => socket.write(OK) });
    let location = '';
    const target = await peer({
      answer: (socket) =>
        socket.write(`HTTP/1.1 ${code} Elsewhere\r\nLocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
    });
    const url = `http://127.0.0.1:${target.port}/hook`;
    const { send } = sender();
    for (const [sent, to] of [url, `http://127.0.0.1:${other.port}/login`].entries()) {
      location = to;
      const { outcome, response } = await send(requestTo({ url }), never());
      expect(outcome).toMatchObject({ kind: 'response', status: code });
      expect(response?.headers[0]).toEqual(['Location', to]);
      expect(target.requests).toHaveLength(sent + 1);
    }
    expect(other.connections()).toBe(0);
  },
);
