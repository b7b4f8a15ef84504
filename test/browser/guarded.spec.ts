import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { browserTest } from '../support/launch/app-test';
import { runServe } from '../support/launch/launch-browser';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';

const upgrade = (fields: readonly string[]): string =>
  [
    'GET /channel HTTP/1.1',
    ...fields,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

browserTest('pages are served to this host’s name only, and nothing outside of them', async ({ app }) => {
  const port = Number(new URL(app.page.url()).port);
  const get = async (target: string, host: string): Promise<string> =>
    rawExchange(port, [`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
  expect(statusOf(await get('/', `127.0.0.1:${port}`))).toBe(200);
  expect(statusOf(await get('/', `localhost:${port}`))).toBe(200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1.evil.example:${port}`,
  ])
    expect(statusOf(await get('/', host)), host).toBe(403);
  const twice = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
  expect(statusOf(await rawExchange(port, [twice]))).toBe(403);
  const posted = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const unread = await rawExchange(port, [posted]);
  expect(statusOf(unread)).toBe(405);
  expect(unread).toContain('allow: GET, HEAD');
  for (const target of ['/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/main/headless.js', '/etc/passwd'])
    expect(statusOf(await get(target, `127.0.0.1:${port}`)), target).toBe(404);
});

browserTest('the channel opens to our own page with the token alone', async ({ app, dataDir }) => {
  const port = Number(new URL(app.page.url()).port);
  const token = (await readFile(join(dataDir, 'serve.token'), 'utf8')).trim();
  const host = `Host: 127.0.0.1:${port}`;
  const origin = `Origin: http://127.0.0.1:${port}`;
  const bearing = (offered: string): string => `Sec-WebSocket-Protocol: retryscope, ${offered}`;
  const refused = [
    ['another host', ['Host: evil.example', origin, bearing(token)], 'this host is not served here'],
    ['two hosts', [host, 'Host: evil.example', origin, bearing(token)], 'this host is not served here'],
    ['another page', [host, 'Origin: http://evil.example', bearing(token)], 'the page is not ours'],
    ['no origin', [host, bearing(token)], 'the page is not ours'],
    ['a wrong token', [host, origin, bearing('A'.repeat(43))], 'the token is missing or wrong'],
    ['a cut token', [host, origin, bearing(token.slice(0, -1))], 'the token is missing or wrong'],
    ['no token', [host, origin, 'Sec-WebSocket-Protocol: retryscope'], 'the token is missing or wrong'],
    ['no protocol', [host, origin], 'the token is missing or wrong'],
  ] as const;
  for (const [what, fields, says] of refused) {
    const answer = await rawExchange(port, [upgrade(fields)]);
    expect(statusOf(answer), what).toBe(403);
    expect(answer, what).toContain(says);
  }
  // A close frame ends the channel again.
  const opened = await rawExchange(port, [
    upgrade([host, origin, bearing(token)]),
    Uint8Array.of(0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8),
  ]);
  expect(statusOf(opened)).toBe(101);
});

browserTest('a page without the token says which address to open', async ({ app }) => {
  const browser = app.page.context().browser();
  const page = await browser?.newPage();
  if (page === undefined) throw new Error('The page is in no browser.');
  await page.goto(new URL('/', app.page.url()).href);
  await expect(page.getByRole('heading', { name: 'Open the printed URL' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('from http:// to the end');
  expect(app.page.url()).not.toContain('token');
});

browserTest(
  'serve on a port in use, or with a port that is none, says so and ends',
  async ({ startEndpoint, dataDir }) => {
    const holder = await startEndpoint([200]);
    const taken = await runServe(['--data-dir', dataDir, '--port', String(holder.port)]);
    expect(taken).toEqual({
      code: 2,
      output: `Port ${holder.port} of 127.0.0.1 is taken. Choose another with --port, or leave the option out to take the next free one.\n`,
    });
    const none = await runServe(['--data-dir', dataDir, '--port', 'eighty']);
    expect(none).toEqual({
      code: 2,
      output: '“eighty” is not a port. Use a number from 1 to 65535, such as --port 7879.\n',
    });
  },
);
