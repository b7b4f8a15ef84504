import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeenRequest } from '../support/laws/evidence';
import type { FromReceiver, Killing, ToReceiver } from './receiver-messages';

/**
 * A receiver that no engine knows of, in a process that nobody kills. The URL of an endpoint says how it is answered:
 * `fails`: so many requests of each event are answered 503; `delayMs`: real ms before the answer; `bytes`: of the
 * answer's body; `hang`: no answer until it is told to; `silent`: so many requests of each event are never answered.
 * It notes each request before it does anything else.
 */
const seen: { -readonly [K in keyof SeenRequest]: SeenRequest[K] }[] = [];
const requestsOf = new Map<string, number>();
const open = new Map<string, number>();
const mostOpen = new Map<string, number>();
let hanging = true;
const held = new Set<() => Promise<void>>();
let killing: Killing | null = null;
let waiting: { readonly total: number; readonly seq: number } | null = null;

const say = (message: FromReceiver): void => void process.send?.(message);

function count(path: string, by: 1 | -1): void {
  for (const name of [path, 'all']) {
    const now = (open.get(name) ?? 0) + by;
    open.set(name, now);
    mostOpen.set(name, Math.max(mostOpen.get(name) ?? 0, now));
  }
}

/** At the request that was asked for: before it is answered, or as soon as its answer was handed to the system. */
function killAt(when: Killing['when']): void {
  if (killing === null || killing.when !== when || seen.length < killing.at) return;
  const { pid } = killing;
  killing = null;
  process.kill(pid, 'SIGKILL');
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const wish = (name: string): number => Number(url.searchParams.get(name) ?? 0);
  const eventId = String(request.headers['webhook-id']);
  const note = {
    url: url.href,
    eventId,
    timestampS: Number(request.headers['webhook-timestamp']),
    arrivedAt: Date.now(),
    status: null as number | null,
  };
  seen.push(note);
  const key = `${url.href} ${eventId}`;
  const nth = (requestsOf.get(key) ?? 0) + 1;
  requestsOf.set(key, nth);
  count(url.pathname, 1);
  response.on('close', () => count(url.pathname, -1));
  killAt('before-answer');
  if (waiting !== null && seen.length >= waiting.total) {
    say({ kind: 'done', seq: waiting.seq });
    waiting = null;
  }
  if (nth <= wish('silent')) return;
  const reply = (then: () => void): void => {
    note.status = nth <= wish('fails') ? 503 : 200;
    response.writeHead(note.status, { 'content-type': 'text/plain' });
    response.end('x'.repeat(wish('bytes')), then);
  };
  if (hanging && url.searchParams.has('hang')) {
    const answerNow = () => new Promise<void>((done) => (response.destroyed ? done() : reply(done)));
    held.add(answerNow);
    response.on('close', () => held.delete(answerNow));
    return;
  }
  setTimeout(() => {
    if (!response.destroyed) reply(() => killAt('after-answer'));
  }, wish('delayMs'));
}

const server = createServer((request, response) => {
  request.on('end', () => answer(request, response));
  request.resume();
});
server.keepAliveTimeout = 60_000;

process.on('message', (message: ToReceiver) => {
  switch (message.kind) {
    case 'kill':
      killing = { ...message.killing, at: seen.length + message.killing.at };
      say({ kind: 'done', seq: message.seq });
      break;
    case 'until':
      if (seen.length >= message.total) say({ kind: 'done', seq: message.seq });
      else waiting = message;
      break;
    case 'stop-hanging':
      hanging = false;
      say({ kind: 'done', seq: message.seq });
      break;
    case 'answer-hanging':
      hanging = false;
      void Promise.all([...held].map((answerNow) => answerNow())).then(() => say({ kind: 'done', seq: message.seq }));
      break;
    case 'report':
      say({ kind: 'report', seq: message.seq, seen, mostOpen: Object.fromEntries(mostOpen) });
      break;
  }
});
server.listen(0, '127.0.0.1', () => say({ kind: 'ready', port: (server.address() as AddressInfo).port }));
