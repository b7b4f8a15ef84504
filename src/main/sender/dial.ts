import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { addressPort } from './faults';

/** RFC 8305: how long one address may keep the next one waiting. Milliseconds. */
const NEXT_ADDRESS_MS = 250;
const TCP_KEEP_ALIVE_MS = 60_000;

/** Where a connection goes; `tls` null speaks none. */
export type Leg = { readonly host: string; readonly port: number; readonly tls: ConnectionOptions | null };

/** What is told of a connection on its way. */
export type DialUser = { onResolved(): void; onTrying(address: string): void };

/** Begins a connection over whichever address family answers. */
export function dial({ host, port, tls }: Leg, lookup: LookupFunction, user: DialUser): Socket {
  const options = {
    host,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
    lookup: heard(lookup, user),
  };
  const socket = tls === null ? connectTcp(options) : connectTls({ ...tls, ...options, servername: serverName(host) });
  socket.on('connectionAttempt', (address: string, attemptPort: number) =>
    user.onTrying(addressPort(address, attemptPort)),
  );
  return socket;
}

/** The event that says that a leg can be spoken on. */
export const readyEvent = ({ tls }: Leg): 'connect' | 'secureConnect' => (tls === null ? 'connect' : 'secureConnect');

/** TLS names a host only when it is a name (RFC 6066, 3). */
export const serverName = (host: string): string => (isIP(host) === 0 ? host : '');

export const remoteOf = (socket: Socket): string => addressPort(socket.remoteAddress ?? '', socket.remotePort ?? 0);

const heard =
  (lookup: LookupFunction, user: DialUser): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, options, (error, address, family) => {
      if (error === null) user.onResolved();
      done(error, address, family);
    });
