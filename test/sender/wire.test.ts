import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/shared/model/header';
import { stillOpen, turns, until } from './clocks';
import { faultOf, never, OK, peer, requestTo, sender, sendOnce } from './requests';

const answering = () => peer({ answer: (socket) => socket.write(OK) });

describe('what a peer sees', () => {
  it('is exactly the fields that were given: order, case, repetition, nothing added', async () => {
    const target = await answering();
    const headers: HeaderList = [
      ['X-First', '1'],
      ['Content-Length', '7'],
      ['X-HuB-SiGnAture', 'sha256=ab'],
      ['HOST', 'else.test'],
      ['x-twice', 'a'],
      ['User-Agent', 'Retryscope/0'],
      ['X-Twice', 'b'],
      ['x-latin', 'Prüfung'],
      ['x-empty', ''],
    ];
    await sendOnce({ url: `http://127.0.0.1:${target.port}/x`, headers });
    expect(target.requests[0]?.head.split('\r\n')).toEqual([
      'POST /x HTTP/1.1',
      'X-First: 1',
      'Content-Length: 7',
      'X-HuB-SiGnAture: sha256=ab',
      'HOST: else.test',
      'x-twice: a',
      'User-Agent: Retryscope/0',
      'X-Twice: b',
      'x-latin: Prüfung',
      'x-empty: ',
    ]);
    expect(target.requests[0]?.body.toString()).toBe('{"a":1}');
  });

  it.each([
    ['/a%2Fb?sig=%2B%3D&x=a%20b&y=%zz', '/a%2Fb?sig=%2B%3D&x=a%20b&y=%zz'],
    ['/a/../b/./c//d', '/a/../b/./c//d'],
    ['/x\'"<>{}|^`[]?q=\'"<>{}|^`[]', '/x\'"<>{}|^`[]?q=\'"<>{}|^`[]'],
    ['', '/'],
    ['?q', '/?q'],
    ['/x?', '/x?'],
    ['/x#part', '/x'],
  ])('of the URL …%s is the request target %s', async (typed, target) => {
    const made = await answering();
    await sendOnce({ url: `http://127.0.0.1:${made.port}${typed}` });
    expect(made.requests[0]?.head.split('\r\n')[0]).toBe(`POST ${target} HTTP/1.1`);
  });

  it('is reached by any spelling of the loopback address', async () => {
    const target = await answering();
    for (const host of ['127.0.0.1', '127.1', 'localhost', 'LOCALHOST', 'app.localhost', 'user:pass@localhost']) {
      const { outcome } = await sendOnce({ url: `http://${host}:${target.port}/` });
      expect(outcome, host).toMatchObject({ status: 200 });
    }
  });

  it('on ::1 is reached by localhost as well', async () => {
    const target = await peer({ host: '::1', answer: (socket) => socket.write(OK) });
    for (const host of ['[::1]', 'localhost']) {
      const result = await sendOnce({ url: `http://${host}:${target.port}/` });
      expect(result.outcome).toMatchObject({ status: 200 });
      expect(result.remote).toBe(`[::1]:${target.port}`);
    }
  });

  it.each([0, 1, 65_536, 1_048_576])('has all %i bytes of the body', async (size) => {
    const target = await answering();
    const body = new Uint8Array(size).map((_, i) => (i * 31) % 256);
    await sendOnce({ url: `http://127.0.0.1:${target.port}/`, body });
    expect(target.requests[0]?.body.equals(body)).toBe(true);
    expect(target.requests[0]?.head).toMatch(new RegExp(`\r\ncontent-length: ${size}$`));
  });

  it('is the same to the byte when the next attempt sends it again', async () => {
    const bodies: Buffer[] = [];
    const target = await peer({
      answer(socket, { body }) {
        bodies.push(body);
        socket.write(bodies.length === 1 ? 'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n' : OK);
      },
    });
    const { send } = sender();
    for (const body of [new TextEncoder().encode('{"a":1}'.padEnd(1_024)), randomBytes(1_048_576)]) {
      const request = requestTo({ url: `http://127.0.0.1:${target.port}/`, body });
      const statuses = [await send(request, never()), await send(request, never())].map(({ outcome }) =>
        outcome.kind === 'response' ? outcome.status : outcome,
      );
      expect(statuses.at(-1)).toBe(200);
      expect(bodies.splice(0).map((one) => one.equals(body))).toEqual([true, true]);
    }
  });

  it('is nothing at all when HTTP cannot carry it, and the attempt says why', async () => {
    const target = await answering();
    const url = `http://127.0.0.1:${target.port}/`;
    const length: readonly [string, string] = ['content-length', '7'];
    const refused: readonly (readonly [Partial<Parameters<typeof sendOnce>[0]>, string])[] = [
      [{ headers: [length, ['x-a', 'b\r\nx-c: d']] }, 'Character 2 of the header x-a cannot be sent over HTTP.'],
      [{ headers: [length, ['x-a', 'Tea ™']] }, 'Character 5 of the header x-a cannot be sent over HTTP.'],
      [{ headers: [length, ['x a', 'b']] }, '“x a” cannot be the name of a header.'],
      [{ headers: [] }, 'The header content-length is missing.'],
      [{ headers: [length, length] }, 'The header content-length stands twice.'],
      [{ headers: [['Content-Length', '6']] }, 'The header content-length says 6, the body has 7 bytes.'],
      [{ url: `${url}a b` }, `The path of “${url}a b” has a character that a request line cannot carry.`],
      [{ url: 'localhost' }, '“localhost” is not a URL.'],
    ];
    for (const [asked, why] of refused) {
      expect(faultOf(await sendOnce({ url, ...asked }))).toEqual({
        fault: 'invalid-http',
        detail: `Nothing was sent. ${why}`,
      });
    }
    expect(target.connections()).toBe(0);
  });
});

