import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import type { EngineMessage } from '../../src/shared/contract/channel';
import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';
import { remember } from '../processes';

const ADDRESS = /^Retryscope is at (\S+)$/;

/** The built app without a window, and a line of our own to its engine. */
export type Served = {
  readonly url: string;
  /** @throws Error with what the engine says when it refuses */
  call<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandOutputs[Name]>;
  /** Attempts of the run, as the last frame of the feed counted them. */
  attempts(): number;
  close(): Promise<void>;
};

/** Starts the built `serve` on a data folder; the command is started in the project's own folder. */
export async function openServed(dataDir: string): Promise<Served> {
  const entry = join('out', 'main', 'headless.js');
  const server = spawn(process.execPath, [entry, '--data-dir', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  remember(server);
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`serve ended with code ${code} before it was ready`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = ADDRESS.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const line = await openLine(url);
  return {
    url,
    call: line.call,
    attempts: line.attempts,
    close: async () => {
      line.close();
      server.kill('SIGTERM');
      await gone;
    },
  };
}

async function openLine(url: string): Promise<Pick<Served, 'call' | 'attempts'> & { close(): void }> {
  const { host, origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const socket = new WebSocket(`ws://${host}/channel`, ['retryscope', token], { origin });
  const waiting = new Map<number, (message: EngineMessage & { readonly kind: 'answer' }) => void>();
  let seq = 0;
  let attempts = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as EngineMessage;
    if (message.kind === 'answer') waiting.get(message.seq)?.(message);
    else attempts = message.frame.totals.attempts;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    call: (name, args) =>
      new Promise((resolve, reject) => {
        seq += 1;
        const own = seq;
        waiting.set(own, ({ result }) => {
          waiting.delete(own);
          // The engine answers a command with that command's output: the contract is one map.
          if (result.ok) resolve(result.value as CommandOutputs[typeof name]);
          else reject(new Error(`${name}: ${result.problem.message}`));
        });
        socket.send(JSON.stringify({ kind: 'call', seq: own, name, args }));
      }),
    attempts: () => attempts,
    close: () => socket.close(),
  };
}
