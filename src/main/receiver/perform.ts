import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Interim, ScriptStep } from '../../shared/model/script';
import { HANG_LIMIT_MS } from '../../shared/rules/receiver-script';
import { reasonPhrase } from '../../shared/words/status';
import type { SystemClock } from '../engine/ports';
import type { AnswerClock } from './answer-times';
import type { Answer } from './decide';
import {
  bytesUpTo,
  closingHead,
  cutChunkedBytes,
  framesItself,
  hasNoBody,
  headBytes,
  type WireMessage,
} from './raw-answer';
import { socketBelow } from './tls/socket-below';

/** Gives the sender its answer, after the step's delay. A sender that leaves meanwhile gets nothing. */
export function perform(response: ServerResponse, answer: Answer, clock: SystemClock, times: AnswerClock): void {
  switch (answer.kind) {
    case 'nothing':
      break;
    case 'text':
      writeText(response, answer.status, answer.text, times);
      break;
    case 'step':
      performStep(response, answer, clock, times);
      break;
  }
}

function performStep(
  response: ServerResponse,
  { step, message, verdict }: Extract<Answer, { kind: 'step' }>,
  clock: SystemClock,
  times: AnswerClock,
): void {
  const { body } = message;
  const wire = { ...message, body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64') };
  later(response, verdict.delayMs, clock, () => {
    switch (step.kind) {
      case 'reply':
        if (step.interim === undefined) reply(response, wire, times);
        else replyAfter(response, wire, step.interim, times);
        break;
      case 'redirect':
      case 'limit':
        reply(response, wire, times);
        break;
      case 'hang':
        hang(response, bytesUpTo(step.when ?? 'before-headers', wire), clock, times);
        break;
      case 'reset':
        reset(response, bytesUpTo(step.when, wire), times);
        break;
      case 'half-close':
        endWith(response, bytesUpTo(step.when, wire), clock, times);
        break;
      case 'drip':
        drip(response, wire, step, clock, times);
        break;
      case 'cut-chunked':
        endWith(response, cutChunkedBytes(wire), clock, times);
        break;
      case 'wrong-length':
        endWith(response, Buffer.concat([closingHead(wire, step.length), wire.body]), clock, times);
        break;
      case 'garbage':
        endWith(response, wire.body, clock, times);
        break;
    }
  });
}

/** An answer of our own, not of a script. The connection ends with it when the request was refused. */
function writeText(response: ServerResponse, status: number, text: string, times: AnswerClock): void {
  const body = Buffer.from(text);
  const headers = status === 204 ? [] : [...TEXT_HEADERS.flat(), 'Content-Length', String(body.length)];
  if (!response.req.complete) headers.push('Connection', 'close');
  times.began();
  response.on('finish', times.ended);
  response.writeHead(status, reasonPhrase(status), headers);
  response.end(body);
}

/** The same answer as bytes, for a connection whose request could not be read as HTTP. It closes the connection. */
export function textAnswerBytes(status: number, text: string): Uint8Array {
  const body = Buffer.from(text);
  return Buffer.concat([closingHead({ status, headers: TEXT_HEADERS, body }), body]);
}

const TEXT_HEADERS = [['Content-Type', 'text/plain; charset=utf-8']] as const;

function later(response: ServerResponse, delayMs: number, clock: SystemClock, act: () => void): void {
  if (delayMs === 0) act();
  else response.on('close', clock.ring(delayMs, act));
}

/** Nothing more is said until the sender closes its side, or the limit; then the connection is closed. */
function hang(response: ServerResponse, bytes: Uint8Array, clock: SystemClock, times: AnswerClock): void {
  whenItsTurn(response, (socket) => {
    if (bytes.length > 0) {
      times.began();
      socket.write(bytes);
    }
    untilLeft(response, socket, clock);
  });
}

/** The connection is closed when the sender closes its side, or after the limit. */
function untilLeft(response: ServerResponse, socket: Socket, clock: SystemClock): void {
  const leave = (): void => {
    socket.destroy();
  };
  if (socket.readableEnded) {
    leave();
  } else {
    socket.on('end', leave);
    later(response, HANG_LIMIT_MS, clock, leave);
  }
}

function reply(response: ServerResponse, { status, headers, body }: WireMessage, times: AnswerClock): void {
  const fields = headers.flat();
  if (!framesItself(headers) && !hasNoBody(status)) fields.push('Content-Length', String(body.length));
  times.began();
  response.on('finish', times.ended);
  response.writeHead(status, reasonPhrase(status), fields);
  if (body.length === 0 || hasNoBody(status)) response.end();
  else response.end(body);
}

function replyAfter(
  response: ServerResponse,
  wire: WireMessage,
  interim: readonly Interim[],
  times: AnswerClock,
): void {
  whenItsTurn(response, (socket) => {
    socket.write(Buffer.concat(interim.map(({ reply: status, headers }) => headBytes(status, headers))));
    reply(response, wire, times);
  });
}

function reset(response: ServerResponse, bytes: Uint8Array, times: AnswerClock): void {
  whenItsTurn(response, (socket) => {
    if (bytes.length > 0) times.began();
    // The write is called back once its bytes have been handed to the system.
    socket.write(bytes, () => (socketBelow(socket) ?? socket).resetAndDestroy());
  });
}

/** These bytes, and the end of our side; the sender's is read until it ends, too. */
function endWith(response: ServerResponse, bytes: Uint8Array, clock: SystemClock, times: AnswerClock): void {
  whenItsTurn(response, (socket) => end(response, socket, bytes, clock, times));
}

function end(
  response: ServerResponse,
  socket: Socket,
  bytes: Uint8Array,
  clock: SystemClock,
  times: AnswerClock,
): void {
  if (bytes.length > 0) times.began();
  socket.end(bytes, () => {
    times.ended();
    untilLeft(response, socket, clock);
  });
}

/** Not more often than this, ms: at a higher pace more bytes go at once. */
const DRIP_EVERY_MS = 100;

function drip(
  response: ServerResponse,
  wire: WireMessage,
  { bytesPerSecond, from }: Extract<ScriptStep, { kind: 'drip' }>,
  clock: SystemClock,
  times: AnswerClock,
): void {
  whenItsTurn(response, (socket) => {
    const head = closingHead(wire);
    if (from === 'body') {
      times.began();
      socket.write(head);
    }
    const bytes = from === 'body' ? wire.body : Buffer.concat([head, wire.body]);
    const everyMs = Math.max(DRIP_EVERY_MS, Math.ceil(1_000 / bytesPerSecond));
    const startedAt = clock.elapsedMs();
    let sent = 0;
    let cancel = (): void => {};
    response.on('close', () => cancel());
    const next = (tick: number): void => {
      const upTo = Math.min(bytes.length, Math.floor((tick * everyMs * bytesPerSecond) / 1_000));
      if (upTo === bytes.length || clock.elapsedMs() - startedAt >= HANG_LIMIT_MS) {
        end(response, socket, bytes.subarray(sent, upTo), clock, times);
        return;
      }
      if (upTo > sent) {
        times.began();
        socket.write(bytes.subarray(sent, upTo));
      }
      sent = upTo;
      cancel = clock.ring(everyMs, () => next(tick + 1));
    };
    if (bytes.length === 0) end(response, socket, bytes, clock, times);
    else cancel = clock.ring(everyMs, () => next(1));
  });
}

/** Answers to pipelined requests leave in order: one that is not the first of its connection has no socket yet. */
function whenItsTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket !== null) act(response.socket);
  else if (!response.destroyed) response.once('socket', act);
}
