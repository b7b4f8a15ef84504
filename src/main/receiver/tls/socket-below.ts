import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * The TCP socket below a TLS socket, and a TCP socket itself: it alone can reset its connection, and still knows its
 * peer and what was read once the connection is gone. (Not in the types, but in Node since 0.11.)
 */
export function socketBelow(socket: Duplex): Socket | null {
  const below: unknown = Reflect.get(socket, '_parent');
  if (below instanceof Socket) return below;
  return socket instanceof Socket ? socket : null;
}
