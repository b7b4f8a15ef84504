import { createServer, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Problem } from '../../shared/model/problem';
import { Refusal } from '../../shared/model/problem';
import type { ReceiverBounds } from './bounds';
import type { makeExchange } from './exchange';
import { holderOf, nextFreePort } from './port-holder';
import type { ServerCertificate } from './tls/authority';

/** A server that holds its port. */
export type Listening = {
  readonly host: string;
  readonly port: number;
  /** Takes no more connections. */
  stopAccepting(): void;
  /** Destroys what is still connected; done when the port is free. */
  close(): Promise<void>;
};

const PORTS_TRIED = 20;

/**
 * @param certificate over https: what the port shows now; asked again when that is near its end
 * @throws Refusal `port-in-use` or `unavailable`: which port, who holds it, what to do
 */
export async function listenOn(
  wanted: { readonly host: string; readonly port: number },
  exchange: ReturnType<typeof makeExchange>,
  bounds: ReceiverBounds,
  trouble: (problem: Problem) => void,
  certificate: (() => ServerCertificate) | null = null,
): Promise<Listening> {
  const options = {
    insecureHTTPParser: false,
    maxHeaderSize: bounds.readHeaderBytes,
    // A request without Host is seen and answered like any other.
    requireHostHeader: false,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: bounds.checkEveryMs,
    keepAliveTimeout: bounds.idleMs,
    noDelay: true,
  };
  const sockets = new Set<Socket>();
  const server = certificate === null ? createServer(options) : secureServer(options, certificate, bounds);
  server.maxHeadersCount = 0;
  server.maxConnections = bounds.connections;
  // A sender that ends its side after the request still reads the answer (not in the types, but in Node since 0.x).
  Object.assign(server, { httpAllowHalfOpen: true });

  server.on('request', exchange.request);
  // Without a listener Node would answer 417 by itself, and the request would be seen by nobody.
  server.on('checkExpectation', exchange.request);
  server.on('connect', exchange.tunnel);
  // Over https, what is wrong with a handshake comes this way too.
  server.on('clientError', exchange.unreadable);

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    if (certificate === null) exchange.opened(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  if (certificate !== null) server.on('secureConnection', exchange.opened);
  server.on('drop', () =>
    trouble({
      code: 'unavailable',
      message: `The receiver has ${bounds.connections} open connections, its limit, and turned one away. Close some at the sender.`,
    }),
  );

  const { port } = await bind(server, wanted);
  server.on('error', (error) =>
    trouble({ code: 'unavailable', message: `The receiver on port ${port} reports: ${error.message}.` }),
  );
  let closed: Promise<void> | null = null;
  const stopAccepting = (): void => {
    exchange.closing();
    closed ??= new Promise((resolve) => server.close(() => resolve()));
  };
  return {
    host: wanted.host,
    port,
    stopAccepting,
    close: async () => {
      stopAccepting();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Its certificate is made anew before it ends, by the first who connects then. */
function secureServer(
  options: ServerOptions,
  certificate: () => ServerCertificate,
  bounds: ReceiverBounds,
): SecureServer {
  let shown = certificate();
  const server = createSecureServer({
    ...options,
    ...shown.options,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: bounds.headersMs,
  });
  server.on('connection', (socket: Socket) => {
    // Read once, the peer's address is still known when the handshake has failed.
    void socket.remoteAddress;
    const now = certificate();
    if (now === shown) return;
    shown = now;
    server.setSecureContext(now.options);
  });
  return server;
}

function bind(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      refusalFor(error, host, port).then(reject, reject);
    };
    server.once('error', fail);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', fail);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no TCP address'));
      else resolve(address);
    });
  });
}

async function refusalFor(error: NodeJS.ErrnoException, host: string, port: number): Promise<Refusal> {
  if (error.code === 'EADDRINUSE') {
    const [holder, next] = await Promise.all([holderOf(port), nextFreePort(host, port, PORTS_TRIED)]);
    const by = holder === null ? '' : ` by ${holder.name} (pid ${holder.pid})`;
    const remedy = next === null ? 'Choose another port.' : `Use ${next}.`;
    return new Refusal({ code: 'port-in-use', field: 'port', message: `Port ${port} is taken${by}. ${remedy}` });
  }
  if (error.code === 'EACCES') {
    return new Refusal({
      code: 'unavailable',
      field: 'port',
      message: `This user may not listen on port ${port}. Choose a port above 1023.`,
    });
  }
  return new Refusal({
    code: 'unavailable',
    field: 'port',
    message: `The receiver cannot listen on ${host}:${port}: ${error.message}. Choose another port.`,
  });
}
