import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isUsable, newAuthority } from '../../src/main/receiver/tls/authority';
import type { Pair } from '../../src/main/receiver/tls/certificate';
import type { SecureTls } from '../../src/shared/model/route-tls';
import { hang, reply, reset } from './memory-captures';
import { type Bench, RawClient, setUpReceiver } from './receiver-bench';

const authority: Pair = newAuthority(Date.now());

async function setUp(tls: SecureTls) {
  const bench = await setUpReceiver({}, { authority: () => authority, wallMs: Date.now() });
  onTestFinished(() => bench.close());
  const port = await bench.receiver.listenSecurely(tls, { host: '127.0.0.1', port: 0 });
  return { bench, port };
}

const GET = 'GET /hooks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** What a TLS client reads, or the code of the error that it ends with. */
function ask(port: number, options: ConnectionOptions, text = GET): Promise<{ text: string; error: string | null }> {
  return new Promise((resolve) => {
    let read = '';
    let code: string | null = null;
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', ...options }, () => {
      if (text !== '') socket.write(text);
      else socket.end();
    });
    socket.on('data', (chunk: Buffer) => {
      read += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code ?? error.message;
    });
    socket.on('close', () => resolve({ text: read, error: code }));
  });
}

describe('the authority', () => {
  it('is usable by its own key, and until 90 days before its end', () => {
    const now = Date.now();
    const other = newAuthority(now);
    expect(isUsable(authority, now)).toBe(true);
    expect(isUsable({ cert: authority.cert, key: other.key }, now)).toBe(false);
    expect(isUsable({ cert: 'x', key: 'y' }, now)).toBe(false);
    expect(isUsable(authority, now + 3_559 * 86_400_000)).toBe(true);
    expect(isUsable(authority, now + 3_561 * 86_400_000)).toBe(false);
  });
});

const SAYS: Readonly<Record<Exclude<SecureTls, 'no-shared-protocol'>, string>> = {
  valid: 'the certificate of the receiver’s own authority',
  'self-signed': 'the self-signed certificate',
  expired: 'the expired certificate',
  'wrong-host': 'the certificate for another host',
};
const CHECKED = ['valid', 'self-signed', 'expired', 'wrong-host'] as const;

const verdicts = (bench: Bench) => bench.store.captures().map(({ verdict }) => verdict);

describe('an https port', () => {
  it.each([
    ['valid', null],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['no-shared-protocol', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
  ] as const)('%s ends with %s for whoever trusts the authority', async (tls, error) => {
    const { port, bench } = await setUp(tls);
    bench.store.addRoute('/hooks', [reply(200)], 'all', tls);
    const answered = await ask(port, { ca: authority.cert });
    expect(answered.error).toBe(error);
    expect(answered.text.startsWith('HTTP/1.1 200 OK')).toBe(error === null);
  });

  it.each(CHECKED)('%s answers who does not verify', async (tls) => {
    const { port, bench } = await setUp(tls);
    bench.store.addRoute('/hooks', [reply(200)], 'all', tls);
    expect((await ask(port, { rejectUnauthorized: false })).text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(bench.store.only()).toMatchObject({ target: '/hooks', verdict: { kind: 'step', status: 200 } });
  });

  it.each(CHECKED)('%s tells of a sender that refuses its certificate', async (tls) => {
    const { port, bench } = await setUp(tls);
    await ask(port, tls === 'wrong-host' ? { ca: authority.cert } : {});
    await expect.poll(() => verdicts(bench).length).toBe(1);
    expect(verdicts(bench)).toMatchObject([{ kind: 'refused', status: null }]);
    expect(JSON.stringify(verdicts(bench))).toContain(`It most likely refuses ${SAYS[tls]}.`);
    expect(bench.store.only().remote).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it('tells of a sender with no version of TLS in common', async () => {
    const { port, bench } = await setUp('no-shared-protocol');
    expect((await ask(port, { rejectUnauthorized: false })).error).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    await expect.poll(() => verdicts(bench).length).toBe(1);
    expect(JSON.stringify(verdicts(bench))).toContain(
      'TLS failed: no version of TLS in common. This port speaks 1.1 at most, the sender only newer ones.',
    );
  });

  it('tells of a sender that left after a whole handshake, and of plain HTTP', async () => {
    const { port, bench } = await setUp('valid');
    await ask(port, { ca: authority.cert }, '');
    await expect.poll(() => verdicts(bench).length).toBe(1);
    await new RawClient(port).write(GET).end();
    await expect.poll(() => verdicts(bench).length).toBe(2);
    expect(verdicts(bench)).toMatchObject([
      { why: expect.stringContaining('the sender left after the handshake, without a request.') },
      { why: 'Rejected: plain HTTP came to an https port. The URL begins with https://.' },
    ]);
  });

  it('answers its own routes only, and so does the http port', async () => {
    const { port, bench } = await setUp('valid');
    bench.store.addRoute('/hooks', [reply(200)], 'all', 'off');
    const secure = await ask(port, { ca: authority.cert });
    expect(secure.text).toContain('No route of the receiver is reached by this port.');
    bench.store.routeList = bench.store.routeList.map((route) => ({ ...route, tls: 'valid' }));
    expect((await bench.say(GET)).text).toMatch(/^HTTP\/1\.1 404/);
    expect((await ask(port, { ca: authority.cert })).text).toMatch(/^HTTP\/1\.1 200/);
  });

  it('resets the connection where a script says so', async () => {
    const { port, bench } = await setUp('valid');
    bench.store.addRoute('/hooks', [reset('in-body', { body: 'sixsix' })], 'all', 'valid');
    const { error } = await ask(port, { ca: authority.cert });
    expect(error).toBe('ECONNRESET');
  });
});

describe('when an answer began and was over', () => {
  const times = (bench: Bench) => bench.store.captures().map(({ answer }) => answer);

  it('goes with the next commit, and costs none of its own while requests come', async () => {
    const bench = await setUpReceiver();
    onTestFinished(() => bench.close());
    bench.store.addRoute('/hooks', [reply(200, { delayMs: 40 })]);
    for (const commits of [1, 2, 3]) {
      const client = bench.client().write(GET);
      await bench.clock.untilArmed();
      bench.clock.advance(40);
      await client.end();
      expect(bench.store.commits).toBe(commits);
    }
    expect(times(bench).slice(0, 2)).toEqual([
      { beganMs: 40, endedMs: 40 },
      { beganMs: 40, endedMs: 40 },
    ]);
    bench.clock.advance(250);
    expect(times(bench)[2]).toEqual({ beganMs: 40, endedMs: 40 });
    expect(bench.store.commits).toBe(4);
  });

  it.each([
    ['hang', hang(), { beganMs: null, endedMs: null }],
    ['hang in the body', hang({ when: 'in-body', reply: 200, body: 'sixsix' }), { beganMs: 0, endedMs: null }],
    ['reset', reset('before-headers'), { beganMs: null, endedMs: null }],
    ['reset in the body', reset('in-body', { body: 'sixsix' }), { beganMs: 0, endedMs: null }],
  ] as const)('says of a %s which of both never was', async (_what, step, answer) => {
    const bench = await setUpReceiver();
    onTestFinished(() => bench.close());
    bench.store.addRoute('/hooks', [step]);
    const client = bench.client().write(GET);
    await expect.poll(() => bench.store.commits).toBe(1);
    client.socket.end();
    await client.end();
    await expect
      .poll(() => {
        bench.clock.advance(250);
        return times(bench);
      })
      .toEqual([answer]);
  });
});
