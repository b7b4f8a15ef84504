import { Worker } from 'node:worker_threads';
import { type Problem, Refusal } from '../../../shared/model/problem';
import type { Views } from '../../engine/views-port';
import type { Log } from '../rows/row';
import type { ReaderReply, ReaderRequest, ReaderStart } from './reader-messages';
import { type Ask, type ViewAnswer, viewsOver } from './view-answers';

type Pending = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void };

const RESTARTS = 1;

const stopped = (message: string): Refusal => new Refusal({ code: 'unavailable', message } satisfies Problem);

/**
 * The views in a thread of their own. A request is sent after the commits that were made before it, and reads what
 * is committed when it begins: so an answer is at least as new as the last commit before the call. When the thread
 * dies, what it was asked is rejected with a Refusal `unavailable`, and it is started again once.
 * @param reader the built `reader-worker`
 */
export function threadedViews(reader: URL, start: ReaderStart, log: Log): Views {
  const pending = new Map<number, Pending>();
  let lastSeq = 0;
  let restartsLeft = RESTARTS;
  let closed = false;
  let worker: Worker | null = started();

  function started(): Worker {
    const thread = new Worker(reader, { workerData: start, name: 'reader' });
    let why = 'it ended';
    thread.on('message', (message: ReaderReply) => take(message));
    thread.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    thread.on('exit', () => {
      if (!closed) onDeath(why);
    });
    return thread;
  }

  function onDeath(why: string): void {
    log(`The reader stopped: ${why}.`);
    const rejected = [...pending.values()];
    pending.clear();
    worker = restartsLeft > 0 ? started() : null;
    restartsLeft -= 1;
    for (const { reject } of rejected) reject(stopped('The reader stopped in the middle of this. Ask again.'));
  }

  function take(message: ReaderReply): void {
    if (message.kind === 'log') {
      log(message.line);
      return;
    }
    const asked = pending.get(message.seq);
    pending.delete(message.seq);
    if (message.kind === 'answer') asked?.resolve(message.value);
    else asked?.reject(message.kind === 'refusal' ? new Refusal(message.problem) : new Error(message.message));
  }

  const ask: Ask = (name, args) =>
    new Promise((resolve, reject) => {
      if (closed || worker === null) {
        reject(stopped(closed ? 'The store is closed.' : 'The reader stopped twice. Start Retryscope again.'));
        return;
      }
      lastSeq += 1;
      pending.set(lastSeq, { resolve: (value) => resolve(value as ViewAnswer<typeof name>), reject });
      worker.postMessage({ seq: lastSeq, name, args } satisfies ReaderRequest);
    });

  return viewsOver(ask, async () => {
    if (closed) return;
    closed = true;
    for (const { reject } of pending.values()) reject(stopped('The store was closed.'));
    pending.clear();
    await worker?.terminate();
  });
}
