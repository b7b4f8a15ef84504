import { expect, it } from 'vitest';
import type { CommandArgs } from '../../src/shared/contract/commands';
import { betweenSockets, rawTarget } from './between';

const ODD = Buffer.from([0x00, 0xff, 0x22, 0xc3, 0x28]);
const FIELDS = [
  'X-B: 2',
  'x-a: \u00e9',
  'X-B: 1',
  'Webhook-Id: msg_1',
  'webhook-signature: v1,abc=',
  'Connection: X-Hop',
  'X-Hop: 1',
];
const KEPT = FIELDS.filter((field) => !/^(connection|x-hop)/i.test(field));

async function withCapture(target = '/in/a?b=1') {
  const between = await betweenSockets();
  const peer = await rawTarget();
  between
    .client()
    .write(
      `PATCH ${target} HTTP/1.1\r\nHost: a\r\n${FIELDS.join('\r\n')}\r\nContent-Length: ${ODD.length}\r\n\r\n`,
      ODD,
    );
  const capture = await between.captured('/in');
  const sendOn = (input: Omit<CommandArgs<'capture.sendOn'>, 'id'>) =>
    between.call('capture.sendOn', { id: capture.id, ...input });
  return { ...between, peer, capture, sendOn };
}

it('byte-exact to an endpoint: method, end-to-end fields and bytes as they came, under the endpoint’s policy', async () => {
  const { peer, capture, sendOn, endpoint, call, delivery } = await withCapture();
  const id = await endpoint(`${peer.url}/app?k=1`, { policyId: 'kestrel' });
  const sent = await sendOn({ to: { kind: 'endpoint', id }, tail: '/a?b=1', as: { kind: 'exact' } });
  const came = await peer.request();
  expect(came.line).toBe('PATCH /app/a?k=1&b=1 HTTP/1.1');
  expect(came.fields).toEqual([`Host: 127.0.0.1:${peer.port}`, ...KEPT, `Content-Length: ${ODD.length}`]);
  expect(came.body.equals(ODD)).toBe(true);
  // Law 1, and the links: delivery to capture, capture to what was sent on.
  const done = await delivery('delivered');
  expect(done).toMatchObject({ id: sent.deliveryId, endpointId: id, eventType: 'PATCH /in/a' });
  const { event } = await call('delivery.get', { id: done.id });
  expect(event.captureId).toBe(capture.id);
  expect((await call('capture.get', { id: capture.id })).sentOn).toMatchObject([{ id: done.id, state: 'delivered' }]);
});

it('edited to an endpoint: the length is made anew, the endpoint signs anew, and its fields are not doubled', async () => {
  const { peer, sendOn, endpoint } = await withCapture();
  const id = await endpoint(peer.url, { policyId: 'fianto' });
  await sendOn({
    to: { kind: 'endpoint', id },
    tail: '',
    as: {
      kind: 'edited',
      method: 'POST',
      headers: [
        ['Transfer-Encoding', 'chunked'],
        ['X-New', 'yes'],
        ['webhook-id', 'msg_1'],
        ['Content-Length', '999'],
      ],
      body: Buffer.from('{"new":true}').toString('base64'),
    },
  });
  const { line, fields, body } = await peer.request();
  expect(line).toBe('POST / HTTP/1.1');
  expect(fields.slice(0, 3)).toEqual([`Host: 127.0.0.1:${peer.port}`, 'Content-Length: 12', 'X-New: yes']);
  expect(fields.filter((field) => /^webhook-id:/i.test(field))).toHaveLength(1);
  expect(fields.filter((field) => /^webhook-signature: v1,/.test(field))).toHaveLength(1);
  expect(body.toString()).toBe('{"new":true}');
});

it('edited, a body that was left alone stays byte for byte', async () => {
  const { peer, sendOn } = await withCapture();
  await sendOn({
    to: { kind: 'url', url: `${peer.url}/x` },
    tail: '',
    as: { kind: 'edited', method: 'PATCH', headers: [['X-Only', '1']], body: null },
  });
  const { fields, body } = await peer.request();
  expect(fields).toEqual([`Host: 127.0.0.1:${peer.port}`, 'X-Only: 1', `Content-Length: ${ODD.length}`]);
  expect(body.equals(ODD)).toBe(true);
});

it('to a plain URL: one request, no retry, nothing added, and the next one finds the same endpoint', async () => {
  const between = await withCapture();
  const { sendOn, call, delivery, deliveries } = between;
  const failing = await rawTarget(0, 'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n');
  const to = { kind: 'url', url: `${failing.url}/x` } as const;
  const first = await sendOn({ to, tail: '/a?b=1', as: { kind: 'exact' } });
  expect((await failing.request()).line).toBe('PATCH /x/a?b=1 HTTP/1.1');
  expect(await delivery('failed')).toMatchObject({ id: first.deliveryId, attempts: 1, dueAt: null });
  const second = await sendOn({ to, tail: '', as: { kind: 'exact' } });
  await failing.request(2);
  expect(second.endpointId).toBe(first.endpointId);
  const { endpoints } = await call('snapshot', {});
  expect(endpoints.map(({ name, policy }) => [name, policy.name])).toEqual([
    [`Sent on to 127.0.0.1:${failing.port}/x`, 'Once'],
  ]);
  expect(await deliveries()).toHaveLength(2);
});

it('a body that was only partly kept refuses byte-exact and says so; edited, what was kept goes out', async () => {
  const { client, captured, call, url } = await betweenSockets();
  const peer = await rawTarget();
  expect(url).toContain('127.0.0.1');
  const body = Buffer.alloc(10_485_761, 'x');
  client().write(`POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`, body);
  const { id } = await captured('/in');
  const to = { kind: 'url', url: peer.url } as const;
  await expect(call('capture.sendOn', { id, to, tail: '', as: { kind: 'exact' } })).rejects.toThrow(
    'Only the first 10,485,760 of its 10,485,761 bytes were kept, so it cannot go out as it came.',
  );
  await call('capture.sendOn', {
    id,
    to,
    tail: '',
    as: { kind: 'edited', method: 'POST', headers: [], body: null },
  });
  expect((await peer.request()).fields).toContain('Content-Length: 10485760');
});

it.each([
  ['CONNECT', 'CONNECT asks for a tunnel and is not sent on.'],
  ['A B', 'A method is one word, such as POST.'],
])('an edited request with the method %s is refused', async (method, says) => {
  const { sendOn, peer } = await withCapture();
  const to = { kind: 'url', url: peer.url } as const;
  const edited = sendOn({ to, tail: '', as: { kind: 'edited', method, headers: [], body: null } });
  await expect(edited).rejects.toThrow(says);
});

it('what was no whole request cannot be sent on byte-exact', async () => {
  const { client, until, call } = await betweenSockets();
  await client().write('GET /in HTTP/1.1\r\nBad Name: 1\r\n\r\n').end();
  const { id } = await until('capture.list', {}, ({ rows }) => rows[0]);
  const input = { id, to: { kind: 'url', url: 'http://127.0.0.1:9/' }, tail: '', as: { kind: 'exact' } } as const;
  await expect(call('capture.sendOn', input)).rejects.toThrow(/not a whole HTTP request|may not have come in whole/);
});
