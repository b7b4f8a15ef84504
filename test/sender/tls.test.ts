import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TlsOptions } from '../../src/main/engine/ports';
import { makeAuthority, makeLeaf, type Pair } from '../support/peers/certificates';
import { faultOf, KESTREL, never, OK, peer, requestTo, sender, sendOnce } from './requests';

let authority: Pair;
let good: Pair;
let trusting: TlsOptions;

beforeAll(async () => {
  authority = await makeAuthority();
  good = await makeLeaf({ authority, names: ['localhost'] });
  trusting = { ca: authority.cert };
});

const answering = (tls: Parameters<typeof peer>[0]['tls']) =>
  peer({ ...(tls === undefined ? {} : { tls }), answer: (socket) => socket.write(OK) });

describe('TLS with a certificate of a trusted authority', () => {
  it('works by address and by name, and the handshake is timed', async () => {
    const { port } = await answering(good);
    for (const host of ['127.0.0.1', 'localhost']) {
      const result = await sendOnce({ url: `https://${host}:${port}/`, tls: trusting });
      expect(result.outcome).toMatchObject({ kind: 'response', status: 200 });
      expect(result.timings.tlsMs).toBeGreaterThan(0);
      expect(result.timings.writeMs).toBeGreaterThanOrEqual(0);
      expect(result.remote).toBe(`127.0.0.1:${port}`);
    }
  });

  it('sends a large body whole', async () => {
    const target = await answering(good);
    const body = new Uint8Array(1_048_576).map((_, i) => i * 7);
    const result = await sendOnce({ url: `https://127.0.0.1:${target.port}/`, tls: trusting, body });
    expect(result.outcome).toMatchObject({ status: 200 });
    expect(target.requests[0]?.body.equals(body)).toBe(true);
  });

  it('names the host only when it is a name (SNI)', async () => {
    const seen: unknown[] = [];
    const { port } = await peer({
      tls: good,
      answer: (socket) => {
        seen.push(Reflect.get(socket, 'servername'));
        socket.write(OK);
      },
    });
    await sendOnce({ url: `https://127.0.0.1:${port}/`, tls: trusting });
    await sendOnce({ url: `https://localhost:${port}/`, tls: trusting });
    expect(seen).toEqual([false, 'localhost']);
  });
});

describe('a TLS check that fails is told by name', () => {
  it('expired', async () => {
    const { port } = await answering(await makeLeaf({ authority, expired: true }));
    expect(faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/`, tls: trusting }))).toEqual({
      fault: 'tls',
      detail: 'The certificate has expired. (CERT_HAS_EXPIRED)',
    });
  });

  it('wrong host', async () => {
    const { port } = await answering(await makeLeaf({ authority, names: ['other.test'], addresses: [] }));
    expect(faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/`, tls: trusting }))).toEqual({
      fault: 'tls',
      detail: 'The certificate is for other.test, not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID).',
    });
  });

  it('self-signed', async () => {
    const { port } = await answering(await makeLeaf());
    expect(faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/` }))).toEqual({
      fault: 'tls',
      detail: 'The certificate is self-signed and not trusted here. (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
  });

  it('unknown authority', async () => {
    const { port } = await answering(good);
    const { fault, detail } = faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/` }));
    expect(fault).toBe('tls');
    expect(detail).toMatch(/^The certificate comes from an authority that is not known here/);
  });

  it('no shared version of TLS', async () => {
    const { port } = await answering({
      ...good,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });
    const { fault, detail } = faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/`, tls: trusting }));
    expect(fault).toBe('tls');
    expect(detail).toMatch(/^No shared TLS version/);
  });

  it('plain HTTP on the port', async () => {
    const { port } = await peer({
      connected: (socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
        return false;
      },
    });
    const { fault, detail } = faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/` }));
    expect(fault).toBe('tls');
    expect(detail).toMatch(/^The server does not speak TLS on this port\. Is the URL http instead of https\?/);
  });

  it('closed during the handshake', async () => {
    const { port } = await peer({
      connected: (socket) => {
        socket.once('data', () => socket.destroy());
        return false;
      },
    });
    expect(faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/` }))).toEqual({
      fault: 'tls',
      detail: 'The server closed the connection during the TLS handshake. (ECONNRESET)',
    });
  });

  it('a handshake that never ends is a connect time-out that says so', async () => {
    const { port } = await peer({ connected: () => false });
    const timeouts = { ...KESTREL, connectMs: 100 };
    expect(faultOf(await sendOnce({ url: `https://127.0.0.1:${port}/`, timeouts }))).toEqual({
      fault: 'connect-timeout',
      detail: `Connected to 127.0.0.1:${port}, but the TLS handshake did not end in 100 ms.`,
    });
  });
});

describe('TLS options of one endpoint', () => {
  it('verify false takes any certificate, and only where it is asked for', async () => {
    const { port } = await answering(await makeLeaf({ expired: true }));
    const one = sender();
    const url = `https://127.0.0.1:${port}/`;
    const lax = await one.send(requestTo({ url, tls: { verify: false } }), never());
    expect(lax.outcome).toMatchObject({ kind: 'response', status: 200 });
    const strict = await one.send(requestTo({ url }), never());
    expect(faultOf(strict).fault).toBe('tls');
  });

  it('a client certificate is shown to the server that asks', async () => {
    const client = await makeLeaf({ authority, names: ['client'], addresses: [] });
    const { port } = await answering({ ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    const url = `https://127.0.0.1:${port}/`;
    const known = await sendOnce({ url, tls: { ...trusting, cert: client.cert, key: client.key } });
    expect(known.outcome).toMatchObject({ kind: 'response', status: 200 });
    const { fault, detail } = faultOf(await sendOnce({ url, tls: trusting }));
    expect(fault).toBe('tls');
    expect(detail).toMatch(/^The server asks for a client certificate/);
  });

  it('that cannot be read end the attempt with the reason', async () => {
    const result = await sendOnce({ url: 'https://127.0.0.1:1/', tls: { cert: 'nonsense', key: 'nonsense' } });
    expect(faultOf(result)).toEqual({
      fault: 'tls',
      detail: 'Nothing was sent. The custom CA, the client certificate or its key cannot be read.',
    });
  });
});

describe('certificates made for these tests', () => {
  it('are served: a plain TCP client gets no HTTP from the TLS peer', async () => {
    const { port } = await answering(good);
    const socket = connect(port, '127.0.0.1');
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
      socket.write('POST / HTTP/1.1\r\nhost: x\r\n\r\n');
    });
    expect(answer).not.toContain('HTTP/1.1');
  });
});
