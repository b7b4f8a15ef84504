import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRunning } from '../../../src/main/host/api/client';
import { openWebHost } from '../../../src/main/host/web-host';
import { aFolder, openApp } from '../open-app';
import { openApi, send } from './api-bench';
import { readFeed } from './feed-reader';

const fileOf = (dataDir: string): string => join(dataDir, 'api.json');
const status = async (url: string, token: string): Promise<number> =>
  (await send(url, 'GET', '/v1', { headers: { authorization: `Bearer ${token}` } })).status;
const refused = (url: string): Promise<unknown> =>
  send(url, 'GET', '/v1').then(
    () => 'answered',
    () => 'refused',
  );

describe('the local API of the window', () => {
  it('listens at the port that is chosen, or the next free one, and says so', async () => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(22_880, '127.0.0.1', listening));
    onTestFinished(() => void taken.close());
    const { call, url } = await openApi();
    await call('settings.set', { apiPort: 22_880 });
    const moved = await call('api.report', {});
    expect(moved).toMatchObject({ kind: 'on', withPage: false });
    const port = moved.kind === 'on' ? Number(new URL(moved.url).port) : 0;
    expect(port).toBeGreaterThan(22_880);
    expect((await call('snapshot', {})).notices).toContainEqual({
      id: 'api-port',
      tone: 'warning',
      message: `Port 22880 is taken. The local API listens on ${port} for now.`,
    });
    expect(await refused(url)).toBe('refused');
    await expect(call('settings.set', { apiPort: 80 })).rejects.toThrow('A port for the API is 1024 to 65535.');
  });

  it('is off until it is switched on, and off again at once', async () => {
    const { call, url, dataDir, close } = await openApi();
    expect(existsSync(fileOf(dataDir))).toBe(true);
    await call('settings.set', { apiOn: false });
    expect(await call('api.report', {})).toEqual({ kind: 'off', why: null });
    expect(await refused(url)).toBe('refused');
    expect(existsSync(fileOf(dataDir))).toBe(false);
    await close();
    const fresh = await openApp();
    expect(await fresh.call('api.report', {})).toEqual({ kind: 'off', why: null });
  });

  it('takes only the new token once there is one, and ends what the former one opened', async () => {
    const { call, url, token } = await openApi();
    const feed = await readFeed(url, token);
    await feed.until((all) => all.length > 0);
    expect(await call('api.token', {})).toEqual({ token });
    expect(await call('api.newToken', {})).toEqual({ token: null });
    await feed.untilEnd();
    const { token: renewed } = await call('api.token', {});
    expect(renewed).not.toBe(token);
    expect([await status(url, token), await status(url, renewed)]).toEqual([401, 200]);
    await call('settings.set', { revealSecrets: false });
    await expect(call('api.token', {})).rejects.toThrow('Stored secrets stay hidden.');
  });

  it('is switched on by no workspace file', async () => {
    const { call } = await openApp();
    const text = 'retryscope: workspace\nversion: 1\nsettings: { apiOn: true }\n';
    await expect(call('workspace.import', { text })).rejects.toThrow('apiOn');
    const on = await openApi();
    expect((await on.call('workspace.export', {})).text).not.toContain('api');
  });
});

describe('the file that tells where it is', () => {
  it('is its owner’s only, as the token is, and leads a client there', async () => {
    const { dataDir, url, token, close } = await openApi();
    const mode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
    expect([mode('api.json'), mode('serve.token')]).toEqual(['600', '600']);
    expect(readFileSync(fileOf(dataDir), 'utf8')).not.toContain(token);
    const client = await findRunning(dataDir);
    if ('why' in client) throw new Error(client.why);
    expect(client.url).toBe(url);
    expect(await client.call('GET', '/v1/clock')).toMatchObject({ status: 200, body: { object: 'clock' } });
    const made = { name: 'Shop', url: 'http://127.0.0.1:9/', policyId: 'kestrel' };
    expect(await client.call('POST', '/v1/endpoints', made)).toMatchObject({ status: 201, body: { name: 'Shop' } });
    await close();
    expect(await findRunning(dataDir)).toEqual({ why: 'none' });
  });

  it('that a killed process left is known for what it is', async () => {
    const dataDir = aFolder();
    expect(await findRunning(dataDir)).toEqual({ why: 'none' });
    const { url, token, dataDir: other } = await openApi();
    const running = JSON.parse(readFileSync(fileOf(other), 'utf8'));
    const write = (change: object): void => writeFileSync(fileOf(dataDir), JSON.stringify({ ...running, ...change }));
    write({});
    expect(await findRunning(dataDir)).toEqual({ why: 'no-token' });
    writeFileSync(join(dataDir, 'serve.token'), token);
    expect(await findRunning(dataDir)).toMatchObject({ url });
    // Nobody has this number; another server is at the port; nothing is there; no JSON.
    write({ pid: 2_147_483_646 });
    expect(await findRunning(dataDir)).toEqual({ why: 'stale' });
    write({ instance: 'another' });
    expect(await findRunning(dataDir)).toEqual({ why: 'stale' });
    write({ url: 'http://127.0.0.1:9' });
    expect(await findRunning(dataDir)).toEqual({ why: 'stale' });
    writeFileSync(fileOf(dataDir), 'nonsense');
    expect(await findRunning(dataDir)).toEqual({ why: 'none' });
    // The next owner of the folder takes it away.
    write({});
    await openApp(dataDir);
    expect(await findRunning(dataDir)).toEqual({ why: 'none' });
  });
});

describe('under serve', () => {
  it('is on whatever is chosen, beside the page, with the page’s token', async () => {
    const { app, call, dataDir } = await openApp();
    await call('settings.set', { apiOn: false });
    const web = await openWebHost({ app, port: 0, orNext: false, pagesUrl: pathToFileURL(`${dataDir}/`) });
    onTestFinished(() => web.close());
    const { origin, hash } = new URL(web.url);
    expect(await call('api.report', {})).toMatchObject({ kind: 'on', url: origin, withPage: true });
    const token = hash.replace('#token=', '');
    expect([await status(origin, token), await status(origin, 'wrong')]).toEqual([200, 401]);
    const client = await findRunning(dataDir);
    expect(client).toMatchObject({ url: origin });
    // The page that asks for a new token gets it, to come back with.
    const { token: renewed } = await call('api.newToken', {});
    expect([await status(origin, token), await status(origin, renewed ?? '')]).toEqual([401, 200]);
  });
});
