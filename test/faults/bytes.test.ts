import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSigner } from '../../src/main/sender/signer';
import { commandInputs } from '../../src/shared/contract/commands';
import { endpointRequest } from '../../src/shared/contract/fields';
import { script } from '../../src/shared/contract/script';
import { reply } from '../receiver/memory-captures';
import { type Bench, setUpReceiver } from '../receiver/receiver-bench';
import { EngineBench } from '../support/engine-bench';

let bench: Bench;
beforeEach(async () => {
  bench = await setUpReceiver();
  bench.store.addRoute('/hooks', [reply(200)]);
});
afterEach(() => bench.close());

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PRETTY = '{\n   "a": 2\n}';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('probot/smee.io#78: what is stored is what came, and the signature that came with it fits', async () => {
  const signer = makeSigner();
  const bytes = Buffer.from(PRETTY);
  const signature = signer.sign(SECRET, 'msg_1', 1_767_225_600, bytes);
  const github = `sha256=${createHmac('sha256', 'key').update(bytes).digest('hex')}`;
  await bench.say(
    `POST /hooks HTTP/1.1\r\nHost: x\r\nwebhook-id: msg_1\r\nwebhook-timestamp: 1767225600\r\nwebhook-signature: ${signature}\r\nX-Hub-Signature-256: ${github}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n${PRETTY}`,
  );
  const { body, headers } = bench.store.only();
  const sent = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  expect(sha256(body)).toBe(sha256(bytes));
  expect(signer.sign(SECRET, 'msg_1', 1_767_225_600, body)).toBe(sent.get('webhook-signature'));
  expect(`sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`).toBe(sent.get('x-hub-signature-256'));
  // The fault: parsed and printed anew it is another body.
  const again = Buffer.from(JSON.stringify(JSON.parse(PRETTY)));
  expect(signer.sign(SECRET, 'msg_1', 1_767_225_600, again)).not.toBe(sent.get('webhook-signature'));
});

it('probot/smee.io#78: a resend, a redelivery and a replay carry the bytes that were given, signed as they are', async () => {
  const engines = await EngineBench.open();
  const again = { alphorn: 'resend', fianto: 'redeliver', kestrel: 'replay' } as const;
  for (const [policy, form] of Object.entries(again)) {
    const endpoint = engines.endpoint(policy);
    engines.engine.updateEndpoint({ id: endpoint.id, secret: SECRET, secretOverlapMs: 0 });
    const { deliveryIds } = engines.engine.sendEvents({
      endpointIds: [endpoint.id],
      type: 'x',
      contentType: 'application/json',
      body: Buffer.from(PRETTY).toString('base64'),
      count: 1,
      everyMs: 0,
    });
    await engines.advance(1_000);
    engines.engine.sendAgain(form, deliveryIds);
    await engines.advance(1_000);
    const [first, second] = engines.sender.sent.splice(0);
    if (first === undefined || second === undefined) throw new Error(`${policy} sends twice`);
    const text = Buffer.from(second.body).toString();
    expect(sha256(second.body), policy).toBe(sha256(first.body));
    expect(policy === 'kestrel' ? text.endsWith(`"data":${PRETTY}}`) : text === PRETTY, policy).toBe(true);
    const value = (name: string): string => second.headers.find(([one]) => one === name)?.[1] ?? '';
    expect(value('webhook-signature')).toBe(
      engines.signer.sign(SECRET, value('webhook-id'), Number(value('webhook-timestamp')), second.body),
    );
  }
});

it.each([
  ['of another length', 'v1,abc'],
  ['empty', ''],
  ['of 10 kB', `v1,${'A'.repeat(10_240)}`],
  ['with a character of several bytes', 'v1,\u00c3\u00bc\u00e2\u0082\u00ac'],
  ['that is no base64', 'v1,!!!! not base64 !!!!'],
])('JhaSourav07/commitpulse#6543: a request with a signature %s is stored and answered', async (_what, value) => {
  const { text } = await bench.say(
    `POST /hooks HTTP/1.1\r\nHost: x\r\nwebhook-id: msg_1\r\nwebhook-timestamp: 1767225600\r\nwebhook-signature: ${value}\r\nX-Hub-Signature-256: ${value}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(bench.store.only().headers).toEqual(
    expect.arrayContaining([
      ['webhook-signature', value],
      ['X-Hub-Signature-256', value],
    ]),
  );
});

it('probot/smee-client#319: neither a name nor a type with signs beyond Latin-1 comes near a header', async () => {
  const engines = await EngineBench.open();
  const endpoint = engines.endpoint('fianto', 'Prüfung ™ 😀');
  engines.engine.sendEvents({
    endpointIds: [endpoint.id],
    type: 'order.paid 😀™',
    contentType: 'application/json',
    body: '',
    count: 1,
    everyMs: 0,
  });
  await engines.advance(0);
  const [request] = engines.sender.sent;
  expect(request?.headers.length).toBeGreaterThan(0);
  for (const [, value] of request?.headers ?? []) expect(value).toMatch(/^[\t\x20-\x7e]*$/);
});

it('probot/smee-client#319: what no header can carry is refused where it is typed, with the place of the sign', () => {
  const refusedAt = 'Character 9 of the value cannot go into a header.';
  const headers = [['X-Name', 'Prüfung ™ 😀']];
  const said = (read: { error?: { issues: readonly { message: string }[] } | undefined }): string | undefined =>
    read.error?.issues[0]?.message;
  expect(said(endpointRequest.safeParse({ headers }))).toBe(refusedAt);
  expect(said(script.safeParse({ steps: [{ reply: 200, headers }] }))).toBe(refusedAt);
  const send = { endpointIds: ['ep_01JP5V7R3ZK8T2WQ9KQ4ABCDEF'], type: 'x', body: '' };
  expect(said(commandInputs['event.send'].safeParse({ ...send, contentType: 'text/™' }))).toContain('ASCII');
  expect(said(endpointRequest.safeParse({ auth: { kind: 'bearer', token: 'a™' } }))).toContain('ASCII');
});
