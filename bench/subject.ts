import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Every measured thing and every peer runs in a process of its own: nothing shares a heap or an event loop with it. */
export type Subject =
  | 'sink'
  | 'deliver-bare'
  | 'deliver-engine'
  | 'capture-bare'
  | 'capture-receiver'
  | 'capture-load'
  | 'lateness'
  | 'simulation'
  | 'skip-run'
  | 'memory'
  | 'lists';

export type Peer = { readonly port: number; stop(): Promise<void> };

/** Runs a subject to its end. @throws Error when it ends without a report */
export async function runSubject<Args, Report>(name: Subject, args: Args): Promise<Report> {
  const child = started(name, args);
  const report = (await firstMessage(child, name)) as Report;
  await gone(child);
  return report;
}

/** Starts a subject that serves until it is stopped; its first message is its port. */
export async function startPeer<Args>(name: Subject, args: Args): Promise<Peer> {
  const child = started(name, args);
  const port = (await firstMessage(child, name)) as number;
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL');
      await gone(child);
    },
  };
}

/** In a subject: what it was started with. */
export const subjectArgs = <Args>(): Args => JSON.parse(process.argv[2] ?? 'null') as Args;

/** In a subject: its one report; the process ends once it is handed over. */
export function reportAndEnd(report: unknown): void {
  process.send?.(report, () => process.exit(0));
}

const started = (name: Subject, args: unknown): ChildProcess =>
  fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [JSON.stringify(args)], {
    execArgv: ['--expose-gc', ...(process.env['BENCH_EXEC_ARGV']?.split(' ') ?? [])],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

function firstMessage(child: ChildProcess, name: Subject): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code, signal) => reject(new Error(`${name} ended (${signal ?? code}) without a report`)));
    child.once('error', reject);
  });
}

const gone = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));
