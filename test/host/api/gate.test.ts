import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApi } from '../../../src/main/host/api/serve-api';
import { portOf, SERVER_LIMITS } from '../../../src/main/host/loopback';
import { systemClock } from '../../../src/main/host/system';
import { rawExchange, statusOf } from '../../support/servers/raw-exchange';
import { anEndpoint, openApi, send } from './api-bench';

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('who is let in', () => {
  it('whoever has the token, as Bearer or as user or password of Basic, and nobody else', async () => {
    const { url, token } = await openApi();
    const as = async (authorization: string | null) =>
      (await send(url, 'GET', '/v1', { headers: { authorization } })).status;
    for (const good of [`Bearer ${token}`, `bearer ${token}`, basic('', token), basic('app', token), basic(token, '')])
      expect(await as(good), good).toBe(200);
    const wrong = [null, '', 'Bearer', 'Bearer x', `Bearer ${token.slice(1)}`, `Bearer ${token}x`, basic('a', 'b')];
    for (const bad of [...wrong, 'Basic !!!', `Digest ${token}`, `Bearer ${'x'.repeat(9_000)}`, token])
      expect(await as(bad), String(bad)).toBe(401);
    const refused = await send(url, 'GET', '/v1');
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer .*Basic /);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(refused.json).toMatchObject({ status: 401, title: 'Unauthorized', type: 'about:blank' });
    expect(refused.text).not.toContain(token);
  });

  it('nobody who names another host, as a rebound name does', async () => {
    const { api, port } = await openApi();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect((await api('GET', '/v1', { headers: { host } })).status, host).toBe(200);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`,
    ])
      expect((await api('GET', '/v1', { headers: { host } })).status, host).toBe(403);
  });

  it('no page of another site, whatever it has; and no answer allows one to read', async () => {
    const { api, port } = await openApi();
    const status = async (headers: Record<string, string>) => (await api('GET', '/v1', { headers })).status;
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ origin: `http://127.0.0.1:${port + 1}` })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const preflight = await api('OPTIONS', '/v1/events', { headers: { origin: 'https://evil.example' } });
    expect(preflight.status).toBe(403);
    const { headers } = await api('GET', '/v1');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('what is asked in an odd way', () => {
  it('HEAD is GET without a body, OPTIONS tells the methods, another method is 405 with Allow', async () => {
    const { api } = await openApi();
    const whole = await api('GET', '/v1/policies');
    const head = await api('HEAD', '/v1/policies');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect((await api('HEAD', '/v1/feed')).headers['content-type']).toContain('text/event-stream');
    expect((await api('OPTIONS', '/v1/events')).headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await api('OPTIONS', '/v1/nothing')).status).toBe(404);
    const refused = await api('DELETE', '/v1/events');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('an encoded slash is part of an id and leads nowhere else', async () => {
    const { api } = await openApi();
    for (const path of ['/v1/endpoints/a%2Fenable', '/v1/events/..%2Fclock', '/v1/captures/%2e%2e%2f', '/v1/runs%2F'])
      expect((await api('GET', path)).status, path).toSatisfy((status: number) => status === 404 || status === 400);
    expect((await api('GET', '/v1/events/%ff')).json).toMatchObject({ status: 400 });
    expect((await api('GET', '/v1/')).status).toBe(404);
    expect((await api('GET', '/v1/events/')).status).toBe(400);
    expect((await api('GET', '/v1//events')).status).toBe(404);
  });

  it('a cursor that is none, a limit out of range and a parameter that there is not are told by their field', async () => {
    const { api } = await openApi();
    const field = async (path: string) => {
      const { status, json } = await api('GET', path);
      return [status, (json as { field?: string }).field];
    };
    expect(await field('/v1/events?cursor=garbage')).toEqual([400, 'cursor']);
    expect(await field(`/v1/deliveries?cursor=${'x'.repeat(500)}`)).toEqual([400, 'cursor']);
    expect(await field('/v1/captures?cursor=ZXZlbnQ6MQ')).toEqual([400, 'cursor']);
    for (const limit of ['0', '501', '1.5', 'all', '-1', ''])
      expect(await field(`/v1/events?limit=${limit}`), limit).toEqual([400, 'limit']);
    expect(await field('/v1/events?limit=1&limit=2')).toEqual([400, 'limit']);
    expect(await field('/v1/events?before=1')).toEqual([400, 'before']);
    expect(await field('/v1/deliveries?filter=status:9xx')).toEqual([400, 'filter']);
  });

  it('a body is JSON, of the right type, and within 1 MiB for an event', async () => {
    const bench = await openApi();
    const { api } = bench;
    const endpoint = await anEndpoint(bench, 'kestrel');
    const asJson = { 'content-type': 'application/json' };
    expect((await api('POST', '/v1/endpoints', { headers: asJson, raw: '{' })).json).toMatchObject({
      status: 400,
      field: 'body',
    });
    expect((await api('POST', '/v1/endpoints', { headers: asJson, raw: '[]' })).status).toBe(400);
    expect((await api('POST', '/v1/endpoints', { headers: asJson, raw: Uint8Array.of(0x22, 0xff, 0x22) })).status).toBe(
      400,
    );
    expect((await api('POST', '/v1/endpoints', { headers: { 'content-type': 'text/plain' }, raw: '{}' })).status).toBe(
      415,
    );
    expect((await api('POST', '/v1/endpoints')).json).toMatchObject({ status: 400, field: 'body' });
    expect((await api('GET', '/v1/clock', { headers: asJson, raw: '{}' })).status).toBe(400);
    const path = `/v1/events?type=big&endpoint=${endpoint}`;
    expect((await api('POST', path, { raw: Buffer.alloc(1_048_576) })).status).toBe(201);
    expect((await api('POST', path, { raw: Buffer.alloc(1_048_577) })).status).toBe(413);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await api('POST', path, { headers: chunked, raw: Buffer.alloc(1_048_577) })).status).toBe(413);
  });

  it.each(['content-length: 20000000', 'transfer-encoding: chunked'])(
    'who sends a large body whole before reading is told that it is too large, and not cut off: %s',
    async (framing) => {
      const bench = await openApi();
      const path = `/v1/events?type=big&endpoint=${await anEndpoint(bench, 'kestrel')}`;
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${bench.port}\r\nAuthorization: Bearer ${bench.token}\r\n${framing}\r\n\r\n`;
      const bytes = Buffer.alloc(20_000_000, 'x');
      const body = framing.startsWith('content')
        ? [bytes]
        : [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n'];
      const answer = await readAfterWriting(bench.port, [head, ...body]);
      expect(statusOf(answer)).toBe(413);
      expect(answer).toContain('The body has more than 1,048,576 bytes.');
    },
  );
});

describe('what a client may keep busy', () => {
  it('headers over 16 KiB are refused, and what is no HTTP ends only its own connection', async () => {
    const { port, api } = await openApi();
    const huge = `GET /v1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(statusOf(await rawExchange(port, [huge]))).toBe(431);
    expect(statusOf(await rawExchange(port, ['NONSENSE\r\n\r\n']))).toBe(400);
    expect((await api('GET', '/v1')).status).toBe(200);
  });

  it('a request that dribbles in is cut off', async () => {
    const api = makeApi({
      served: { handle: () => Promise.resolve(null), subscribe: () => () => {}, onError: () => {} },
      views: { logEnd: none, stepsAfter: none, capturesAfter: none, deliveries: none },
      system: systemClock,
      token: () => 'token',
      instance: 'test',
    });
    // The same bounds, a hundred times as tight.
    const scaled = Object.fromEntries(
      Object.entries(SERVER_LIMITS).map(([name, value]) => [
        name,
        name === 'maxHeaderSize' ? value : Number(value) / 100,
      ]),
    );
    const server = createServer(scaled, (request, response) => void api.answer(request, response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const port = portOf(server);
    const head = `POST /v1/runs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer token\r\nContent-Length: 9\r\n\r\n{`;
    for (const begun of ['GET /v1 HT', head]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(begun));
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1');
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    }
  });
});

const none = () => Promise.reject(new Error('nothing is asked of it'));

/** Sends everything, and reads nothing before. @throws when the other side ends the connection meanwhile */
function readAfterWriting(port: number, parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1').once('error', reject).pause();
    parts.forEach((part, index) => {
      socket.write(part, (error) => {
        if (error == null && index === parts.length - 1)
          socket.once('data', (answer) => resolve(String(answer))).resume();
      });
    });
    onTestFinished(() => void socket.destroy());
  });
}
