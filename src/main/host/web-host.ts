import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';
import { LIMITS } from '../../shared/contract/limits';
import { Refusal } from '../../shared/model/problem';
import { namesThisHost } from './api/gate';
import type { App } from './assemble';
import { serveChannel } from './channel';
import { endingOf, LOOPBACK, lastPortFrom, listenOn, MOST_CONNECTIONS, portOf, SERVER_LIMITS } from './loopback';
import { sameToken } from './token';

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
  readonly port: number;
  /** When the port is taken: the next free one (true), or a refusal (false). */
  readonly orNext: boolean;
  /** The folder of the built pages. */
  readonly pagesUrl: URL;
};

/**
 * Serves the pages, the channel and the local API on loopback. A request must name this host (against DNS rebinding), a channel
 * must come from our own page and bring the token of the printed URL.
 * @throws Refusal `port-in-use`
 */
export async function openWebHost(options: WebHostOptions): Promise<WebHost> {
  const { api } = options.app;
  const pages = sirv(fileURLToPath(options.pagesUrl), { dev: false, etag: true });
  const server = createServer(SERVER_LIMITS, (request, response) => {
    if (api.api.takes(request)) {
      void api.api.answer(request, response);
      return;
    }
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    if (!namesThisHost(request, portOf(server))) {
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('This address is not served here. Use the URL that Retryscope printed.\n');
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' })
        .end('Pages are only read. The local API is below /v1.\n');
      return;
    }
    pages(request, response, () => {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('There is nothing here. Use the URL that Retryscope printed.\n');
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  const endConnections = endingOf(server);
  const channels = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.commandBytes,
    handleProtocols: () => 'retryscope',
  });
  server.on('upgrade', (request, socket, head) => {
    const refused = whyRefused(request, portOf(server), api.token());
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
  // Later, so that the page that asked for it has it by then and comes back with it.
  api.onNewToken(() =>
    setImmediate(() => {
      for (const client of channels.clients) client.close();
    }),
  );
  const last = options.orNext ? lastPortFrom(options.port) : options.port;
  if (!(await listenOn(server, options.port, last))) throw portTaken(options.port, last);
  const at = `http://${LOOPBACK}:${portOf(server)}`;
  api.servedByPage(at);
  return {
    url: `${at}/#token=${api.token()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of channels.clients) client.terminate();
        api.api.endStreams();
        endConnections();
      }),
  };
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

const portTaken = (port: number, last: number): Refusal =>
  new Refusal({
    code: 'port-in-use',
    message:
      last > port
        ? `Ports ${port} to ${last} of ${LOOPBACK} are taken. Choose another with --port.`
        : `Port ${port} of ${LOOPBACK} is taken. Choose another with --port, or leave the option out to take the next free one.`,
  });
