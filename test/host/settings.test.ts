import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LogFile } from '../../src/main/host/log-file';
import type { Frame } from '../../src/shared/contract/views';
import { aFolder, openApp } from './open-app';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"card":"4111-1111"}';

const aShop = {
  name: 'Shop',
  url: 'http://127.0.0.1:9/hook?token=url-token',
  policyId: 'kestrel',
  secret: SECRET,
  request: {
    auth: { kind: 'bearer' as const, token: 'sealed-token' },
    headers: [['X-Shop', 'one']] as [string, string][],
  },
};

describe('settings', () => {
  it('are kept over a restart, and told to every client', async () => {
    const first = await openApp();
    const frames: Frame[] = [];
    const told = new Promise<void>((resolve) => {
      first.app.subscribe((frame) => {
        frames.push(frame);
        if (frame.settings !== null) resolve();
      });
    });
    await first.call('settings.set', { theme: 'light', inAll: 2, durability: 'full', keys: { skip: 'w' } });
    await told;
    expect(frames.find(({ settings }) => settings !== null)?.settings).toMatchObject({ theme: 'light', inAll: 2 });
    await first.close();
    const again = await openApp(first.dataDir);
    expect(await again.call('settings.get', {})).toMatchObject({
      theme: 'light',
      inAll: 2,
      perEndpoint: 64,
      durability: 'full',
      keys: { skip: 'w' },
    });
    expect((await again.call('snapshot', {})).settings.theme).toBe('light');
  });
});

describe('stored secrets', () => {
  it('stay hidden when that is chosen: they are neither shown nor written to a workspace file', async () => {
    const { call } = await openApp();
    const { id } = await call('endpoint.create', aShop);
    expect(await call('endpoint.revealSecret', { id })).toEqual({ secret: SECRET });
    await call('settings.set', { revealSecrets: false });
    const says = 'Stored secrets stay hidden. Settings, Security changes that.';
    await expect(call('endpoint.revealSecret', { id })).rejects.toThrow(says);
    await expect(call('workspace.export', { secrets: true })).rejects.toThrow(says);
    const { text } = await call('workspace.export', { secrets: false });
    expect(text).not.toContain(SECRET);
    await call('settings.set', { revealSecrets: true });
    expect((await call('workspace.export', { secrets: true })).text).toContain(SECRET);
  });
});

