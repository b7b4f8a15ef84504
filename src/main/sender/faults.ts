import type { Fault } from '../../shared/model/outcome';
import { sayDuration } from '../../shared/words/duration';
import type { Deadline } from './deadlines';
import type { Leg } from './dial';
import { tlsDetail } from './tls-words';

/** A fault by its name (R14), and what happened in plain words. */
export type Named = { readonly fault: Fault; readonly detail: string };

/** How far an exchange had come when it failed. */
export type Progress = {
  readonly host: string;
  readonly secure: boolean;
  /** Connections go through a proxy, and `tried` and `remote` are its. */
  readonly proxied: boolean;
  readonly reused: boolean;
  readonly resolved: boolean;
  /** `address:port` of every connection attempt, in order. */
  readonly tried: readonly string[];
  /** The peer, once TCP was connected. */
  readonly remote: string | null;
  readonly connected: boolean;
  readonly sent: boolean;
  readonly written: boolean;
  readonly headers: boolean;
  /** Bytes from the peer: all of them, and those of the body. */
  readonly bytes: number;
  readonly bodyBytes: number;
};

/** What went wrong on the way to a proxy, or what it said instead of opening a tunnel. */
export class ProxyError extends Error {
  readonly leg: Leg;
  readonly remote: string | null;
  readonly error: Error | null;
  readonly says: string;

  constructor(leg: Leg, remote: string | null, error: Error | null, says: string) {
    super('The proxy gave no connection.');
    this.leg = leg;
    this.remote = remote;
    this.error = error;
    this.says = says;
  }
}

/** A connection that did not come about. */
export function connectFault(error: Error, progress: Progress): Named {
  if (error instanceof ProxyError) return proxyFault(error, progress);
  const causes = error instanceof AggregateError ? error.errors.filter((cause) => cause instanceof Error) : [error];
  const codes = causes.map(codeOf);
  if (causes.some((cause) => read(cause, 'syscall') === 'getaddrinfo')) return dnsFault(progress.host, codes[0] ?? '');
  if (progress.remote !== null && progress.secure) {
    return { fault: 'tls', detail: tlsDetail(error, codeOf(error), progress.host) };
  }
  const where = listed(progress.tried.length > 0 ? progress.tried : causes.flatMap(addressOf)) || progress.host;
  if (codes.includes('ECONNREFUSED')) {
    const others = causes.filter((cause) => codeOf(cause) !== 'ECONNREFUSED').map((cause) => reasonOf(codeOf(cause)));
    const also = others.length === 0 ? '' : ` (${[...new Set(others)].join(', ')} on the rest)`;
    return { fault: 'refused', detail: `Connection refused${also}: ${where}. ${advice(progress)}` };
  }
  if (codes.includes('ETIMEDOUT')) return { fault: 'connect-timeout', detail: `No answer from ${where}.` };
  if (codes.includes('ECONNRESET')) return { fault: 'reset', detail: `Reset while connecting to ${where}.` };
  return { fault: 'refused', detail: `No connection to ${where}: ${reasonOf(codes[0] ?? '')}.` };
}

function proxyFault({ leg, remote, error, says }: ProxyError, progress: Progress): Named {
  const { host, port, tls } = leg;
  if (error === null) return { fault: 'refused', detail: `The proxy ${addressPort(host, port)} ${says}.` };
  const { fault, detail } = connectFault(error, { ...progress, host, secure: tls !== null, remote });
  return { fault, detail: `Proxy: ${detail}` };
}

/** An exchange that failed on a usable connection. */
export function exchangeFault(error: Error, progress: Progress): Named {
  const code = codeOf(error);
  if (isTlsCode(code)) return { fault: 'tls', detail: tlsDetail(error, code, progress.host) };
  const wrong = parserDetail(error, code);
  if (wrong !== null && !(progress.headers && isCut(error, code))) return { fault: 'invalid-http', detail: wrong };
  const how = code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'closed';
  return { fault: 'reset', detail: cutDetail(how, progress) };
}

