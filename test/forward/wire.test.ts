import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { betweenSockets, rawTarget } from './between';

// Law 5 between a raw socket that sends and a raw socket that receives: what comes in goes out.

const ODD_BODY = Buffer.from([0x7b, 0x00, 0xff, 0xc3, 0x28, 0x0d, 0x0a, 0x80, 0x7d]);

async function forwarding(more: object = {}, to = '/app') {
  const between = await betweenSockets();
  const target = await rawTarget();
  const endpointId = await between.endpoint(`http://127.0.0.1:${target.port}${to}`);
  const routeId = await between.forwards('/hooks', endpointId, more);
  return { ...between, target, endpointId, routeId };
}

it('order, case, repetition and odd bytes of the fields, and a body with NUL and invalid UTF-8, arrive as they came', async () => {
  const { client, target, routeId } = await forwarding();
  const fields = [
    'X-Second: b',
    'x-FIRST: a',
    'X-Second: \u00e9\u00ff\u0080',
    'User-Agent: Some Provider/1.0',
    'cOOKIE: a=1;  b=2',
    'Content-Type: application/octet-stream',
    'webhook-id: msg_1',
    'webhook-signature: v1,abc=',
    'Authorization: Bearer of-the-sender',
    'X-Empty:',
  ];
  const sent = client().write(
    `PUT /hooks/a%2Fb//c?x=1&x=2&y=%zz HTTP/1.1\r\nX-Before: 1\r\nhost: example.test\r\n${fields.join('\r\n')}\r\nCONTENT-length: ${ODD_BODY.length}\r\n\r\n`,
    ODD_BODY,
  );
  expect(await sent.until('\r\n\r\n')).toContain('HTTP/1.1 202 Accepted\r\n');
  const came = await target.request();
  expect(came.line).toBe('PUT /app/a%2Fb//c?x=1&x=2&y=%zz HTTP/1.1');
  expect(came.fields.map((field) => field.replace(/: *$/, ':'))).toEqual([
    'X-Before: 1',
    `host: 127.0.0.1:${target.port}`,
    ...fields,
    `CONTENT-length: ${ODD_BODY.length}`,
    `Retryscope-Hop: ${routeId}`,
  ]);
  expect(came.body.equals(ODD_BODY)).toBe(true);
});

it('a chunked request with trailers arrives whole, framed by its length; the trailers are kept with the capture', async () => {
  const { client, target, routeId, captured } = await forwarding();
  client().write(
    'POST /hooks HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nX-B: 2\r\n\r\n',
    '5\r\nab\u0000cd\r\n3;ext=1\r\nefg\r\n0\r\nX-Sum: 8\r\n\r\n',
  );
  const came = await target.request();
  expect(came.fields).toEqual([
    `Host: 127.0.0.1:${target.port}`,
    'X-A: 1',
    'Content-Length: 8',
    'X-B: 2',
    `Retryscope-Hop: ${routeId}`,
  ]);
  expect(came.body.toString('latin1')).toBe('ab\u0000cdefg');
  expect((await captured('/hooks')).trailers).toEqual([['X-Sum', '8']]);
});

