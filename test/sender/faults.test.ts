import { describe, expect, it } from 'vitest';
import { connectFault } from '../../src/main/sender/faults';
import { fullBacklog } from '../support/peers/full-backlog';
import { closedPort } from '../support/peers/raw-peer';
import { closing, FIANTO, faultOf, never, OK, peer, requestTo, sender, sendOnce } from './requests';

const NOT_BEGUN = {
  proxied: false,
  reused: false,
  resolved: true,
  connected: false,
  sent: false,
  written: false,
  headers: false,
  bytes: 0,
  bodyBytes: 0,
};

describe('a connection that does not come about', () => {
  it('is refused, and the address is named', async () => {
    const port = await closedPort();
    const result = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(faultOf(result)).toEqual({
      fault: 'refused',
      detail: `Connection refused: 127.0.0.1:${port}. Is your server running?`,
    });
    expect(result.remote).toBeNull();
    expect(result.response).toBeNull();
  });

  it('to localhost is tried over both families, and both are named', async () => {
    const port = await closedPort();
    const { fault, detail } = faultOf(await sendOnce({ url: `http://localhost:${port}/` }));
    expect(fault).toBe('refused');
    expect(detail).toContain(`127.0.0.1:${port} and [::1]:${port}. Is your server running?`);
  });

  it('because the name does not exist is dns', async () => {
    // A label has at most 63 characters, so no name server is asked.
    const host = `${'a'.repeat(64)}.invalid`;
    expect(faultOf(await sendOnce({ url: `http://${host}:81/` }))).toEqual({
      fault: 'dns',
      detail: `The name “${host}” was not found. Check its spelling.`,
    });
  });

  it('because no name server answers is dns and says so', async () => {
    const lookup = (_host: string, _options: unknown, done: (error: Error, address: string) => void): void =>
      done(Object.assign(new Error('x'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }), '');
    const result = await sender(undefined, { lookup }).send(requestTo({ url: 'http://hooks.test/' }), never());
    expect(faultOf(result)).toEqual({
      fault: 'dns',
      detail: 'No name server answered for “hooks.test”. Check the network.',
    });
  });

  it.each([
    ['EHOSTUNREACH', 'refused', 'No connection to 203.0.113.1:80: no route to the host.'],
    ['ENETUNREACH', 'refused', 'No connection to 203.0.113.1:80: no route to the network.'],
    ['ETIMEDOUT', 'connect-timeout', 'No answer from 203.0.113.1:80.'],
    ['ECONNRESET', 'reset', 'Reset while connecting to 203.0.113.1:80.'],
  ] as const)('because the system says %s is %s', (code, fault, detail) => {
    const error = Object.assign(new Error(code), { code, address: '203.0.113.1', port: 80 });
    const progress = { tried: ['203.0.113.1:80'], remote: null, host: '203.0.113.1', secure: false };
    expect(connectFault(error, { ...NOT_BEGUN, ...progress })).toEqual({ fault, detail });
  });

  it('because the host is none is dns, and nothing is sent', async () => {
    expect(faultOf(await sendOnce({ url: 'http://1.2.3.4.5/' })).fault).toBe('dns');
  });

  it('because nobody answers is a connect time-out, not before its time', async () => {
    const { port } = closing(await fullBacklog());
    const timeouts = { connectMs: 150, headers: { ms: 10_000, from: 'connected' as const }, totalMs: null };
    const result = await sendOnce({ url: `http://127.0.0.1:${port}/`, timeouts });
    expect(faultOf(result)).toEqual({
      fault: 'connect-timeout',
      detail: `No connection in 150 ms: 127.0.0.1:${port}.`,
    });
    expect(result.outcome.tookMs).toBeGreaterThanOrEqual(150);
    expect(result.timings.connectMs).toBeNull();
  });
});

