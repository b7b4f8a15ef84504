import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderList } from '../../shared/model/header';
import type { ScriptStep } from '../../shared/model/receiver';
import { HANG_LIMIT_MS } from '../../shared/rules/receiver-script';
import { reasonPhrase } from '../../shared/words/status';
import type { SystemClock } from '../engine/ports';
import type { Answer } from './decide';

/** Gives the sender its answer, after the step's delay. A sender that leaves meanwhile gets nothing. */
export function perform(response: ServerResponse, answer: Answer, clock: SystemClock): void {
  switch (answer.kind) {
    case 'nothing':
      break;
    case 'text':
      writeText(response, answer.status, answer.text);
      break;
    case 'step':
      performStep(response, answer.step, answer.verdict.delayMs, clock);
      break;
  }
}

function performStep(response: ServerResponse, step: ScriptStep, delayMs: number, clock: SystemClock): void {
  switch (step.kind) {
    case 'reply':
      later(response, delayMs, clock, () => reply(response, step));
      break;
    case 'hang':
      hang(response, clock);
      break;
    case 'reset':
      later(response, delayMs, clock, () => reset(response, step));
      break;
  }
}

/** An answer of our own, not of a script. The connection ends with it when the request was refused. */
function writeText(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text);
  const headers = textHeaders(body.length);
  if (!response.req.complete) headers.push('Connection', 'close');
  response.writeHead(status, reasonPhrase(status), headers);
  response.end(body);
}

/** The same answer as bytes, for a connection whose request could not be read as HTTP. It closes the connection. */
export function textAnswerBytes(status: number, text: string): Uint8Array {
  const body = Buffer.from(text);
  const fields = [...textHeaders(body.length), 'Connection', 'close'];
  let head = `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`;
  for (let i = 0; i < fields.length; i += 2) head += `${fields[i]}: ${fields[i + 1]}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`), body]);
}

const textHeaders = (bytes: number): string[] => [
  'Content-Type',
  'text/plain; charset=utf-8',
  'Content-Length',
  String(bytes),
];

function later(response: ServerResponse, delayMs: number, clock: SystemClock, act: () => void): void {
  if (delayMs === 0) act();
  else response.on('close', clock.ring(delayMs, act));
}

/** Nothing is said until the sender closes its side, or the limit; then the connection is closed. */
function hang(response: ServerResponse, clock: SystemClock): void {
  whenItsTurn(response, (socket) => {
    const leave = (): void => {
      socket.destroy();
    };
    if (socket.readableEnded) {
      leave();
    } else {
      socket.on('end', leave);
      later(response, HANG_LIMIT_MS, clock, leave);
    }
  });
}

function reply(response: ServerResponse, step: Extract<ScriptStep, { kind: 'reply' }>): void {
  const headers = step.headers.flat();
  const body = Buffer.from(step.body);
  if (!framesItself(step.headers) && !hasNoBody(step.reply)) headers.push('Content-Length', String(body.length));
  response.writeHead(step.reply, reasonPhrase(step.reply), headers);
  if (body.length === 0 || hasNoBody(step.reply)) response.end();
  else response.end(body);
}

const framesItself = (headers: HeaderList): boolean =>
  headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));

/** RFC 9110 15.3.5 and 15.4.5: these end with their headers. */
const hasNoBody = (status: number): boolean => status === 204 || status === 304;

function reset(response: ServerResponse, step: Extract<ScriptStep, { kind: 'reset' }>): void {
  whenItsTurn(response, (socket) => {
    if (step.when === 'before-headers') {
      socket.resetAndDestroy();
      return;
    }
    response.writeHead(step.reply, reasonPhrase(step.reply), hasNoBody(step.reply) ? [] : ['Content-Length', '1']);
    response.flushHeaders();
    // An empty write is called back once the headers before it have been handed to the system.
    socket.write('', () => socket.resetAndDestroy());
  });
}

/** Answers to pipelined requests leave in order: one that is not the first of its connection has no socket yet. */
function whenItsTurn(response: ServerResponse, act: (socket: Socket) => void): void {
  if (response.socket !== null) act(response.socket);
  else if (!response.destroyed) response.once('socket', act);
}