it('Expect: 100-continue is answered here, and is not asked of the target', async () => {
  const { client, target } = await forwarding();
  const sender = client().write('POST /hooks HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
  await sender.until('HTTP/1.1 100 Continue\r\n\r\n');
  sender.write('abc');
  const came = await target.request();
  expect(came.fields.filter((field) => /^expect/i.test(field))).toEqual([]);
  expect(came.body.toString()).toBe('abc');
});

it.each([
  ['GET without a body', 'GET', '', [], ''],
  ['GET with a body', 'GET', 'Content-Length: 4\r\n', ['Content-Length: 4'], 'body'],
  ['HEAD without a body', 'HEAD', '', [], ''],
  ['DELETE without a length', 'DELETE', '', [], ''],
  ['POST with an empty body', 'POST', 'Content-Length: 0\r\n', ['Content-Length: 0'], ''],
  ['a method that few know', 'REPORT', 'Content-Length: 4\r\n', ['Content-Length: 4'], 'body'],
])('%s: is no more and no less when it arrives', async (_what, method, length, lengths, body) => {
  const { client, target, routeId, delivery, call } = await forwarding();
  client().write(`${method} /hooks HTTP/1.1\r\nHost: a\r\n${length}\r\n${body}`);
  const came = await target.request();
  expect(came.line).toBe(`${method} /app HTTP/1.1`);
  expect(came.fields).toEqual([`Host: 127.0.0.1:${target.port}`, ...lengths, `Retryscope-Hop: ${routeId}`]);
  expect(came.body.toString()).toBe(body);
  const { id } = await delivery('delivered');
  const attempt = await call('attempt.get', { deliveryId: id, n: 1 });
  expect(attempt.request.method).toBe(method);
});

it('5 MB arrive byte for byte, and are recorded before they leave', async () => {
  const { client, target, delivery, call } = await forwarding();
  const body = Buffer.alloc(5_000_000, (Math.PI * 1e15).toString(36));
  for (let i = 0; i < body.length; i += 997) body[i] = i % 256;
  client().write(`POST /hooks HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`, body);
  const came = await target.request();
  expect(createHash('sha256').update(came.body).digest('hex')).toBe(createHash('sha256').update(body).digest('hex'));
  const { id } = await delivery('delivered');
  expect((await call('attempt.get', { deliveryId: id, n: 1 })).request.bodyBytes).toBe(5_000_000);
});

it('what is for one connection stays behind, with what Connection names (RFC 9110 7.6.1)', async () => {
  const { client, target, routeId } = await forwarding();
  const behind = [
    'Connection: keep-alive, X-Named',
    'X-NAMED: of this hop',
    'connection: X-Other',
    'x-other: too',
    'Keep-Alive: timeout=5',
    'Proxy-Connection: keep-alive',
    'TE: trailers',
    'Trailer: X-T',
    'Upgrade: websocket',
    'Proxy-Authorization: Basic eDp5',
    'Proxy-Authenticate: Basic',
  ];
  client().write(
    `POST /hooks HTTP/1.1\r\nHost: a\r\n${behind.join('\r\n')}\r\nX-Kept: 1\r\nContent-Length: 1\r\n\r\nx`,
  );
  expect((await target.request()).fields).toEqual([
    `Host: 127.0.0.1:${target.port}`,
    'X-Kept: 1',
    'Content-Length: 1',
    `Retryscope-Hop: ${routeId}`,
  ]);
});

it('neither Host nor the length nor a hop can be taken away by a Connection field', async () => {
  const { client, target, routeId } = await forwarding();
  client().write(
    'POST /hooks HTTP/1.1\r\nHost: a\r\nConnection: host, content-length, retryscope-hop\r\nRetryscope-Hop: rt_other\r\nContent-Length: 1\r\n\r\nx',
  );
  expect((await target.request()).fields).toEqual([
    `Host: 127.0.0.1:${target.port}`,
    'Retryscope-Hop: rt_other',
    'Content-Length: 1',
    `Retryscope-Hop: ${routeId}`,
  ]);
});

it('two forwarders that point at each other: each forwards once, then 508, captured with the reason', async () => {
  const between = await betweenSockets();
  const { client, url, endpoint, forwards, call, until } = between;
  const toB = await endpoint(`${url}/b`);
  const a = await forwards('/a', toB);
  const b = await forwards('/b', await endpoint(`${url}/a`, { name: 'Back' }));
  await call('endpoint.update', { id: toB, url: `${url}/b` });
  client().write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi');
  const looped = await until('capture.list', {}, ({ rows }) => rows.find(({ verdict }) => verdict.status === 508));
  expect(looped.target).toBe('/a');
  expect(looped.verdict).toEqual({
    kind: 'refused',
    status: 508,
    why: 'Rejected: it came through this route before, so it would go round for ever.',
  });
  const { headers } = await call('capture.get', { id: looped.id });
  expect(headers.filter(([name]) => name === 'Retryscope-Hop')).toEqual([
    ['Retryscope-Hop', a],
    ['Retryscope-Hop', b],
  ]);
  // One delivery for each of the two routes; the answer 508 is the second one’s outcome.
  const { rows } = await call('delivery.list', {});
  expect(rows).toHaveLength(2);
});

it('a request that came through eight routes is refused with 508; through seven it goes on', async () => {
  const { client, target, captured } = await forwarding();
  const through = (hops: number): string =>
    Array.from({ length: hops }, (_, i) => `retryscope-hop: rt_${i}\r\n`).join('');
  client().write(`POST /hooks/7 HTTP/1.1\r\nHost: a\r\n${through(7)}Content-Length: 0\r\n\r\n`);
  expect((await target.request()).line).toBe('POST /app/7 HTTP/1.1');
  const refused = await client()
    .write(`POST /hooks/8 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${through(8)}Content-Length: 0\r\n\r\n`)
    .end();
  expect(refused.text).toMatch(/^HTTP\/1\.1 508 Loop Detected\r\n/);
  expect((await captured('/hooks/8')).verdict).toMatchObject({ kind: 'refused', status: 508 });
  expect(target.requests).toHaveLength(1);
});
