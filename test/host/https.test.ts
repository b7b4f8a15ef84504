import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AttemptDetail } from '../../src/shared/contract/views';
import { RECEIVER_CA } from '../../src/shared/model/endpoint-request';
import type { RouteTls } from '../../src/shared/model/route-tls';
import { run, scenarioOf } from '../scenario/run-text';
import { openApp } from './open-app';

type Open = Awaited<ReturnType<typeof openApp>>;

const SCRIPT = {
  scope: 'all' as const,
  steps: [{ kind: 'reply' as const, reply: 200, headers: [], body: '', delayMs: 0, times: null, forMs: null }],
};

const portOf = (url: string): number => Number(new URL(url).port);

async function route({ call }: Open, path: string, tls: RouteTls) {
  return call('route.create', { path, tls, script: SCRIPT });
}

/** One delivery to a URL, to the end of its first attempt. */
async function attempt({ call }: Open, url: string, request: object): Promise<AttemptDetail> {
  const name = `${url} ${JSON.stringify(request)}`.slice(0, 60);
  const { id } = await call('endpoint.create', { name, url, policyId: 'infraspeak', request });
  const body = Buffer.from('{}').toString('base64');
  const { deliveryIds } = await call('event.send', { endpointIds: [id], type: 'ping', body });
  const deliveryId = deliveryIds[0];
  if (deliveryId === undefined) throw new Error('nothing was sent');
  const settled = async (): Promise<AttemptDetail | null> => {
    const detail = await call('attempt.get', { deliveryId, n: 1 });
    return detail.outcome === null ? null : detail;
  };
  await expect.poll(async () => settled().catch(() => null), { timeout: 10_000 }).not.toBeNull();
  return (await settled()) as AttemptDetail;
}

/** What the endpoint that trusts the receiver is told of each; null: it was answered. */
const NAMED = [
  ['valid', null],
  ['self-signed', 'The certificate is self-signed and not trusted here. (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['expired', 'The certificate has expired. (CERT_HAS_EXPIRED)'],
  [
    'wrong-host',
    'The certificate is for DNS:another-host.invalid, not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID).'.replace(
      'DNS:',
      '',
    ),
  ],
  [
    'no-shared-protocol',
    'No shared TLS version: TLS 1.2 and 1.3 are spoken here. (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
  ],
] as const satisfies readonly (readonly [RouteTls, string | null])[];

describe('a delivery to an https route of the built-in receiver', () => {
  it.each(NAMED)('%s ends as %j where its authority is trusted', async (tls, says) => {
    const app = await openApp();
    const { url } = await route(app, '/hooks', tls);
    const { outcome, timings } = await attempt(app, url, { ca: RECEIVER_CA });
    if (says === null) {
      expect(outcome).toMatchObject({ kind: 'response', status: 200 });
      expect(timings?.tlsMs).toBeGreaterThan(0);
    } else expect(outcome).toMatchObject({ kind: 'no-response', fault: 'tls', detail: says });
  });

  it.each(NAMED)(
    '%s is answered whoever signed it where it is not verified, but not without TLS in common',
    async (tls) => {
      const app = await openApp();
      const { url } = await route(app, '/hooks', tls);
      const { outcome } = await attempt(app, url, { verify: false });
      expect(outcome).toMatchObject(
        tls === 'no-shared-protocol' ? { kind: 'no-response', fault: 'tls' } : { kind: 'response', status: 200 },
      );
    },
  );

  it('names the unknown authority before anybody trusts it, and the receiver lists who refused', async () => {
    const app = await openApp();
    const { url } = await route(app, '/hooks', 'valid');
    const { outcome } = await attempt(app, url, {});
    expect(outcome).toMatchObject({
      fault: 'tls',
      detail: expect.stringContaining('The certificate comes from an authority that is not known here'),
    });
    await expect
      .poll(async () => (await app.call('capture.list', {})).rows.map(({ verdict }) => JSON.stringify(verdict)))
      .toEqual([expect.stringContaining('It most likely refuses the certificate of the receiver’s own authority.')]);
  });
});

describe('the ports for https', () => {
  it('are open only while a route needs them, one for each kind of certificate, and endpoints follow their route', async () => {
    const app = await openApp();
    const doors = async () => (await app.call('snapshot', {})).receiver.https.doors.map(({ tls }) => tls);
    expect(await doors()).toEqual([]);
    expect(existsSync(join(app.dataDir, 'receiver-ca.key'))).toBe(false);
    const one = await route(app, '/one', 'valid');
    const two = await route(app, '/two', 'expired');
    expect(one.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/one$/);
    expect(portOf(one.url)).not.toBe(portOf(two.url));
    expect(await doors()).toEqual(['valid', 'expired']);
    const { id } = await app.call('endpoint.create', { name: 'Two', url: two.url, policyId: 'kestrel' });
    const moved = await app.call('route.update', { id: two.id, tls: 'off' });
    expect(moved.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/two$/);
    expect(await doors()).toEqual(['valid']);
    const endpoints = (await app.call('snapshot', {})).endpoints;
    expect(endpoints.find((endpoint) => endpoint.id === id)?.url).toBe(moved.url);
    await app.call('route.remove', { id: one.id });
    expect(await doors()).toEqual([]);
  });

  it('move where they are told to, are kept over a restart, and stay where they are when the port is taken', async () => {
    const taken = createServer();
    const busy = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      }),
    );
    const first = await openApp();
    const { id, url } = await route(first, '/one', 'valid');
    await expect(first.call('receiver.listenHttps', { port: busy })).rejects.toThrow(`Port ${busy} is taken`);
    const urlNow = async (app: Open) => (await app.call('snapshot', {})).routes.find((known) => known.id === id)?.url;
    expect(await urlNow(first)).toBe(url);
    await new Promise((resolve) => taken.close(resolve));
    await first.call('receiver.listenHttps', { port: busy });
    expect(portOf((await urlNow(first)) ?? '')).toBe(busy);
    await first.close();
    const again = await openApp(first.dataDir);
    expect((await again.call('snapshot', {})).receiver.https).toEqual({
      wantedPort: busy,
      doors: [{ tls: 'valid', port: busy, why: null }],
    });
    await expect(again.call('receiver.listenHttps', { port: 65_532 })).rejects.toThrow(
      'A port for https is 1 to 65531: four more follow it.',
    );
  });

  it('keep their authority over a restart, its key for its owner alone, and make it anew when it cannot be read', async () => {
    const first = await openApp();
    const made = await first.call('receiver.certificate', {});
    expect(readFileSync(made.file, 'utf8')).toBe(made.pem);
    const key = join(first.dataDir, 'receiver-ca.key');
    if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600);
    await first.close();
    const second = await openApp(first.dataDir);
    expect((await second.call('receiver.certificate', {})).pem).toBe(made.pem);
    await second.close();
    writeFileSync(key, 'damaged');
    const third = await openApp(first.dataDir);
    expect((await third.call('receiver.certificate', {})).pem).not.toBe(made.pem);
  });
});

