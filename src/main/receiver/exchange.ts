import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIMITS } from '../../shared/contract/limits';
import type { HeaderList } from '../../shared/model/header';
import type { RunId } from '../../shared/model/ids';
import type { CaptureTimings } from '../../shared/model/receiver';
import type { RouteTls } from '../../shared/model/route-tls';
import type { SystemClock } from '../engine/ports';
import { hundredths, timeAnswer } from './answer-times';
import type { ReceiverBounds } from './bounds';
import type { SeenRequest } from './decide';
import { deliveryKeyOf } from './delivery-key';
import type { GroupCommit } from './group-commit';
import { perform, textAnswerBytes } from './perform';
import { type HeldBytes, type ReadBody, readBody } from './read-body';
import { brokenHandshake, leftAfterHandshake } from './tls/handshake';
import { socketBelow } from './tls/socket-below';
import { type ParserError, type Refused, refusalOf, requestLineOf, tooLong } from './unreadable';

export type ExchangeParts = {
  /** What the port speaks: http, or https with one kind of certificate. */
  readonly door: RouteTls;
  readonly commit: GroupCommit;
  readonly clock: SystemClock;
  readonly runId: () => RunId;
  readonly virtualNow: () => number;
  readonly held: HeldBytes;
  readonly bounds: ReceiverBounds;
};

/** What is open on one connection. */
type Connection = {
  readonly remote: string;
  /** When it was opened, on the monotonic clock; null once a request has come over it. */
  openedAt: number | null;
  /** Over https: the handshake was whole. */
  everOpen: boolean;
  /** Answers that have not left yet: more than one when requests are pipelined. */
  unanswered: number;
  /** Called when the last of them has. */
  whenAnswered: (() => void) | null;
  /** Ends the newest request with a reason; false when it had come in whole, so that something after it is wrong. */
  refuseBroken: (refused: Refused) => boolean;
  /** Something unreadable came: whatever follows is not looked at. */
  over: boolean;
};

