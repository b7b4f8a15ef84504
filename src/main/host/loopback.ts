import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const LOOPBACK = '127.0.0.1';
const NEXT_PORTS = 20;

/** Bounds of what a client may keep open, and for how long: bytes, real ms. */
export const SERVER_LIMITS: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
export const MOST_CONNECTIONS = 256;

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The last port that is tried from a wanted one on. */
export const lastPortFrom = (port: number): number => Math.min(65_535, port + NEXT_PORTS);

/** Listens on loopback at the first free port of `port` to `last`. Returns false when all of them are taken. */
export async function listenOn(server: Server, port: number, last: number): Promise<boolean> {
  for (let candidate = port; candidate <= last; candidate++) {
    if (await tryListen(server, candidate)) return true;
  }
  return false;
}

function tryListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, LOOPBACK, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

/** Keeps account of a server's connections. What comes back ends them all at once. */
export function endingOf(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
