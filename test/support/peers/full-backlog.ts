import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Listens in a thread that then stands still: the kernel completes a few connections, nobody accepts them. */
const LISTEN_AND_STAND_STILL = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

const MOST_FILLERS = 600;
const QUIET_MS = 700;

export type FullBacklog = { readonly port: number; close(): Promise<void> };

/**
 * A port of 127.0.0.1 whose queue of connections is full, so that a further one gets no answer at all.
 * @throws when the system completes every connection, so that the tests that need it fail instead of passing idly
 */
export async function fullBacklog(): Promise<FullBacklog> {
  const worker = new Worker(LISTEN_AND_STAND_STILL, { eval: true });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const fillers: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const socket of fillers) socket.destroy();
    await worker.terminate();
  };
  while (fillers.length < MOST_FILLERS) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    fillers.push(socket);
    const answered = await Promise.race([
      new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true))),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), QUIET_MS)),
    ]);
    if (!answered) return { port, close };
  }
  await close();
  throw new Error(`${MOST_FILLERS} connections were completed without anyone accepting them: no full backlog here.`);
}
