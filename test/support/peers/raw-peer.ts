import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A request as it stood on the wire. */
export type RawRequest = {
  /** Request line and fields, latin1, without the blank line. */
  readonly head: string;
  readonly body: Buffer;
  /** Which connection it came on, and which of that connection's requests it is; both from 1. */
  readonly connection: number;
  readonly nth: number;
};

export type RawPeer = {
  readonly port: number;
  /** Every whole request that came, in order. */
  readonly requests: readonly RawRequest[];
  readonly connections: () => number;
  /** Resolves when `count` requests have come in all. */
  readonly received: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type RawPeerOptions = {
  readonly host?: string;
  readonly port?: number;
  /** Speaks TLS. */
  readonly tls?: TlsOptions;
  /** Called with every connection before anything is read. Return false to take over: no requests are read. */
  readonly connected?: (socket: Socket) => boolean | undefined;
  /** Called with every whole request; writes whatever bytes the test is about. */
  readonly answer?: (socket: Socket, request: RawRequest) => void;
};

/** A server without any idea of HTTP but where a request ends: answers are the bytes that the test writes. */
export async function rawPeer({
  host = '127.0.0.1',
  port = 0,
  tls,
  connected,
  answer,
}: RawPeerOptions): Promise<RawPeer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let connections = 0;

  const onRequest = (socket: Socket, request: RawRequest): void => {
    requests.push(request);
    answer?.(socket, request);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
  };

  const onConnection = (socket: Socket): void => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (connected?.(socket) === false) return;
    let held = Buffer.alloc(0);
    let nth = 0;
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, Buffer.from(chunk)]);
      for (;;) {
        const end = held.indexOf('\r\n\r\n');
        if (end === -1) return;
        const head = held.toString('latin1', 0, end);
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (held.length < end + 4 + length) return;
        const body = held.subarray(end + 4, end + 4 + length);
        held = held.subarray(end + 4 + length);
        nth += 1;
        onRequest(socket, { head, body, connection, nth });
      }
    });
  };

  const server: Server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  // A broken handshake is news for the client under test, not for this server.
  server.on('tlsClientError', () => {});
  if (tls !== undefined) server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, noDelay: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The peer has no port.');

  return {
    port: address.port,
    requests,
    connections: () => connections,
    received: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A port of 127.0.0.1 on which nothing listens: one that was given to us and closed again. */
export async function closedPort(): Promise<number> {
  const peer = await rawPeer({});
  await peer.close();
  return peer.port;
}