describe('files', () => {
  it('a workspace carries https routes, their faults and whom endpoints trust', async () => {
    const from = await openApp();
    const { url } = await route(from, '/one', 'self-signed');
    await from.call('endpoint.create', { name: 'One', url, policyId: 'kestrel', request: { ca: RECEIVER_CA } });
    const { text, fileName } = await from.call('workspace.export', { secrets: false });
    expect(text).toContain('tls: self-signed');
    expect(text).toContain('ca: receiver');
    await from.close();
    const to = await openApp();
    await to.call('workspace.import', { fileName, text });
    const { routes, endpoints } = await to.call('snapshot', {});
    const imported = routes.find(({ path }) => path === '/one');
    expect(imported?.tls).toBe('self-signed');
    expect(endpoints.find(({ name }) => name === 'One')).toMatchObject({
      url: imported?.url,
      request: { ca: RECEIVER_CA },
    });
  });

  it('a scenario says routes over https, their faults, and whom endpoints trust', async () => {
    const { document } = await run(
      scenarioOf(`
retryscope: 1
name: Certificates
seed: 1
endpoints:
  - { name: good, policy: infraspeak, receiver: good, ca: receiver }
  - { name: old, policy: infraspeak, receiver: old, ca: receiver }
  - { name: lax, policy: infraspeak, receiver: own, verify: false }
receiver:
  - { route: good, tls: valid, script: [{ reply: 200 }] }
  - { route: old, tls: expired, script: [{ reply: 200 }] }
  - { route: own, tls: self-signed, script: [{ reply: 200 }] }
send:
  - { endpoint: [good, old, lax], type: ping }
expect:
  - { endpoint: good, deliveries: { delivered: 1 } }
  - { endpoint: old, deliveries: { failed: 1 } }
  - { endpoint: lax, deliveries: { delivered: 1 } }
  - { route: old, captures: 0 }
`),
    );
    expect(document.expectations.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  });
});