describe('how many requests are made at once', () => {
  it('as many requests are in flight as are allowed at once, and no more', async () => {
    const { call } = await openApp();
    let [openNow, mostOpen] = [0, 0];
    const letGo: (() => void)[] = [];
    const server = createServer((_request, response) => {
      openNow += 1;
      mostOpen = Math.max(mostOpen, openNow);
      letGo.push(() => {
        openNow -= 1;
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const { id } = await call('endpoint.create', { ...aShop, url: `http://127.0.0.1:${address.port}/` });
    const answered = async (events: number): Promise<void> => {
      for (let n = 0; n < events; n++) {
        await vi.waitFor(() => expect(letGo).not.toHaveLength(0), 10_000);
        letGo.shift()?.();
      }
    };
    for (const [limits, most] of [
      [{ perEndpoint: 2, inAll: 256 }, 2],
      [{ perEndpoint: 64, inAll: 3 }, 3],
    ] as const) {
      mostOpen = 0;
      await call('settings.set', limits);
      const events = Array.from({ length: 8 }, () =>
        call('event.send', { endpointIds: [id], type: 'order.paid', body: Buffer.from('{}').toString('base64') }),
      );
      await Promise.all(events);
      await vi.waitFor(() => expect(openNow).toBe(most), 10_000);
      await answered(8);
      // Each of the eight waited for a place: never more than the limit were open, and the limit was reached.
      expect(mostOpen).toBe(most);
    }
  }, 30_000);
});

describe('the diagnostics bundle (law 9)', () => {
  it('has versions, settings and counts, and neither a body nor a secret nor a URL of an endpoint', async () => {
    const { call, dataDir } = await openApp();
    const { id } = await call('endpoint.create', aShop);
    await call('clock.pause', {});
    await call('event.send', { endpointIds: [id], type: 'order.paid', body: Buffer.from(BODY).toString('base64') });
    writeFileSync(
      join(dataDir, 'logs', 'retryscope.log'),
      `2026-01-01T00:00:00.000Z signed with ${SECRET}, authorization: Bearer sealed-token\n`,
      { flag: 'a' },
    );
    const { fileName, text } = await call('about.diagnostics', {});
    expect(fileName).toMatch(/^retryscope-diagnostics-\d{4}-\d\d-\d\dT\d{6}\.json$/);
    const bundle: unknown = JSON.parse(text);
    expect(bundle).toMatchObject({
      about: { version: '0.0.0', sqlite: expect.stringMatching(/^3\./) },
      settings: { theme: 'system' },
      data: { counts: { deliveries: 1, events: 1 } },
      endpoints: [{ state: 'enabled', policyId: 'kestrel' }],
    });
    for (const kept of [
      SECRET.slice(6),
      'sealed-token',
      'url-token',
      '127.0.0.1:9',
      '4111',
      Buffer.from(BODY).toString('base64'),
    ])
      expect(text).not.toContain(kept);
    expect(text).toContain('signed with whsec_REDACTED');
  });
});

describe('a workspace file', () => {
  it('goes without secrets unless they are asked for, and comes back as what it was', async () => {
    const { call } = await openApp();
    const route = await call('route.create', {
      path: '/orders',
      script: { steps: [{ reply: 503, times: 2 }, { reply: 200 }] },
    });
    await call('endpoint.create', aShop);
    await call('endpoint.create', {
      name: 'Mine',
      url: route.url,
      policyId: 'infraspeak',
      settings: { suspendAfter: 7 },
    });
    await call('settings.set', { contentType: 'text/plain' });
    const plain = await call('workspace.export', {});
    expect(plain.text).not.toContain(SECRET);
    expect(plain.text).not.toContain('sealed-token');
    const full = await call('workspace.export', { secrets: true });
    expect(full.text).toContain(SECRET);
    expect(full.text).toContain('sealed-token');

    const other = await openApp();
    const plan = await other.call('workspace.check', { text: full.text });
    expect(plan.endpoints.map(({ name, withSecret }) => [name, withSecret])).toEqual([
      ['Shop', true],
      ['Mine', true],
    ]);
    expect(plan.routes).toEqual(['/orders']);
    expect(plan.settings).toEqual(['contentType']);
    expect((await other.call('snapshot', {})).endpoints).toEqual([]);
    await other.call('workspace.import', { text: full.text });
    const { endpoints, routes, settings } = await other.call('snapshot', {});
    expect(endpoints.map(({ name, policy, request }) => [name, policy.id, request.auth])).toEqual([
      ['Shop', 'kestrel', 'bearer'],
      ['Mine', 'infraspeak', 'none'],
    ]);
    expect(endpoints[0]?.request.headers).toEqual([['X-Shop', 'one']]);
    expect(endpoints[1]?.policy.suspension?.trigger).toMatchObject({ count: 7 });
    const orders = routes.find(({ path }) => path === '/orders');
    expect(orders?.script.steps).toMatchObject([{ reply: 503, times: 2 }, { reply: 200 }]);
    expect(endpoints[1]?.routeId).toBe(orders?.id);
    expect(settings.contentType).toBe('text/plain');
    const shop = endpoints[0];
    if (shop === undefined) throw new Error('there is no shop');
    expect((await other.call('endpoint.revealSecret', { id: shop.id })).secret).toBe(SECRET);
    // A second time there is nothing to add.
    expect(await other.call('workspace.check', { text: full.text })).toMatchObject({
      endpoints: [],
      routes: [],
      settings: [],
    });
  });

  it.each([
    ['endpoints: []', /^w\.yaml:1:1: retryscope: This is not a workspace file/],
    ['retryscope: workspace\nversion: 2', /^w\.yaml:2:10: version: Only version 1/],
    ['retryscope: workspace\nversion: 1\nrouts: []', /^w\.yaml:3:1: routs: .*Did you mean routes\?$/],
    [
      'retryscope: workspace\nversion: 1\nendpoints:\n  - { name: A, policy: fianto, route: /gone }',
      /^w\.yaml:4:39: endpoints\[0\]\.route: There is no route “\/gone”/,
    ],
    [
      'retryscope: workspace\nversion: 1\nsettings: { inAll: 0 }',
      /^w\.yaml:3:20: settings\.inAll: In all there are 1 to/,
    ],
  ])('%j is refused with its place', async (text, says) => {
    const { call } = await openApp();
    await expect(call('workspace.check', { fileName: 'w.yaml', text })).rejects.toThrow(says);
    expect((await call('snapshot', {})).endpoints).toEqual([]);
  });
});

describe('data', () => {
  it('reset leaves one empty run and the defaults, and nothing of what was', async () => {
    const { call, close, dataDir } = await openApp();
    const { id } = await call('endpoint.create', aShop);
    await call('clock.pause', {});
    await call('event.send', { endpointIds: [id], type: 'order.paid', body: '' });
    await call('run.create', { name: 'Other' });
    await call('settings.set', { theme: 'dark' });
    await call('data.reset', {});
    const { endpoints, totals, settings, routes } = await call('snapshot', {});
    expect(endpoints).toEqual([]);
    expect(totals.deliveries).toBe(0);
    expect(settings.theme).toBe('system');
    expect(routes).toHaveLength(1);
    expect((await call('data.report', {})).counts).toMatchObject({ runs: 1, events: 0, deliveries: 0, log: 0 });
    await close();
    const db = new Database(join(dataDir, 'retryscope.db'), { readonly: true });
    expect(db.prepare('SELECT count(*) FROM endpoint').pluck().get()).toBe(0);
    db.close();
  });

  it('a durability that is chosen is the database’s', async () => {
    const first = await openApp();
    const pragmas = vi.spyOn(Database.prototype, 'pragma');
    onTestFinished(() => pragmas.mockRestore());
    await first.call('settings.set', { durability: 'full' });
    expect(pragmas).toHaveBeenLastCalledWith('synchronous = FULL');
    await first.close();
    pragmas.mockClear();
    await openApp(first.dataDir);
    expect(pragmas).toHaveBeenCalledWith('synchronous = FULL');
  });
});

describe('the log file', () => {
  it('is turned at its size, keeps two older ones, and no secret', () => {
    const folder = aFolder();
    const log = new LogFile(folder, () => Date.UTC(2026, 0, 1));
    log.write(`token ${SECRET}`);
    expect(readFileSync(log.path, 'utf8')).toBe('2026-01-01T00:00:00.000Z token whsec_REDACTED\n');
    // 4 MiB in lines of 1 KiB: more than the three files hold.
    for (let n = 0; n < 4_096; n++) log.write(`${n} `.padEnd(998, 'x'));
    expect(log.bytes).toBeLessThanOrEqual(3 * 1_048_576);
    expect(log.bytes).toBeGreaterThan(2 * 1_048_576);
    expect(log.tail(1)[0]).toContain(' 4095 xxx');
    expect(log.tail(400)).toHaveLength(400);
  });
});
