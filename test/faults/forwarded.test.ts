import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSigner } from '../../src/main/sender/signer';
import { headerValue } from '../../src/shared/model/header';
import { betweenSockets, rawTarget, type WireRequest } from '../forward/between';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** What printing it anew would change: white space, digits, a repeated name, an escape. */
const TYPED = '{\n   "a": 1.00, "n": 4634343214213523454,\t"a": "\\u00e9" }\r\n';

const fieldsOf = ({ fields }: WireRequest): [string, string][] =>
  fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]);

async function receivedSigned() {
  const between = await betweenSockets();
  const target = await rawTarget();
  const body = Buffer.from(TYPED);
  const signature = makeSigner().sign(SECRET, 'msg_1', 1_767_225_600, body);
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nwebhook-id: msg_1\r\nwebhook-timestamp: 1767225600\r\nwebhook-signature: ${signature}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const endpointId = await between.endpoint(target.url, { policyId: 'kestrel' });
  /** Whether the signature that came along fits the bytes that came along. */
  const fits = (came: WireRequest): boolean => {
    const fields = fieldsOf(came);
    const id = headerValue(fields, 'webhook-id') ?? '';
    const signed = makeSigner().sign(SECRET, id, Number(headerValue(fields, 'webhook-timestamp')), came.body);
    return fields.filter(([name, value]) => name === 'webhook-signature' && value === signed).length === 1;
  };
  return { ...between, target, body, head, endpointId, fits };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('probot/smee.io#78: a capture that is sent on as it came has its bytes, and the signature that came with it fits', async () => {
  const { client, target, body, head, endpointId, fits, captured, call } = await receivedSigned();
  client().write(head('/in'), body);
  const { id } = await captured('/in');
  await call('capture.sendOn', { id, to: { kind: 'endpoint', id: endpointId }, tail: '', as: { kind: 'exact' } });
  const came = await target.request();
  expect(sha256(came.body)).toBe(sha256(body));
  expect(fits(came)).toBe(true);
});

it('probot/smee.io#78: a forwarder passes on the bytes and the signature, though its endpoint’s policy has an envelope', async () => {
  const { client, target, body, head, endpointId, fits, forwards } = await receivedSigned();
  await forwards('/hooks', endpointId);
  client().write(head('/hooks'), body);
  const came = await target.request();
  expect(sha256(came.body)).toBe(sha256(body));
  expect(fits(came)).toBe(true);
});

it('mockoon/mockoon#318: a field that stands several times goes on as often, in its order and case, sent on and forwarded', async () => {
  const { client, url, forwards, endpointId, target, captured, call } = await receivedSigned();
  const fields = [
    'Cookie: a=1',
    'X-Forwarded-For: 10.0.0.1',
    'cookie: b=2',
    'x-forwarded-for: 10.0.0.2',
    'COOKIE: c=3',
  ];
  const head = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields.join('\r\n')}\r\n\r\n`;
  await forwards('/hooks', endpointId);
  client().write(head('/hooks'));
  expect((await target.request(1)).fields.slice(1, -1)).toEqual(fields);
  client().write(head('/in'));
  const { id } = await captured('/in');
  await call('capture.sendOn', { id, to: { kind: 'url', url: `${target.url}/x` }, tail: '', as: { kind: 'exact' } });
  expect((await target.request(2)).fields.slice(1)).toEqual(fields);
  expect(url).toContain('127.0.0.1');
});

it('probot/smee-client#319: no text of a body goes into a header, whatever is in it, and no event is lost', async () => {
  const { client, target, endpointId, forwards } = await receivedSigned();
  await forwards('/hooks', endpointId);
  const body = Buffer.from('{"name":"Ünïcödé 📚 \u2028"}');
  client().write(`POST /hooks HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`, body);
  const came = await target.request();
  expect(came.body.equals(body)).toBe(true);
  expect(came.fields.map((field) => field.replace(/:.*/, ''))).toEqual(['Host', 'Content-Length', 'Retryscope-Hop']);
});
