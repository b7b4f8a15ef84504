import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RECEIVER_PORT } from '../../src/main/receiver/bounds';
import type { CaptureDetail } from '../../src/shared/contract/views';
import { rawExchange } from '../support/servers/raw-exchange';
import { openApp } from './open-app';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const BODY = '{\n   "a": 2\n}';

const nowS = (): number => Math.floor(Date.now() / 1_000);
const signed = (content: string, key: string | Uint8Array = KEY): string =>
  `v1,${createHmac('sha256', key).update(content).digest('base64')}`;

/** The app with a route and an endpoint that points at it; `post` sends bytes and answers with their capture. */
async function setUp() {
  const { call } = await openApp();
  const { receiver } = await call('snapshot', {});
  const port = receiver.kind === 'listening' ? receiver.port : DEFAULT_RECEIVER_PORT;
  const route = await call('route.create', { path: '/signed', script: { steps: [{ reply: 200 }] } });
  const endpoint = await call('endpoint.create', {
    name: 'Orders',
    url: route.url,
    policyId: 'kestrel',
    secret: SECRET,
  });
  const post = async (headers: readonly string[], body: string, path = '/signed'): Promise<CaptureDetail> => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    await rawExchange(port, [[...head, ...headers].join('\r\n'), '\r\n\r\n', Buffer.from(body)]);
    const { rows } = await call('capture.list', { limit: 1 });
    return call('capture.get', { id: rows[0]?.id ?? '' });
  };
  const standard = (id: string, timestamp: string, signature: string, body = BODY) =>
    post([`webhook-id: ${id}`, `webhook-timestamp: ${timestamp}`, `webhook-signature: ${signature}`], body);
  return { call, route, endpoint, post, standard };
}

describe('a captured request', () => {
  it('is checked under the secret of the endpoint that points at its route', async () => {
    const { standard, post } = await setUp();
    const at = String(nowS());
    expect((await standard('m1', at, signed(`m1.${at}.${BODY}`))).signature?.kind).toBe('valid');
    expect((await standard('m2', at, signed(`m1.${at}.${BODY}`))).signature).toEqual({
      kind: 'invalid',
      fault: 'no-match',
      why: 'webhook-signature is not the signature of what arrived under the secret of “Orders”.',
    });
    const old = String(nowS() - 4_000);
    expect((await standard('m1', old, signed(`m1.${old}.${BODY}`))).signature).toMatchObject({ fault: 'too-old' });
    expect((await standard('m1', at, 'v1,abc')).signature).toMatchObject({ fault: 'wrong-length' });
    expect((await standard('m1', at, '')).signature).toMatchObject({ fault: 'missing' });
    expect((await standard('m1', at, 'x'.repeat(10_240))).signature).toMatchObject({ fault: 'malformed' });
    expect((await standard('m1', at, 'v1,ü€')).signature).toMatchObject({ fault: 'malformed' });
    expect((await post([], BODY)).signature).toMatchObject({ fault: 'missing' });
  });

  it('may bear a former secret’s signature while both sign, and the lab knows it later too', async () => {
    const { call, endpoint, standard } = await setUp();
    const secret = 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno';
    await call('endpoint.update', { id: endpoint.id, secret, secretOverlapMs: 3_600_000 });
    const at = String(nowS());
    const capture = await standard('m1', at, signed(`m1.${at}.${BODY}`));
    expect(capture.signature).toMatchObject({
      kind: 'valid',
      why: expect.stringMatching(/^It is the signature under the former secret of “Orders”/),
    });
    const report = await call('signature.check', {
      request: {
        kind: 'pasted',
        head: capture.headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: BODY,
      },
      scheme: { kind: 'built-in', id: 'standard-webhooks' },
      secret: { kind: 'endpoint', id: endpoint.id },
    });
    expect(report.explained?.says).toBe('The received value was made with the former secret of “Orders”.');
  });

  it('of a route without an endpoint is not checked, nor is one that no route takes', async () => {
    const { call, post } = await setUp();
    await call('route.create', { path: '/open', script: { steps: [{ reply: 200 }] } });
    expect((await post([], BODY, '/open')).signature).toBeNull();
    expect((await post([], BODY, '/nowhere')).signature).toBeNull();
  });

  it('is checked as its route says, from the next one on', async () => {
    const { call, route, post } = await setUp();
    const scheme = { kind: 'built-in', id: 'github' } as const;
    await expect(call('route.checkWith', { id: route.id, check: { kind: 'own', scheme } })).rejects.toThrow(
      'Enter the secret to check with.',
    );
    const view = await call('route.checkWith', { id: route.id, check: { kind: 'own', scheme, secret: 'hush' } });
    expect(view.check).toEqual({ kind: 'own', scheme });
    const mine = `X-Hub-Signature-256: sha256=${createHmac('sha256', 'hush').update(BODY).digest('hex')}`;
    expect((await post([mine], BODY)).signature).toEqual({
      kind: 'valid',
      why: 'It is the signature under the route’s own secret.',
    });
    // Another scheme, the secret kept.
    const shopify = { kind: 'built-in', id: 'shopify' } as const;
    await call('route.checkWith', { id: route.id, check: { kind: 'own', scheme: shopify } });
    const theirs = `X-Shopify-Hmac-Sha256: ${createHmac('sha256', 'hush').update(BODY).digest('base64')}`;
    expect((await post([theirs], BODY)).signature?.kind).toBe('valid');
    await call('route.checkWith', { id: route.id, check: { kind: 'off' } });
    expect((await post([mine], BODY)).signature).toBeNull();
  });

  it('leads to the first with its id', async () => {
    const { standard } = await setUp();
    const first = await standard('again', '1', 'v1,abc');
    const second = await standard('again', '2', 'v1,abc');
    expect([first.seen, second.seen]).toEqual([1, 2]);
    expect(second.firstId).toBe(first.id);
  });
});

