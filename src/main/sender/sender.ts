import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { type Client, Pool } from 'undici';
import { NO_TIMINGS, type Outcome } from '../../shared/model/outcome';
import type { Sender, SendRequest, SendResult, SystemClock, TlsOptions } from '../engine/ports';
import { Exchange } from './exchange';
import { composeHead, readTarget, type Target, type Unsendable } from './head';
import { LineClient } from './line';
import { resolveHost } from './lookup';
import { proxyLeg } from './proxy';
import { Stops } from './stops';

/** Pools kept at most; beyond it those without a request in flight are closed. */
const POOLS_KEPT = 128;
/** URLs that were read, kept at most. */
const TARGETS_KEPT = 1_024;
/** The answer's header block, bytes. */
const MAX_HEADER_BYTES = 65_536;

/** Every clock of the client is off: the policy's clocks are ours. One request at a time on a connection. */
const CLIENT_OPTIONS = {
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: MAX_HEADER_BYTES,
} satisfies Client.Options;

export type SenderOptions = {
  readonly clock: SystemClock;
  /** How names become addresses; the system's resolver when it is absent. */
  readonly lookup?: LookupFunction;
};

/** Sends over HTTP/1.1 with one pool of connections per origin (and TLS options and proxy). Nothing is ever sent twice. */
export function makeSender({ clock, lookup = resolveHost }: SenderOptions): Sender {
  const pools = new Map<string, Pool>();
  const targets = new Map<string, Target | Unsendable>();
  const stops = new Stops();
  let closed = false;

  const targetOf = (url: string): Target | Unsendable => {
    const known = targets.get(url);
    if (known !== undefined) return known;
    if (targets.size >= TARGETS_KEPT) targets.clear();
    const read = readTarget(url);
    targets.set(url, read);
    return read;
  };

  /** Null when the TLS options cannot be read. */
  const poolFor = ({ origin, secure }: Target, { tls, proxy = '' }: SendRequest): Pool | null => {
    const key =
      tls === undefined && proxy === '' ? origin : `${origin} ${tls === undefined ? '' : fingerprint(tls)} ${proxy}`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const connection = secure ? connectionOptions(tls ?? {}) : {};
    if (connection === null) return null;
    const lineOptions = { lookup, tls: connection, proxy: proxy === '' ? null : proxyLeg(proxy) };
    const pool = new Pool(origin, {
      factory: (url) => new LineClient(url, lineOptions, CLIENT_OPTIONS),
    });
    if (pools.size >= POOLS_KEPT) closeIdle(pools);
    pools.set(key, pool);
    return pool;
  };

  return {
    send(request, signal) {
      if (signal.aborted || closed) return nothingSent({ kind: 'interrupted', by: 'stopped', tookMs: 0 });
      const target = targetOf(request.url);
      if (!target.ok) return nothingSent(unsendable(target));
      const throughProxy = request.proxy !== undefined && !target.secure;
      const head = composeHead(request, throughProxy ? target.absoluteTarget : target.target);
      if (!head.ok) return nothingSent(unsendable(head));
      const pool = poolFor(target, request);
      if (pool === null) return nothingSent(unsendable(UNREADABLE_TLS));
      return new Promise((done) => new Exchange({ clock, request, target, head, pool, signal, stops, done }).begin());
    },

    async close() {
      closed = true;
      const closing = [...pools.values()].map((pool) => pool.destroy());
      pools.clear();
      await Promise.all(closing);
    },
  };
}

const UNREADABLE_TLS: Unsendable = {
  ok: false,
  fault: 'tls',
  detail: 'Nothing was sent. The custom CA, the client certificate or its key cannot be read.',
};

const unsendable = ({ fault, detail }: Unsendable): Outcome => ({ kind: 'no-response', fault, detail, tookMs: 0 });

const nothingSent = (outcome: Outcome): Promise<SendResult> =>
  Promise.resolve({ outcome, response: null, timings: NO_TIMINGS, interim: null, remote: null });

function closeIdle(pools: Map<string, Pool>): void {
  for (const [key, pool] of pools) {
    if (pool.stats.size > 0) continue;
    pools.delete(key);
    void pool.close();
  }
}

/** One TLS context per pool: making one per connection would read all roots each time. Null when a PEM is bad. */
function connectionOptions({ ca, cert, key, verify }: TlsOptions): ConnectionOptions | null {
  try {
    const secureContext = createSecureContext({ ca, cert, key });
    return { secureContext, rejectUnauthorized: verify !== false, ALPNProtocols: ['http/1.1'] };
  } catch {
    return null;
  }
}

const fingerprints = new WeakMap<TlsOptions, string>();

function fingerprint(tls: TlsOptions): string {
  const known = fingerprints.get(tls);
  if (known !== undefined) return known;
  const text = JSON.stringify([tls.ca, tls.cert, tls.key, tls.verify]);
  const print = createHash('sha256').update(text).digest('hex');
  fingerprints.set(tls, print);
  return print;
}