describe('a connection that breaks', () => {
  it('before any answer is a reset', async () => {
    const { port } = await peer({ answer: (socket) => socket.resetAndDestroy() });
    expect(faultOf(await sendOnce({ url: `http://127.0.0.1:${port}/` }))).toEqual({
      fault: 'reset',
      detail: 'Connection reset before any answer (the request may have been processed).',
    });
  });

  it('by a plain close before any answer is a reset too', async () => {
    const { port } = await peer({ answer: (socket) => socket.end() });
    expect(faultOf(await sendOnce({ url: `http://127.0.0.1:${port}/` }))).toEqual({
      fault: 'reset',
      detail: 'Connection closed before any answer (the request may have been processed).',
    });
  });

  it('inside the headers is a reset that says how far it came', async () => {
    const { port } = await peer({ answer: (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: 1\r\n') });
    expect(faultOf(await sendOnce({ url: `http://127.0.0.1:${port}/` }))).toEqual({
      fault: 'reset',
      detail: 'Connection closed inside the headers after 25 bytes.',
    });
  });

  it('inside the body leaves the outcome as the headers made it', async () => {
    const { port } = await peer({ answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc') });
    const result = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(result.outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(result.response).toMatchObject({ bodyBytes: 3, bodyTruncated: true });
  });

  it.each([
    ['a length', 'content-length: 10\r\n\r\nabc'],
    ['a length, and no keep-alive', 'connection: close\r\ncontent-length: 10\r\n\r\nabc'],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n5\r\nabc'],
    ['chunks, and no keep-alive', 'connection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'],
  ])('inside a body with %s is a reset when the policy waits for its end (a14)', async (_with, rest) => {
    const { port } = await peer({ answer: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`) });
    const timeouts = { connectMs: null, headers: null, totalMs: 15_000 };
    const result = await sendOnce({ url: `http://127.0.0.1:${port}/`, timeouts });
    expect(faultOf(result)).toEqual({ fault: 'reset', detail: 'Connection closed in the body after 3 bytes.' });
    expect(result.response).toMatchObject({ status: 200, bodyBytes: 3, bodyTruncated: true });
  });
});

describe('an answer that is not HTTP', () => {
  const garbage: readonly (readonly [string, string])[] = [
    ['words', 'hello there\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
    ['a bad length', 'HTTP/1.1 200 OK\r\ncontent-length: abc\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc'],
    ['an endless header', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ];
  it.each(garbage)('%s is invalid-http', async (_what, bytes) => {
    const { port } = await peer({ answer: (socket) => socket.write(bytes, 'latin1') });
    expect(faultOf(await sendOnce({ url: `http://127.0.0.1:${port}/`, timeouts: FIANTO })).fault).toBe('invalid-http');
  });
});

describe('statuses are no faults', () => {
  it.each([200, 299, 301, 302, 307, 400, 404, 429, 500, 599, 999])('%i is a response', async (status) => {
    const target = await peer({
      answer: (socket) =>
        socket.write(`HTTP/1.1 ${status} Word\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n`),
    });
    const result = await sendOnce({ url: `http://127.0.0.1:${target.port}/` });
    expect(result.outcome).toMatchObject({ kind: 'response', status, retryAfter: null });
    expect(result.response).toMatchObject({ status, reason: 'Word', bodyTruncated: false });
    expect(target.requests).toHaveLength(1);
  });

  it('Retry-After is handed on as it stands', async () => {
    const { port } = await peer({
      answer: (socket) =>
        socket.write('HTTP/1.1 429 Slow\r\nRETRY-after: Wed, 21 Oct 2026 07:28:00 GMT\r\ncontent-length: 0\r\n\r\n'),
    });
    const { outcome } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' });
  });
});

describe('interim answers and answers without a body', () => {
  it.each([
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'],
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['several', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\na: b\r\n\r\n'],
  ])('%s before the final one is skipped', async (_which, interim) => {
    const { port } = await peer({ answer: (socket) => socket.write(`${interim}${OK}`) });
    const { outcome, response } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(Buffer.from(response?.body ?? []).toString()).toBe('ok');
  });

  it('notes how many came, and which', async () => {
    const heads = [100, 102, 103].map((status) => `HTTP/1.1 ${status} X\r\na: HTTP/1.1 199\r\n\r\n`).join('');
    const { port } = await peer({ answer: (socket) => socket.write(heads + OK) });
    expect((await sendOnce({ url: `http://127.0.0.1:${port}/` })).interim).toEqual({
      count: 3,
      statuses: [100, 102, 103],
    });
    const many = await peer({ answer: (socket) => socket.write('HTTP/1.1 102 X\r\n\r\n'.repeat(25) + OK) });
    expect((await sendOnce({ url: `http://127.0.0.1:${many.port}/` })).interim).toEqual({
      count: 25,
      statuses: Array(20).fill(102),
    });
    const none = await peer({ answer: (socket) => socket.write(OK) });
    expect((await sendOnce({ url: `http://127.0.0.1:${none.port}/` })).interim).toBeNull();
  });

  it('100 cut into single bytes is skipped as well', async () => {
    const { port } = await peer({
      answer: async (socket) => {
        for (const byte of `HTTP/1.1 100 Continue\r\n\r\n${OK}`) await new Promise((next) => socket.write(byte, next));
      },
    });
    expect((await sendOnce({ url: `http://127.0.0.1:${port}/` })).outcome).toMatchObject({ status: 200 });
  });

  it.each([
    ['204 with a length', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n', 204],
    ['304 in chunks', 'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n', 304],
  ])('%s is complete at its blank line', async (_what, bytes, status) => {
    const { port } = await peer({ answer: (socket) => socket.write(bytes) });
    for (const totalMs of [null, 15_000]) {
      const timeouts = { ...FIANTO, totalMs };
      const { outcome, response } = await sendOnce({ url: `http://127.0.0.1:${port}/`, timeouts });
      expect(outcome).toMatchObject({ kind: 'response', status });
      expect(response).toMatchObject({ bodyBytes: 0, bodyTruncated: false });
    }
  });

  it('200 without any length ends at the close', async () => {
    const { port } = await peer({ answer: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it') });
    const { response } = await sendOnce({ url: `http://127.0.0.1:${port}/` });
    expect(Buffer.from(response?.body ?? []).toString()).toBe('all of it');
    expect(response).toMatchObject({ bodyTruncated: false });
  });
});
