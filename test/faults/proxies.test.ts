import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endpointRequest } from '../../src/shared/contract/fields';
import { HandClock, stillOpen, turns, until } from '../sender/clocks';
import { faultOf, KESTREL, never, OK, peer, requestTo, sender, sendOnce } from '../sender/requests';
import { EngineBench } from '../support/engine-bench';
import { makeAuthority, makeLeaf, type Pair } from '../support/peers/certificates';
import { closedPort } from '../support/peers/raw-peer';

let authority: Pair;
let trusting: { readonly ca: string };
beforeAll(async () => {
  authority = await makeAuthority();
  trusting = { ca: authority.cert };
});

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
});

type Proxy = {
  readonly url: string;
  readonly port: number;
  /** What came before the first blank line of each connection. */
  readonly heads: readonly string[];
  /** SNI of each connection over TLS; false where it named none. */
  readonly names: readonly unknown[];
};

/** A proxy of a few lines: opens tunnels and hands on plain requests, or says `answer` and nothing else. */
async function proxy({ tls, answer }: { readonly tls?: Pair; readonly answer?: string } = {}): Promise<Proxy> {
  const heads: string[] = [];
  const names: unknown[] = [];
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (tls !== undefined) names.push(Reflect.get(socket, 'servername'));
    socket.once('data', (first: Buffer) => {
      const head = first.toString('latin1').split('\r\n\r\n')[0] ?? '';
      heads.push(head);
      if (answer !== undefined) {
        socket.end(answer);
        return;
      }
      const [, host = '', port = ''] = /^(?:CONNECT |\w+ http:\/\/)([^/\s]+):(\d+)/.exec(head) ?? [];
      const onward = connect(Number(port), host, () => {
        if (head.startsWith('CONNECT')) socket.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n');
        else onward.write(first);
        socket.pipe(onward).pipe(socket);
      });
      sockets.add(onward);
      onward.on('error', () => socket.destroy());
    });
  };
  const server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  server.on('tlsClientError', () => {});
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const scheme = tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${address.port}`, port: address.port, heads, names };
}

/** A target over TLS that keeps the name by which it was asked for. */
async function target(tls: Parameters<typeof peer>[0]['tls']) {
  const names: unknown[] = [];
  const made = await peer({
    ...(tls === undefined ? {} : { tls }),
    answer: (socket) => {
      names.push(Reflect.get(socket, 'servername'));
      socket.write(OK);
    },
  });
  return { ...made, names };
}

/** Runs with an authority that this machine trusts, as an administrator would add a proxy's. */
async function trustedHere<T>(ca: string, work: () => Promise<T>): Promise<T> {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ca]);
  try {
    return await work();
  } finally {
    setDefaultCACertificates(before);
  }
}

describe('n8n-io/n8n#35509', () => {
  it('n8n-io/n8n#35509: https goes through a tunnel, and the TLS settings hold for the target', async () => {
    const made = await target(await makeLeaf({ authority, names: ['localhost'] }));
    const through = await proxy();
    for (const host of ['localhost', '127.0.0.1']) {
      const url = `https://${host}:${made.port}/hook?a=%2F`;
      const result = await sendOnce({ url, tls: trusting, proxy: through.url });
      expect(result.outcome).toMatchObject({ kind: 'response', status: 200 });
      expect(result.remote).toBe(`127.0.0.1:${through.port}`);
      expect(result.timings.tlsMs).toBeGreaterThan(0);
    }
    expect(through.heads).toEqual(
      ['localhost', '127.0.0.1'].map((host) => `CONNECT ${host}:${made.port} HTTP/1.1\r\nHost: ${host}:${made.port}`),
    );
    // A target by address is not named, and never by the proxy's name.
    expect(made.names).toEqual(['localhost', false]);
    expect(made.requests[0]?.head).toMatch(/^POST \/hook\?a=%2F HTTP\/1\.1\r\n/);
  });

  it('n8n-io/n8n#35509: not verifying holds for the target, through a proxy too, and only where it is asked for', async () => {
    const made = await target(await makeLeaf({ expired: true }));
    const through = await proxy();
    const url = `https://127.0.0.1:${made.port}/`;
    const one = sender();
    const lax = await one.send(requestTo({ url, tls: { verify: false }, proxy: through.url }), never());
    expect(lax.outcome).toMatchObject({ kind: 'response', status: 200 });
    const strict = await one.send(requestTo({ url, proxy: through.url }), never());
    expect(faultOf(strict)).toMatchObject({ fault: 'tls', detail: expect.stringMatching(/^The certificate /) });
    expect(made.requests).toHaveLength(1);
  });

  it.each([
    ['expired', { expired: true }, 'The certificate has expired. (CERT_HAS_EXPIRED)'],
    [
      'for another host',
      { names: ['other.test'], addresses: [] },
      'The certificate is for other.test, not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID).',
    ],
  ])(
    'n8n-io/n8n#35509: a target’s certificate that is %s is told as it is without a proxy',
    async (_what, leaf, detail) => {
      const made = await target(await makeLeaf({ authority, ...leaf }));
      const through = await proxy();
      const result = await sendOnce({ url: `https://127.0.0.1:${made.port}/`, tls: trusting, proxy: through.url });
      expect(faultOf(result)).toEqual({ fault: 'tls', detail });
    },
  );

  it('n8n-io/n8n#35509: a client certificate is shown to the target, through the tunnel', async () => {
    const good = await makeLeaf({ authority });
    const client = await makeLeaf({ authority, names: ['client'], addresses: [] });
    const made = await target({ ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    const through = await proxy();
    const url = `https://127.0.0.1:${made.port}/`;
    const shown = { ...trusting, cert: client.cert, key: client.key };
    expect((await sendOnce({ url, tls: shown, proxy: through.url })).outcome).toMatchObject({ status: 200 });
    expect(faultOf(await sendOnce({ url, tls: trusting, proxy: through.url })).detail).toMatch(
      /^The server asks for a client certificate/,
    );
  });

  it('n8n-io/n8n#35509: an https proxy is verified by itself: what is set for the target does not open it', async () => {
    const made = await target(await makeLeaf({ expired: true }));
    const through = await proxy({ tls: await makeLeaf({ authority }) });
    const url = `https://127.0.0.1:${made.port}/`;
    const tls = { ca: authority.cert, verify: false };
    const untrusted = faultOf(await sendOnce({ url, tls, proxy: through.url }));
    expect(untrusted.fault).toBe('tls');
    expect(untrusted.detail).toMatch(/^Proxy: The certificate comes from an authority that is not known here/);
    expect(through.heads).toEqual([]);

    const result = await trustedHere(authority.cert, () => sendOnce({ url, tls, proxy: through.url }));
    expect(result.outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(through.names).toEqual([false]);
    expect(made.names).toEqual([false]);
  });

  it('n8n-io/n8n#35509: http names the whole URL to the proxy, as it was typed, over http and over https', async () => {
    const made = await target(undefined);
    const plain = await proxy();
    const secure = await proxy({ tls: await makeLeaf({ authority }) });
    const at = `127.0.0.1:${made.port}`;
    for (const { url: through } of [plain, secure]) {
      const send = () => sendOnce({ url: `http://${at}/a%2Fb?x=%zz`, proxy: through });
      expect((await trustedHere(authority.cert, send)).outcome).toMatchObject({ status: 200 });
    }
    const head = `POST http://${at}/a%2Fb?x=%zz HTTP/1.1\r\nhost: ${at}\r\ncontent-length: 7`;
    expect([...plain.heads, ...secure.heads]).toEqual([head, head]);
    expect(made.requests.map(({ body }) => body.toString())).toEqual(['{"a":1}', '{"a":1}']);
  });

  it('n8n-io/n8n#35509: connections through a proxy are kept, and shared with none that go straight', async () => {
    const made = await target(await makeLeaf({ authority }));
    const through = await proxy();
    const one = sender();
    const url = `https://127.0.0.1:${made.port}/`;
    const statuses: unknown[] = [];
    for (const way of [{ proxy: through.url }, { proxy: through.url }, {}]) {
      const { outcome, timings } = await one.send(requestTo({ url, tls: trusting, ...way }), never());
      statuses.push([outcome.kind, timings.reusedConnection]);
      await turns();
    }
    expect(statuses).toEqual([
      ['response', false],
      ['response', true],
      ['response', false],
    ]);
    expect(through.heads).toHaveLength(1);
  });
});

describe('what a proxy does wrong is said of the proxy', () => {
  const url = 'https://hooks.test/';

  it('n8n-io/n8n#35509: a proxy that is not there', async () => {
    const port = await closedPort();
    expect(faultOf(await sendOnce({ url, proxy: `http://127.0.0.1:${port}` }))).toEqual({
      fault: 'refused',
      detail: `Proxy: Connection refused: 127.0.0.1:${port}. Is the proxy running?`,
    });
  });

  it.each([
    [
      'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
      'opens no tunnel to hooks.test:443: 407 Proxy Authentication Required',
    ],
    ['HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n', 'opens no tunnel to hooks.test:443: 502 Bad Gateway'],
    ['hello there\r\n\r\n', 'did not answer in HTTP'],
    ['', 'closed the connection without an answer'],
  ])('n8n-io/n8n#35509: one that opens no tunnel and says %j', async (answer, says) => {
    const through = await proxy({ answer });
    expect(faultOf(await sendOnce({ url, proxy: through.url }))).toEqual({
      fault: 'refused',
      detail: `The proxy 127.0.0.1:${through.port} ${says}.`,
    });
  });

  it('n8n-io/n8n#35509: one that says nothing is given up by the policy’s clock', async () => {
    const silent = await peer({ connected: () => false });
    const clock = new HandClock();
    const request = requestTo({ url, timeouts: KESTREL, proxy: `http://127.0.0.1:${silent.port}` });
    const sending = sender(clock).send(request, never());
    await until(() => silent.connections() === 1);
    await turns();
    clock.advance(9_999);
    expect(await stillOpen(sending)).toBe(true);
    clock.advance(1);
    expect(faultOf(await sending)).toEqual({
      fault: 'connect-timeout',
      detail: `Connected to the proxy 127.0.0.1:${silent.port}, but not through it to hooks.test in 10 s.`,
    });
  });
});

describe('an endpoint’s proxy', () => {
  it('n8n-io/n8n#35509: is sent through by deliveries and challenges, kept over a restart, and gone when it is taken away', async () => {
    const bench = await EngineBench.open();
    const request = endpointRequest.parse({ proxy: ' http://127.0.0.1:8080 ' });
    const at = 'https://127.0.0.1:9/hook';
    const endpoint = bench.endpoint('fianto', 'a', at, { verification: 'any-2xx' }, request);
    await bench.engine.verifyEndpoint(endpoint.id);
    await bench.quitAndRestart();
    bench.send(endpoint);
    await bench.advance(0);
    expect(bench.sender.sent.map(({ proxy: through }) => through)).toEqual(Array(2).fill('http://127.0.0.1:8080'));
    bench.engine.updateEndpoint({ id: endpoint.id, request: endpointRequest.parse({}), secretOverlapMs: 0 });
    bench.send(endpoint);
    await bench.advance(0);
    expect(bench.sender.sent.at(-1)).not.toHaveProperty('proxy');
  });

  it.each([
    ['127.0.0.1:8080', '“127.0.0.1:8080” is not a URL. Write it in full, such as http://localhost:3000/webhooks.'],
    ['socks5://127.0.0.1:1080', 'Only http and https are sent to, not socks5.'],
    ['http://me:secret@proxy.test', 'A user name or password in a URL is not sent. Remove the part up to the @.'],
    ['http://proxy.test/path', 'A proxy has no path. Write only its address, such as http://proxy.local:8080.'],
  ])('n8n-io/n8n#35509: %s is refused as one', (text, message) => {
    expect(endpointRequest.safeParse({ proxy: text }).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
