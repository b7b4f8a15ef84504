import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * The system's resolver, but `localhost` and names below it are always both loopback addresses (RFC 6761, 6.3): a
 * hosts file that knows one family only would hide a server that listens on the other.
 */
export const resolveHost: LookupFunction = (hostname, options, callback) => {
  if (!/^(?:.+\.)?localhost\.?$/i.test(hostname)) {
    systemLookup(hostname, options, callback);
    return;
  }
  const wanted = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
  const addresses = LOOPBACK.filter(({ family }) => wanted === 0 || family === wanted);
  process.nextTick(() => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '127.0.0.1', addresses[0]?.family ?? 4);
  });
};
