import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { remember, subjectEnvironment } from './processes';

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
  | 'fill'
  | 'memory'
  | 'export'
  | 'lists'
  | 'history';

export type Peer = { readonly port: number; stop(): Promise<void> };

/** Runs a subject to its end. @throws Error when it ends without a report */
export async function runSubject<Args, Report>(name: Subject, args: Args): Promise<Report> {
  const child = started(name, args);
  const report = (await firstMessage(child, name)) as Report;
  await gone(child);
  return report;
}

/** Starts a subject that serves until it is stopped; its first message is its port. */
async function startPeer<Args>(name: Subject, args: Args): Promise<Peer> {
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

/** A peer for as long as `use` takes. */
export async function withPeer<Args, T>(name: Subject, args: Args, use: (port: number) => Promise<T>): Promise<T> {
  const peer = await startPeer(name, args);
  try {
    return await use(peer.port);
  } finally {
    await peer.stop();
  }
}

/** In a subject: what it was started with. A subject does not outlive the command that started it. */
export function subjectArgs<Args>(): Args {
  process.once('disconnect', () => process.exit(1));
  return JSON.parse(process.argv[2] ?? 'null') as Args;
}

/** In a subject: its one report; the process ends once it is handed over. */
export function reportAndEnd(report: unknown): void {
  process.send?.(report, () => process.exit(0));
}

function started(name: Subject, args: unknown): ChildProcess {
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [JSON.stringify(args)], {
    execArgv: ['--expose-gc', ...(process.env['BENCH_EXEC_ARGV']?.split(' ') ?? [])],
    env: subjectEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  remember(child);
  return child;
}

function firstMessage(child: ChildProcess, name: Subject): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code, signal) => reject(new Error(`${name} ended (${signal ?? code}) without a report`)));
    child.once('error', reject);
  });
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}