/** A clock of the policy that ran out. */
export function timeoutFault({ limit, limitMs }: Deadline, progress: Progress): Named {
  const span = sayDuration(limitMs);
  if (!progress.connected) return { fault: 'connect-timeout', detail: unconnected(span, progress) };
  if (limit === 'inactivity') {
    return { fault: 'inactivity-timeout', detail: `Nothing came for ${span}. ${soFar(progress)}` };
  }
  if (progress.headers) {
    return { fault: 'response-timeout', detail: `The body did not end in ${span}; ${bytes(progress.bodyBytes)} came.` };
  }
  if (!progress.written) {
    return { fault: 'response-timeout', detail: `The server did not read the whole request in ${span}.` };
  }
  return { fault: 'response-timeout', detail: `No headers in ${span}. ${soFar(progress)}` };
}

function dnsFault(host: string, code: string): Named {
  if (code === 'EAI_AGAIN') {
    return { fault: 'dns', detail: `No name server answered for “${host}”. Check the network.` };
  }
  return { fault: 'dns', detail: `The name “${host}” was not found. Check its spelling.` };
}

function unconnected(span: string, { host, secure, proxied, resolved, tried, remote }: Progress): string {
  if (proxied) {
    return remote === null
      ? `No connection to the proxy in ${span}${tried.length === 0 ? '' : `: ${listed(tried)}`}.`
      : `Connected to the proxy ${remote}, but not through it to ${host} in ${span}.`;
  }
  if (remote !== null && secure) return `Connected to ${remote}, but the TLS handshake did not end in ${span}.`;
  if (!resolved && tried.length === 0) return `The name “${host}” was not resolved in ${span}.`;
  return `No connection in ${span}: ${listed(tried) || host}.`;
}

function cutDetail(how: 'reset' | 'closed', progress: Progress): string {
  if (!progress.sent) return `Connection ${how} before the request was sent.`;
  if (progress.headers) return `Connection ${how} in the body after ${bytes(progress.bodyBytes)}.`;
  if (progress.bytes > 0) return `Connection ${how} inside the headers after ${bytes(progress.bytes)}.`;
  if (progress.reused) return `Connection ${how} on a reused socket (the request may have been processed).`;
  return `Connection ${how} before any answer (the request may have been processed).`;
}

function parserDetail(error: Error, code: string): string | null {
  if (error.name === 'HTTPParserError') {
    const reason = /\((.+)\)$/.exec(error.message)?.[1];
    return `The answer is not HTTP/1.1${reason === undefined ? '' : ` (${reason})`}.`;
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'The answer has two lengths that differ.';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'The header block of the answer is too long.';
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad upgrade') {
    return 'The server switched protocols (101), which was not asked for.';
  }
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') {
    return 'The server sent an answer that belongs to no request.';
  }
  return null;
}

/** The parser's words for a body that ended before its length, or before its last chunk. */
const isCut = (error: Error, code: string): boolean =>
  code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error.message.includes('Invalid EOF state');

const isTlsCode = (code: string): boolean => code.startsWith('ERR_SSL_') || code === 'EPROTO';

const soFar = ({ bytes: count }: Progress): string => (count === 0 ? 'No byte came.' : `${bytes(count)} came.`);

const bytes = (count: number): string => `${count} ${count === 1 ? 'byte' : 'bytes'}`;

const advice = ({ proxied, tried }: Progress): string => {
  if (proxied) return 'Is the proxy running?';
  return tried.every((address) => address.startsWith('127.') || address.startsWith('[::1]'))
    ? 'Is your server running?'
    : 'Nothing listens there, or a firewall refuses.';
};

const REASONS: Readonly<Record<string, string>> = {
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  EADDRNOTAVAIL: 'the address cannot be reached from this machine',
  EAFNOSUPPORT: 'this machine has no such address family',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'reset',
  EMFILE: 'this machine has no free sockets',
  ENFILE: 'this machine has no free sockets',
};

const reasonOf = (code: string): string => REASONS[code] ?? (code === '' ? 'unknown reason' : code);

const listed = (addresses: readonly string[]): string => [...new Set(addresses)].join(' and ');

function addressOf(error: Error): readonly string[] {
  const address = read(error, 'address');
  const port = read(error, 'port');
  return typeof address === 'string' && typeof port === 'number' ? [addressPort(address, port)] : [];
}

/** `127.0.0.1:80`, `[::1]:80`. */
export const addressPort = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const codeOf = (error: Error): string => {
  const code = read(error, 'code');
  return typeof code === 'string' ? code : '';
};

const read = (error: Error, key: string): unknown => Reflect.get(error, key);
