import { connect, type Socket } from 'node:net';
import { FIRST_PATH } from '../../src/main/host/door';
import { BODY } from '../body';
import { rates } from '../rates';
import { reportAndEnd, subjectArgs } from '../subject';

export type LoadArgs = {
  readonly port: number;
  /** Connections, each with one request at a time. */
  readonly atOnce: number;
  readonly warmUp: number;
  readonly count: number;
};

/** A load that costs little itself: the same bytes over open sockets, as soon as each answer has come in whole. */
const { port, atOnce, warmUp, count } = subjectArgs<LoadArgs>();
const REQUEST = Buffer.concat([
  Buffer.from(
    `POST ${FIRST_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench\r\nContent-Type: application/json\r\nContent-Length: ${BODY.byteLength}\r\n\r\n`,
  ),
  BODY,
]);

/** How long an answer is, once its head is there; else null. @throws Error for anything but 200 with a length */
function lengthOf(answer: string): number | null {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  if (!answer.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`not expected: ${answer}`);
  return headEnd + 4 + Number(length);
}

const opened = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });

function send(sockets: readonly Socket[], total: number): Promise<number> {
  return new Promise((resolve) => {
    const from = performance.now();
    let sent = 0;
    let answered = 0;
    for (const socket of sockets) {
      const next = (): void => {
        if (sent === total) return;
        sent += 1;
        socket.write(REQUEST);
      };
      let pending = '';
      socket.removeAllListeners('data');
      socket.on('data', (chunk: string) => {
        pending += chunk;
        const length = lengthOf(pending);
        if (length === null || pending.length < length) return;
        pending = '';
        answered += 1;
        if (answered === total) resolve(performance.now() - from);
        else next();
      });
      next();
    }
  });
}

const sockets = await Promise.all(Array.from({ length: atOnce }, opened));
await send(sockets, warmUp);
const cpu = process.threadCpuUsage();
const tookMs = await send(sockets, count);
reportAndEnd(rates(count, tookMs, process.threadCpuUsage(cpu)));
