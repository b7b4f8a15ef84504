import { describe, expect, it } from 'vitest';
import { checkPem } from '../../src/main/host/check-pem';
import { endpointRequest } from '../../src/shared/contract/fields';
import type { Endpoint } from '../../src/shared/model/endpoint';
import { EngineBench } from '../support/engine-bench';

const DAY = 86_400_000;
const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

const value = (bench: EngineBench, name: string): string | undefined =>
  bench.sender.sent.at(-1)?.headers.find(([candidate]) => candidate === name)?.[1];

async function sent(bench: EngineBench, endpoint: Endpoint): Promise<void> {
  bench.send(endpoint);
  await bench.advance(0);
}

describe('an endpoint’s own headers and credentials', () => {
  it('sends custom headers after the policy’s own, in order and case, repetitions included', async () => {
    const bench = await EngineBench.open();
    const headers: [string, string][] = [
      ['X-My-Sig', 'a'],
      ['x-tag', '1'],
      ['x-tag', '2'],
    ];
    await sent(bench, bench.endpoint('kestrel', 'a', undefined, {}, endpointRequest.parse({ headers })));
    expect(bench.sender.sent[0]?.headers.slice(-3)).toEqual(headers);
  });

  it('sends Basic credentials as RFC 7617 says (Aladdin, open sesame)', async () => {
    const bench = await EngineBench.open();
    const auth = { kind: 'basic', user: 'Aladdin', password: 'open sesame' } as const;
    const endpoint = bench.endpoint('kestrel', 'a', undefined, {}, endpointRequest.parse({ auth }));
    await sent(bench, endpoint);
    expect(value(bench, 'authorization')).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    expect(JSON.stringify(bench.store.endpoint(endpoint.id))).not.toContain('sesame');
  });

  it('sends a bearer token, also after a restart, and none once it is taken away', async () => {
    const bench = await EngineBench.open();
    const request = endpointRequest.parse({ auth: { kind: 'bearer', token: 'mF_9.B5f-4.1JqM' } });
    const endpoint = bench.endpoint('kestrel', 'a', undefined, {}, request);
    await bench.quitAndRestart();
    await sent(bench, endpoint);
    expect(value(bench, 'authorization')).toBe('Bearer mF_9.B5f-4.1JqM');
    bench.engine.updateEndpoint({ id: endpoint.id, request: endpointRequest.parse({}), secretOverlapMs: 0 });
    await sent(bench, endpoint);
    expect(value(bench, 'authorization')).toBeUndefined();
  });

  it('refuses headers that are not the person’s to set, and what HTTP cannot carry, when they are saved', () => {
    for (const name of ['Host', 'content-length', 'Webhook-Signature', 'authorization', 'Transfer-Encoding']) {
      expect(endpointRequest.safeParse({ headers: [[name, 'x']] }).success).toBe(false);
    }
    const refused = endpointRequest.safeParse({ headers: [['x-name', 'Prüfung ™ 😀']] });
    expect(refused.error?.issues[0]?.message).toBe('Character 9 of the value cannot go into a header.');
    expect(endpointRequest.safeParse({ headers: [['x-name', 'Prüfung']] }).success).toBe(true);
  });

  it('refuses a CA, a certificate or a key that is no PEM', () => {
    const ca = endpointRequest.parse({ ca: 'not a certificate' });
    expect(() => checkPem(ca)).toThrow('The CA is not PEM that can be read. Paste it with its BEGIN and END lines.');
    const client = endpointRequest.parse({ client: { cert: 'x', key: 'y' } });
    expect(() => checkPem(client)).toThrow('The client certificate is not PEM that can be read.');
    expect(() => checkPem(endpointRequest.parse({}))).not.toThrow();
  });

  it('not checking certificates is for this endpoint only', async () => {
    const bench = await EngineBench.open();
    await sent(bench, bench.endpoint('kestrel', 'a', undefined, {}, endpointRequest.parse({ verify: false })));
    expect(bench.sender.sent[0]?.tls).toEqual({ verify: false });
    await sent(bench, bench.endpoint('kestrel', 'b'));
    expect(bench.sender.sent[1]?.tls).toBeUndefined();
  });
});

describe('a rotated secret', () => {
  it('signs beside the former one for the overlap, then alone', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('infraspeak');
    bench.engine.updateEndpoint({ id: endpoint.id, secret: OLD, secretOverlapMs: 0 });
    await sent(bench, endpoint);
    expect(value(bench, 'webhook-signature')?.split(' ')).toHaveLength(1);
    bench.engine.updateEndpoint({ id: endpoint.id, secret: NEW, secretOverlapMs: DAY });
    await sent(bench, endpoint);
    const both = value(bench, 'webhook-signature')?.split(' ') ?? [];
    expect(both).toHaveLength(2);
    const { body, headers } = bench.sender.sent.at(-1) ?? { body: new Uint8Array(), headers: [] };
    const id = headers.find(([name]) => name === 'webhook-id')?.[1] ?? '';
    const stamp = Number(headers.find(([name]) => name === 'webhook-timestamp')?.[1]);
    expect(both).toEqual([bench.signer.sign(NEW, id, stamp, body), bench.signer.sign(OLD, id, stamp, body)]);
    await bench.quitAndRestart(DAY);
    await sent(bench, endpoint);
    expect(value(bench, 'webhook-signature')?.split(' ')).toHaveLength(1);
    expect(bench.engine.revealSecret(endpoint.id)).toBe(NEW);
  });
});