describe('connections', () => {
  it('are reused, and a reused one has no connecting phases', async () => {
    const target = await answering();
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    const first = await one.send(request, never());
    await turns();
    const second = await one.send(request, never());
    expect(target.connections()).toBe(1);
    expect(first.timings).toMatchObject({ reusedConnection: false, dnsMs: null, tlsMs: null });
    expect(first.timings.connectMs).toBeGreaterThan(0);
    expect(second.timings).toMatchObject({ reusedConnection: true, dnsMs: null, connectMs: null, tlsMs: null });
    for (const { timings, outcome } of [first, second]) {
      const phases = [timings.connectMs, timings.writeMs, timings.firstByteMs, timings.bodyMs];
      for (const phase of phases) expect(phase ?? 0).toBeGreaterThanOrEqual(0);
      expect(phases.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)).toBeLessThanOrEqual(outcome.tookMs + 0.001);
    }
    expect(second.remote).toBe(`127.0.0.1:${target.port}`);
  });

  it('carry one request at a time, and as many are opened as there are requests', async () => {
    const target = await peer({});
    const one = sender();
    const results = Array.from({ length: 20 }, () =>
      one.send(requestTo({ url: `http://127.0.0.1:${target.port}/` }), never()),
    );
    await target.received(20);
    expect(target.connections()).toBe(20);
    await one.close();
    for (const { outcome } of await Promise.all(results)) expect(outcome).toMatchObject({ kind: 'interrupted' });
  });

  it('are closed by a request that says connection: close', async () => {
    const target = await answering();
    const one = sender();
    const headers: HeaderList = [
      ['host', 'x'],
      ['content-length', '7'],
      ['Connection', 'close'],
    ];
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/`, headers });
    await one.send(request, never());
    await turns();
    await one.send(request, never());
    expect(target.connections()).toBe(2);
    expect(target.requests[1]?.head).toContain('\r\nConnection: close');
  });

  it('are not reused after an answer that came before the request was taken', async () => {
    const target = await peer({
      connected: (socket) => {
        socket.pause();
        socket.write(OK);
        return false;
      },
    });
    const one = sender();
    // More than the buffers of both ends of a loopback connection hold.
    const body = new Uint8Array(64 * 1_048_576);
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/`, body });
    const first = await one.send(request, never());
    expect(first.outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(first.timings.writeMs).toBeNull();
    await turns();
    await one.send(request, never());
    expect(target.connections()).toBe(2);
  });
});

describe('one send is one request', () => {
  it('when the peer resets after reading it, fresh or reused', async () => {
    const target = await peer({
      answer: (socket, { nth }) => (nth === 1 ? socket.write(OK) : socket.resetAndDestroy()),
    });
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    await one.send(request, never());
    await turns();
    expect(faultOf(await one.send(request, never()))).toEqual({
      fault: 'reset',
      detail: 'Connection reset on a reused socket (the request may have been processed).',
    });
    expect(target.requests).toHaveLength(2);
    expect(target.connections()).toBe(1);
  });

  it('when a keep-alive connection is closed just as the next request is written', async () => {
    // Closes 0 to 2 turns after each answer, without saying so: the next request meets it open, closing or closed.
    let closings = 0;
    const target = await peer({
      answer: (socket) => {
        socket.write(OK);
        const turns = closings++ % 3;
        const close = () => (closings % 2 === 0 ? socket.end() : socket.resetAndDestroy());
        if (turns === 0) close();
        else if (turns === 1) setImmediate(close);
        else setTimeout(close, 1);
      },
    });
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    for (let sent = 1; sent <= 100; sent++) {
      await turns(sent % 4);
      const result = await one.send(request, never());
      if (result.outcome.kind === 'no-response') {
        expect(result.outcome.fault).toBe('reset');
        // What never reached the peer must not be told as if it might have.
        if (target.requests.length < sent) expect(result.timings.reusedConnection).toBe(true);
      } else {
        expect(result.outcome).toMatchObject({ status: 200 });
      }
      expect(target.requests.length).toBeLessThanOrEqual(sent);
    }
  });

  it('when an idle connection is reset just before its next request: nothing went out on it, so another is taken', async () => {
    const sockets: Socket[] = [];
    const target = await peer({
      answer: (socket) => {
        sockets.push(socket);
        socket.write(OK);
      },
    });
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    await one.send(request, never());
    await turns();
    sockets[0]?.resetAndDestroy();
    expect((await one.send(request, never())).outcome).toMatchObject({ status: 200 });
    expect(target.requests).toHaveLength(2);
    expect(target.connections()).toBe(2);
  });

  it('when an idle connection was closed before: a new one is opened, nothing is lost', async () => {
    const target = await peer({
      answer: (socket, { connection }) => {
        socket.write(OK);
        if (connection <= 2) socket.end();
      },
    });
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    for (let sent = 1; sent <= 3; sent++) {
      expect((await one.send(request, never())).outcome).toMatchObject({ status: 200 });
      await turns();
      expect(target.requests).toHaveLength(sent);
    }
    expect(target.connections()).toBe(3);
  });
});

