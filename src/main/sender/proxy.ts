import type { LookupFunction, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type DialUser, dial, type Leg, readyEvent, remoteOf, serverName } from './dial';
import { addressPort, ProxyError } from './faults';

/** A proxy’s answer to CONNECT is a few lines. Bytes. */
const LONGEST_ANSWER = 16_384;
/** What is set for an endpoint is for the endpoint: the proxy is trusted as this machine trusts any server. */
const PROXY_TLS: ConnectionOptions = { ALPNProtocols: ['http/1.1'] };

/** The leg to a proxy, from its URL. */
export function proxyLeg(url: string): Leg {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    tls: secure ? PROXY_TLS : null,
  };
}

/** What becomes of a connection through a proxy. */
export type ThroughUser = DialUser & {
  onTcp(remote: string): void;
  /** The connection to the target, and the proxy's address. */
  onReady(socket: Socket, remote: string): void;
  /** Of the leg on which it happened; on the proxy's it is a `ProxyError` until the connection is ready. */
  onError(error: Error): void;
};

/**
 * Connects to a target through a proxy: by a tunnel (CONNECT) for https, with the target's TLS inside of it, and as it
 * is for http, whose requests then name the whole URL. Returns how to give it up.
 */
export function connectThrough(proxy: Leg, target: Leg, lookup: LookupFunction, user: ThroughUser): () => void {
  const outer = dial(proxy, lookup, user);
  let inner: Socket | null = null;
  let remote: string | null = null;
  let ready = false;
  const giveUp = (): void => {
    inner?.destroy();
    outer.destroy();
  };
  const done = (socket: Socket, at: string): void => {
    ready = true;
    user.onReady(socket, at);
  };
  const refuse = (why: string): void => {
    if (!ready && inner === null) user.onError(new ProxyError(proxy, remote, null, why));
  };
  outer.once('connect', () => {
    remote = remoteOf(outer);
  });
  outer.on('error', (error) => {
    user.onError(ready || inner !== null ? error : new ProxyError(proxy, remote, error, ''));
  });
  outer.once(readyEvent(proxy), () => {
    const at = remote ?? remoteOf(outer);
    user.onTcp(at);
    const { tls } = target;
    if (tls === null) {
      done(outer, at);
      return;
    }
    outer.once('close', () => refuse('closed the connection without an answer'));
    openTunnel(outer, addressPort(target.host, target.port), refuse, () => {
      const { host } = target;
      // The host is what the certificate is compared with where no name is sent.
      const socket = connectTls({ ...tls, socket: outer, host, servername: serverName(host) });
      inner = socket;
      socket.on('error', user.onError);
      socket.once('secureConnect', () => done(socket, at));
    });
  });
  return giveUp;
}

function openTunnel(outer: Socket, authority: string, refuse: (why: string) => void, opened: () => void): void {
  let head = '';
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end === -1 && head.length <= LONGEST_ANSWER) return;
    outer.off('data', read);
    outer.pause();
    const [, status = '', reason = ''] = /^HTTP\/1\.[01] (\d{3}) ?([^\r\n]*)/.exec(head) ?? [];
    if (end === -1 || status === '') refuse('did not answer in HTTP');
    else if (!status.startsWith('2')) refuse(`opens no tunnel to ${authority}: ${`${status} ${reason}`.trim()}`);
    else {
      const rest = head.slice(end + 4);
      if (rest !== '') outer.unshift(Buffer.from(rest, 'latin1'));
      opened();
    }
  };
  outer.on('data', read);
  outer.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
}
