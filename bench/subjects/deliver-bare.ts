import { type Dispatcher, Pool } from 'undici';
import { BODY } from '../body';
import { type DeliverArgs, rates } from '../rates';
import { reportAndEnd, subjectArgs } from '../subject';

/** The floor below every sender: undici's `Pool.dispatch`, so many at once, nothing stored, nothing signed. */
const { port, atOnce, warmUp, count, status: expected } = subjectArgs<DeliverArgs>();
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: atOnce, pipelining: 1 });

const OPTIONS: Dispatcher.DispatchOptions = {
  path: '/hook',
  method: 'POST',
  headers: ['content-type', 'application/json', 'user-agent', 'bench'],
  body: BODY,
};

class Request implements Dispatcher.DispatchHandler {
  readonly #done: (status: number) => void;
  #status = 0;

  constructor(done: (status: number) => void) {
    this.#done = done;
  }

  onConnect(): void {}

  onHeaders(status: number): boolean {
    this.#status = status;
    return true;
  }

  onData(): boolean {
    return true;
  }

  onComplete(): void {
    this.#done(this.#status);
  }

  onError(error: Error): void {
    throw error;
  }
}

function send(total: number): Promise<number> {
  return new Promise((resolve) => {
    const from = performance.now();
    let sent = 0;
    let answered = 0;
    const next = (): void => {
      if (sent === total) return;
      sent += 1;
      pool.dispatch(OPTIONS, new Request(settled));
    };
    const settled = (status: number): void => {
      if (status !== expected) throw new Error(`the peer answered ${status}`);
      answered += 1;
      if (answered === total) resolve(performance.now() - from);
      else next();
    };
    for (let i = 0; i < atOnce; i++) next();
  });
}

if (warmUp > 0) await send(warmUp);
const cpu = process.threadCpuUsage();
const tookMs = await send(count);
reportAndEnd(rates(count, tookMs, process.threadCpuUsage(cpu)));