describe('the lab', () => {
  const standardScheme = { kind: 'built-in', id: 'standard-webhooks' } as const;

  it('probot/smee.io#78: names what a relay did that printed the JSON anew, for a capture', async () => {
    const { call, endpoint, standard } = await setUp();
    const at = String(nowS());
    const capture = await standard('m1', at, signed(`m1.${at}.{"a":2}`));
    const report = await call('signature.check', {
      request: { kind: 'capture', id: capture.id },
      scheme: standardScheme,
      secret: { kind: 'endpoint', id: endpoint.id },
    });
    expect(report.verdict).toMatchObject({ kind: 'invalid', fault: 'no-match' });
    expect(report.explained).toEqual({
      value: 'received',
      known: true,
      says: 'The received value was made over the body’s JSON parsed and printed again, compact, as JSON.stringify prints it.',
    });
    expect(report.expected).toBe(signed(`m1.${at}.${BODY}`));
    expect(Buffer.from(report.base, 'base64').toString()).toBe(`m1.${at}.${BODY}`);
    expect(JSON.stringify(report)).not.toContain(SECRET.slice(6));
  });

  it('knows the secrets of other endpoints by name', async () => {
    const { call, endpoint, standard } = await setUp();
    const other = 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno';
    await call('endpoint.update', { id: endpoint.id, secret: other });
    const at = String(nowS());
    const capture = await standard('m1', at, signed(`m1.${at}.${BODY}`));
    await call('endpoint.create', { name: 'Refunds', url: 'http://127.0.0.1:9/', policyId: 'kestrel', secret: SECRET });
    const report = await call('signature.check', {
      request: { kind: 'capture', id: capture.id },
      scheme: standardScheme,
      secret: { kind: 'endpoint', id: endpoint.id },
    });
    expect(report.explained?.says).toBe('The received value was made with the secret of “Refunds”.');
  });

  it('checks a pasted request, as text or base64', async () => {
    const { call } = await setUp();
    const body = Uint8Array.of(0xa4, 0x26, 0x37, 0x13);
    const value = createHmac('sha256', 'k').update(body).digest('hex');
    const asked = (head: string) => ({
      request: {
        kind: 'pasted' as const,
        head,
        body: Buffer.from(body).toString('base64'),
        bodyIs: 'base64' as const,
      },
      scheme: { kind: 'built-in' as const, id: 'github' },
      secret: { kind: 'typed' as const, text: 'k' },
    });
    const good = await call('signature.check', asked(`POST / HTTP/1.1\nx-hub-signature-256:  sha256=${value} \n\n`));
    expect(good.verdict.kind).toBe('valid');
    expect(good.explained).toBeNull();
    await expect(call('signature.check', asked('Host: x\nnonsense'))).rejects.toThrow(
      'Line 2 of the headers has no colon. Write one header a line, as Name: value.',
    );
  });

  it('explains what a person’s own code made', async () => {
    const { call } = await setUp();
    const report = await call('signature.check', {
      request: { kind: 'pasted', head: `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`, body: '{ "a": 1 }' },
      scheme: { kind: 'built-in', id: 'github' },
      secret: { kind: 'typed', text: 'k' },
      computed: `sha256=${createHmac('sha256', 'k').update('{"a":1}').digest('hex')}`,
    });
    expect(report.explained?.says).toBe(
      'Your value was made over the body’s JSON parsed and printed again, compact, as JSON.stringify prints it.',
    );
  });

  it.each([
    [{ signed: 'x' }, 'Put {body} where the body is signed.'],
    [{ signed: '{url}{body}' }, '{url} stands for nothing. Use {id}, {timestamp} or {body}.'],
    [{ signed: '{id}{body}' }, 'Name the header that carries the id.'],
    [{ header: '' }, 'Name the header that carries the signature.'],
  ])('refuses a template that cannot be: %o', async (wrong, says) => {
    const { call } = await setUp();
    const scheme = {
      kind: 'template' as const,
      header: 'X-Sig',
      signed: '{body}',
      hash: 'sha256' as const,
      encoding: 'hex' as const,
      key: 'text' as const,
      ...wrong,
    };
    await expect(
      call('signature.check', {
        request: { kind: 'pasted', head: '', body: '' },
        scheme,
        secret: { kind: 'typed', text: 'k' },
      }),
    ).rejects.toThrow(says);
  });
});
