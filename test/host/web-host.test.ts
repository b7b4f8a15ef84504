import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ApiPlace } from '../../src/main/host/api/api-place';
import { makeApi } from '../../src/main/host/api/serve-api';
import { systemClock } from '../../src/main/host/system';
import { Token } from '../../src/main/host/token';
import { openWebHost } from '../../src/main/host/web-host';

/** The web host over an empty folder of pages. Returns its port. */
async function served(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'retryscope-web-host-'));
  const token = new Token(dataDir);
  const nothing = () => Promise.reject(new Error('nothing may get as far as this'));
  const api = makeApi({
    served: { handle: nothing, subscribe: () => () => {}, onError: () => {} },
    views: { logEnd: nothing, stepsAfter: nothing, capturesAfter: nothing, deliveries: nothing },
    system: systemClock,
    token: () => token.now(),
    instance: 'test',
  });
  const app = {
    handle: nothing,
    api: new ApiPlace({
      api,
      token,
      instance: 'test',
      dataDir,
      notices: { post: () => {}, remove: () => {} },
      onError: () => {},
      ownPort: false,
    }),
    subscribe: () => () => {},
    onError: () => {},
    close: () => Promise.resolve(),
  };
  const host = await openWebHost({ app, port: 0, orNext: false, pagesUrl: pathToFileURL(`${dataDir}/`) });
  onTestFinished(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return Number(new URL(host.url).port);
}

/** Sends a text and resolves with what was answered, once the other side is done; with `reset`, hangs up at once. */
function exchange(port: number, text: string, reset = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => {
        if (reset) socket.once('data', () => socket.resetAndDestroy());
      });
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

it('outlives callers who are turned away and hang up in the middle of it', async () => {
  const port = await served();
  const upgrade = [
    'GET /channel HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Origin: http://elsewhere.example',
    '',
    '',
  ].join('\r\n');
  expect(await exchange(port, upgrade)).toMatch(/^HTTP\/1\.1 403 /);
  for (let i = 0; i < 20; i++) await exchange(port, upgrade, true);
  const page = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  expect(await exchange(port, page)).toMatch(/^HTTP\/1\.1 404 /);
});