/** Requests of one server, from their first byte to their answer. */
export function makeExchange(parts: ExchangeParts) {
  const { door } = parts;
  let closing = false;
  const connections = new WeakMap<Duplex, Connection>();

  const connectionOf = (socket: Duplex): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      remote: remoteOf(socket),
      openedAt: null,
      everOpen: false,
      unanswered: 0,
      whenAnswered: null,
      refuseBroken: () => false,
      over: false,
    };
    connections.set(socket, connection);
    return connection;
  };

  /** One instant for one request: all that is decided about it reads this. */
  const seen = (
    request: Pick<SeenRequest, 'method' | 'target' | 'httpVersion' | 'headers' | 'trailers' | 'remote' | 'refused'>,
    { body, bodyBytes }: ReadBody,
    timings: CaptureTimings | null,
  ): SeenRequest => ({
    ...request,
    door,
    timings,
    runId: parts.runId(),
    body,
    bodyBytes,
    deliveryKey: deliveryKeyOf(request.headers, body, request.refused === null && body.length === bodyBytes),
    at: Math.floor(parts.virtualNow()),
    wallAt: parts.clock.wallMs(),
  });

  /** For sockets whose parser has given up or stepped back: the answer is written by hand, after earlier ones. */
  const withoutParser = (
    socket: Duplex,
    connection: Connection,
    request: Pick<SeenRequest, 'method' | 'target' | 'httpVersion' | 'headers' | 'refused'>,
    bytes: Uint8Array,
  ): void => {
    socket.on('error', () => socket.destroy());
    const what = seen(
      { ...request, trailers: [], remote: connection.remote },
      { body: bytes, bodyBytes: bytes.length },
      null,
    );
    parts.commit.add(what, (answer) => {
      const leave = (): void => {
        if (answer.kind !== 'text') {
          socket.destroy();
          return;
        }
        socket.end(textAnswerBytes(answer.status, answer.text));
        // Closing at once, with bytes unread, would reset the connection and take the answer with it.
        socket.resume();
        socket.on(
          'close',
          parts.clock.ring(parts.bounds.lingerMs, () => socket.destroy()),
        );
      };
      if (connection.unanswered === 0) leave();
      else connection.whenAnswered = leave;
    });
  };

  /** A connection to an https port that never became a request. */
  const noHandshake = (socket: Duplex, why: string): void => {
    const connection = connectionOf(socket);
    if (connection.over || closing) return;
    connection.over = true;
    withoutParser(socket, connection, { ...NO_LINE, headers: [], refused: { status: null, why } }, new Uint8Array());
  };

  /** Whether the bytes or the end that came are about TLS itself, and not about a request. */
  const isAboutTls = (connection: Connection): boolean =>
    door !== 'off' && (connection.openedAt !== null || !connection.everOpen);

  return {
    /** A connection, over https once its handshake is whole, before anything came over it. */
    opened(socket: Duplex): void {
      const connection = connectionOf(socket);
      connection.openedAt = parts.clock.elapsedMs();
      connection.everOpen = true;
      if (door === 'off') return;
      socket.on('close', () => {
        if (connection.openedAt !== null) noHandshake(socket, leftAfterHandshake(door));
      });
    },

    /** Whoever is cut off from now on was cut off by us. */
    closing(): void {
      closing = true;
    },

    /** A request whose headers are readable. */
    request(request: IncomingMessage, response: ServerResponse): void {
      const connection = connectionOf(request.socket);
      const headersAt = parts.clock.elapsedMs();
      const headersMs = connection.openedAt === null ? null : hundredths(headersAt - connection.openedAt);
      connection.openedAt = null;
      connection.unanswered++;
      response.on('close', () => {
        connection.unanswered--;
        if (connection.unanswered === 0) connection.whenAnswered?.();
      });
      const line = {
        method: request.method ?? '',
        target: request.url ?? '',
        httpVersion: request.httpVersion,
        headers: pairs(request.rawHeaders),
        remote: connection.remote,
      };
      const settle = (refused: SeenRequest['refused']): void => {
        const trailers = pairs(request.rawTrailers);
        const timings = { headersMs, bodyMs: hundredths(parts.clock.elapsedMs() - headersAt) };
        parts.commit.add(seen({ ...line, trailers, refused }, body.soFar(), timings), (answer) => {
          body.release();
          const { id } = answer;
          const times = timeAnswer(response, parts.clock, headersAt, (times) => {
            if (id !== null) parts.commit.answered({ id, answer: times });
          });
          perform(response, answer, parts.clock, times);
        });
      };
      const body = readBody(request, LIMITS.captureBodyBytes, parts.held, (whole) =>
        settle(
          whole
            ? tooLong(line.target, line.headers, parts.bounds)
            : { status: null, why: 'The connection was lost before the request was complete.' },
        ),
      );
      connection.refuseBroken = (refused) => {
        if (request.complete) return false;
        body.stop();
        settle(refused);
        return true;
      };
    },

    /** Bytes that are no request, or a request that broke off. */
    unreadable(error: ParserError, socket: Duplex): void {
      const connection = connectionOf(socket);
      if (connection.over) return;
      if (door !== 'off' && isAboutTls(connection) && isTlsError(error)) {
        if (connection.everOpen && isLoss(error)) noHandshake(socket, leftAfterHandshake(door));
        else if (connection.everOpen || !isLoss(error) || !wasSilent(socket))
          noHandshake(socket, brokenHandshake(door, error));
        socket.destroy();
        return;
      }
      connection.over = true;
      const refused = refusalOf(error, parts.bounds);
      if (refused === null || wasSilent(socket)) {
        socket.destroy();
      } else if (!connection.refuseBroken(refused)) {
        const bytes = error.rawPacket ?? new Uint8Array();
        withoutParser(socket, connection, { ...requestLineOf(bytes), headers: [], refused }, bytes);
      }
    },

    /** CONNECT asks for a tunnel: refused, and seen like everything else. */
    tunnel(request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
      const { method = '', url = '', httpVersion, rawHeaders } = request;
      const refused = { status: 405, why: 'Rejected: CONNECT asks for a tunnel, and the receiver is not a proxy.' };
      const line = { method, target: url, httpVersion, headers: pairs(rawHeaders), refused };
      withoutParser(socket, connectionOf(socket), line, head);
    },
  };
}

const NO_LINE = { method: '', target: '', httpVersion: '' } as const;

const isLoss = ({ code }: ParserError): boolean => code === 'ECONNRESET' || code === 'EPIPE';

/** Node's own codes for HTTP begin otherwise; they come over a handshake that was whole. */
const isTlsError = (error: ParserError): boolean => isLoss(error) || !/^(HPE_|ERR_HTTP_)/.test(error.code ?? '');

/** A connection opened ahead of need, over which nothing was ever sent. */
const wasSilent = (socket: Duplex): boolean => socketBelow(socket)?.bytesRead === 0;

function pairs(rawHeaders: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) list.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return list;
}

function remoteOf(socket: Duplex): string {
  const { remoteAddress, remotePort } = socketBelow(socket) ?? {};
  if (remoteAddress === undefined) return '';
  return `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${String(remotePort)}`;
}