describe('a response body', () => {
  it('is kept up to 256 KiB, counted to its end, and said to be cut', async () => {
    const size = 300_000;
    const { port } = await peer({
      answer: (socket) =>
        socket.write(
          Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`), Buffer.alloc(size, 7)]),
        ),
    });
    const { response } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(response?.bodyBytes).toBe(size);
    expect(response?.body.byteLength).toBe(262_144);
    expect(response?.body.every((byte) => byte === 7)).toBe(true);
    expect(response?.bodyTruncated).toBe(true);
  });

  it('of exactly 256 KiB is whole', async () => {
    const { port } = await peer({
      answer: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 262144\r\n\r\n');
        socket.write(Buffer.alloc(262_144, 1));
      },
    });
    const { response } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(response).toMatchObject({ bodyBytes: 262_144, bodyTruncated: false });
  });

  it('and its fields come byte for byte: order, case and repetition kept', async () => {
    const bytes = Buffer.from([0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27]);
    const { port } = await peer({
      answer: (socket) => {
        socket.write('HTTP/1.1 200 Fine\r\nSet-Cookie: a=1\r\n', 'latin1');
        socket.write('set-cookie: b=2\r\nX-Latin: Pr\xfcfung\r\nContent-LENGTH: 8\r\n\r\n', 'latin1');
        socket.write(bytes);
      },
    });
    const { response } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(response?.headers).toEqual([
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['X-Latin', 'Prüfung'],
      ['Content-LENGTH', '8'],
    ]);
    expect(Buffer.from(response?.body ?? [])).toEqual(bytes);
  });
});

describe('stopping', () => {
  it('before the start sends nothing', async () => {
    const target = await answering();
    const { outcome } = await sender().send(
      requestTo({ url: `http://127.0.0.1:${target.port}/` }),
      AbortSignal.abort(),
    );
    expect(outcome).toEqual({ kind: 'interrupted', by: 'stopped', tookMs: 0 });
    expect(target.connections()).toBe(0);
  });

  it('in flight ends the attempt at once and destroys the connection', async () => {
    let closed = false;
    const target = await peer({ answer: (socket) => socket.once('close', () => (closed = true)) });
    const stop = new AbortController();
    const sending = sender().send(requestTo({ url: `http://127.0.0.1:${target.port}/` }), stop.signal);
    await target.received(1);
    stop.abort();
    expect(await stillOpen(sending)).toBe(false);
    expect((await sending).outcome).toMatchObject({ kind: 'interrupted', by: 'stopped' });
    await until(() => closed);
  });

  it('while connecting ends the attempt, and nothing is sent later', async () => {
    const target = await peer({ connected: () => false });
    const stop = new AbortController();
    const sending = sender().send(requestTo({ url: `https://127.0.0.1:${target.port}/` }), stop.signal);
    await until(() => target.connections() === 1);
    stop.abort();
    expect((await sending).outcome).toMatchObject({ kind: 'interrupted', by: 'stopped' });
  });

  it('just as a kept connection is taken sends nothing on it', async () => {
    const target = await answering();
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    await one.send(request, never());
    await turns();
    const stop = new AbortController();
    const sending = one.send(request, stop.signal);
    stop.abort();
    expect((await sending).outcome).toMatchObject({ kind: 'interrupted' });
    await turns();
    expect(target.requests).toHaveLength(1);
    expect((await one.send(request, never())).outcome).toMatchObject({ status: 200 });
  });

  it('after the headers leaves the outcome that they made, with the body so far', async () => {
    const target = await peer({ answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc') });
    const stop = new AbortController();
    const sending = sender().send(requestTo({ url: `http://127.0.0.1:${target.port}/` }), stop.signal);
    expect(await stillOpen(sending)).toBe(true);
    stop.abort();
    const { outcome, response } = await sending;
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(response).toMatchObject({ bodyBytes: 3, bodyTruncated: true });
  });

  it('by closing the sender interrupts what is in flight and refuses what comes after', async () => {
    const target = await peer({});
    const one = sender();
    const request = requestTo({ url: `http://127.0.0.1:${target.port}/` });
    const sending = one.send(request, never());
    await target.received(1);
    await one.close();
    expect((await sending).outcome).toMatchObject({ kind: 'interrupted', by: 'stopped' });
    expect((await one.send(request, never())).outcome).toMatchObject({ kind: 'interrupted', by: 'stopped' });
    expect(target.requests).toHaveLength(1);
  });
});
