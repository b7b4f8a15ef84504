import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';
import { LIMITS } from '../../shared/contract/limits';
import { Refusal } from '../../shared/model/problem';
import type { App } from './assemble';
import { serveChannel } from './channel';
import { readToken, sameToken } from './token';

const HOST = '127.0.0.1';
const NEXT_PORTS = 20;
/** A client that does not read its frames is cut off at this backlog, and asks for a snapshot when it is back. */
const MOST_BACKLOG_BYTES = 32 * 1_048_576;

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  [
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

export type WebHost = { readonly url: string; readonly close: () => Promise<void> };

export type WebHostOptions = {
  readonly app: App;
  readonly dataDir: string;
  readonly port: number;
  /** When the port is taken: the next free one (true), or a refusal (false). */
  readonly orNext: boolean;
  /** The folder of the built pages. */
  readonly pagesUrl: URL;
};

/**
 * Serves the pages and the channel on loopback. A request must name this host (against DNS rebinding), a channel
 * must come from our own page and bring the token of the printed URL.
 * @throws Refusal `port-in-use`
 */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const token = readToken(options.dataDir);
  const pages = sirv(fileURLToPath(options.pagesUrl), { dev: false, etag: true });
  const server = createServer((request, response) => {
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    if (!namesThisHost(request, portOf(server))) {
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('This address is not served here. Use the URL that Retryscope printed.\n');
      return;
    }
    pages(request, response, () => {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('There is nothing here. Use the URL that Retryscope printed.\n');
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const channels = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.commandBytes,
    handleProtocols: () => 'retryscope',
  });
  server.on('upgrade', (request, socket, head) => {
    const refused = whyRefused(request, portOf(server), token);
    if (refused !== null) {
      turnAway(socket, refused);
      return;
    }
    channels.handleUpgrade(request, socket, head, (client) => {
      client.on('error', (error) => options.app.onError(error));
      serveChannel(
        {
          post: (text) => {
            if (client.bufferedAmount > MOST_BACKLOG_BYTES) client.terminate();
            else if (client.readyState === client.OPEN) client.send(text);
          },
          onText: (listener) => client.on('message', (data) => listener(String(data))),
          onClose: (listener) => client.on('close', listener),
        },
        options.app,
      );
    });
  });
  await listen(server, options.port, options.orNext);
  return {
    url: `http://${HOST}:${portOf(server)}/#token=${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of channels.clients) client.terminate();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function namesThisHost(request: IncomingMessage, port: number): boolean {
  const host = request.headers.host ?? '';
  return host === `${HOST}:${port}` || host === `localhost:${port}`;
}

function whyRefused(request: IncomingMessage, port: number, token: string): string | null {
  if (!namesThisHost(request, port)) return 'this host is not served here';
  if (request.headers.origin !== `http://${request.headers.host}`) return 'the page is not ours';
  if (request.url !== '/channel') return 'there is no such channel';
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  return offered[0] === 'retryscope' && sameToken(offered[1] ?? '', token) ? null : 'the token is missing or wrong';
}

function turnAway(socket: Duplex, why: string): void {
  // Whoever is turned away may be gone already, and an error that nobody hears would end this process.
  socket.on('error', () => socket.destroy());
  const body = `${why}\n`;
  socket.end(
    `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

async function listen(server: Server, port: number, orNext: boolean): Promise<void> {
  const last = orNext ? Math.min(65_535, port + NEXT_PORTS) : port;
  for (let candidate = port; candidate <= last; candidate++) {
    if (await tryListen(server, candidate)) return;
  }
  throw new Refusal({
    code: 'port-in-use',
    message: orNext
      ? `Ports ${port} to ${last} of ${HOST} are taken. Choose another with --port.`
      : `Port ${port} of ${HOST} is taken. Choose another with --port, or leave the option out to take the next free one.`,
  });
}

function tryListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, HOST, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}
