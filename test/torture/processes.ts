import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ClientMessage } from '../../src/shared/contract/channel';
import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';
import type { Notice } from '../../src/shared/contract/views';
import type { Result } from '../../src/shared/model/problem';
import type { FromEngine } from './engine-messages';
import type { FromReceiver, Killing, ToReceiver } from './receiver-messages';

const ROOT = process.cwd();
let bundles = '';

/** Builds both processes, as the app is built, once for the tests of a file. */
export function buildProcesses(): void {
  beforeAll(async () => {
    bundles = mkdtempSync(join(tmpdir(), 'torture-'));
    symlinkSync(join(ROOT, 'node_modules'), join(bundles, 'node_modules'));
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: true,
        outDir: bundles,
        emptyOutDir: false,
        target: 'node20.18',
        rolldownOptions: {
          input: {
            'engine-process': join(import.meta.dirname, 'engine-process.ts'),
            'receiver-process': join(import.meta.dirname, 'receiver-process.ts'),
            'reader-worker': join(ROOT, 'src/main/store/reader-worker.ts'),
          },
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
      ssr: { noExternal: true, external: ['better-sqlite3'] },
    });
  }, 120_000);
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));
}

/** Messages of a child, kept, so that one that came before it was waited for is not missed. */
class Mailbox<Message> {
  readonly child: ChildProcess;
  readonly all: Message[] = [];
  readonly #looks = new Set<() => void>();
  readonly #name: string;
  readonly gone: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  #ended = false;

  constructor(name: string, args: readonly string[]) {
    this.#name = name;
    this.child = fork(join(bundles, `${name}.mjs`), [...args], { serialization: 'advanced', execArgv: [] });
    this.child.on('message', (message: Message) => {
      this.all.push(message);
      for (const look of this.#looks) look();
    });
    this.gone = new Promise((resolve) => {
      this.child.on('exit', (code, signal) => {
        this.#ended = true;
        resolve({ code, signal });
        for (const look of this.#looks) look();
      });
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The first message, from the given place on, that is what is wanted. @throws Error when the process ends first */
  async until<T extends Message>(wanted: (message: Message) => message is T, from?: number): Promise<T>;
  async until(wanted: (message: Message) => boolean, from?: number): Promise<Message>;
  async until(wanted: (message: Message) => boolean, from = 0): Promise<Message> {
    let next = from;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        for (; next < this.all.length; next++) {
          const message = this.all[next];
          if (message === undefined || !wanted(message)) continue;
          this.#looks.delete(look);
          resolve(message);
          return;
        }
        if (!this.#ended) return;
        this.#looks.delete(look);
        reject(new Error(`${this.#name} ended first`));
      };
      this.#looks.add(look);
      look();
    });
  }
}

/** The app without a screen, in a process of its own. */
export class EngineProcess {
  readonly #box: Mailbox<FromEngine>;
  #seq = 0;

  constructor(dataDir: string) {
    this.#box = new Mailbox('engine-process', [dataDir]);
    onTestFinished(async () => {
      this.signal('SIGKILL');
      await this.gone;
    });
  }

  get pid(): number {
    return this.#box.child.pid ?? 0;
  }

  get gone() {
    return this.#box.gone;
  }

  get ended(): boolean {
    return this.#box.ended;
  }

  /** It has its process, and begins to open the data folder. */
  async begun(): Promise<void> {
    await this.#box.until(({ kind }) => kind === 'begun');
  }

  async ready(): Promise<void> {
    await this.#box.until(({ kind }) => kind === 'ready');
  }

  /** A place in what it said, to wait for what comes after. */
  get mark(): number {
    return this.#box.all.length;
  }

  signal(signal: NodeJS.Signals): void {
    this.#box.child.kill(signal);
  }

  async ask<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<Result<CommandOutputs[K]>> {
    const seq = ++this.#seq;
    const from = this.mark;
    if (!this.ended) this.#box.child.send({ kind: 'call', seq, name, args } satisfies ClientMessage, () => {});
    const isAnswer = (message: FromEngine): message is Extract<FromEngine, { kind: 'answer' }> =>
      message.kind === 'answer' && message.seq === seq;
    const { result } = await this.#box.until(isAnswer, from);
    return result as Result<CommandOutputs[K]>;
  }

  /** @throws Error when it is refused */
  async order<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<CommandOutputs[K]> {
    const result = await this.ask(name, args);
    if (!result.ok) throw new Error(`${name} was refused: ${result.problem.message}`);
    return result.value;
  }

  /** Until a frame after the mark says that nothing is in flight and nothing is left that could happen. */
  async idle(mark: number): Promise<void> {
    await this.#box.until((message) => message.kind === 'frame' && message.idle, mark);
  }

  /** Until the notices are as wanted; returns them. */
  async notices(areWanted: (notices: readonly Notice[]) => boolean, mark = 0): Promise<readonly Notice[]> {
    const message = await this.#box.until(
      (one): one is Extract<FromEngine, { kind: 'notices' }> => one.kind === 'notices' && areWanted(one.notices),
      mark,
    );
    return message.notices;
  }

  get log(): readonly string[] {
    return this.#box.all.flatMap((message) => (message.kind === 'log' ? [message.line] : []));
  }
}

export type ReceiverReport = Extract<FromReceiver, { kind: 'report' }>;

/** The independent receiver. */
export class ReceiverProcess {
  readonly #box = new Mailbox<FromReceiver>('receiver-process', []);
  #seq = 0;
  #port = 0;

  constructor() {
    onTestFinished(async () => {
      this.#box.child.kill('SIGKILL');
      await this.#box.gone;
    });
  }

  static async start(): Promise<ReceiverProcess> {
    const receiver = new ReceiverProcess();
    const ready = await receiver.#box.until(
      (one): one is Extract<FromReceiver, { kind: 'ready' }> => one.kind === 'ready',
    );
    receiver.#port = ready.port;
    return receiver;
  }

  /** `wish` as the receiver process reads it: `kestrel?fails=2`. */
  url(wish: string): string {
    return `http://127.0.0.1:${this.#port}/${wish}`;
  }

  async kill(killing: Killing): Promise<void> {
    await this.#ask({ kind: 'kill', killing });
  }

  /** Until it has seen so many requests in all. */
  async hasSeen(total: number): Promise<void> {
    await this.#ask({ kind: 'until', total });
  }

  async stopHanging(): Promise<void> {
    await this.#ask({ kind: 'stop-hanging' });
  }

  async report(): Promise<ReceiverReport> {
    const answer = await this.#ask({ kind: 'report' });
    if (answer.kind !== 'report') throw new Error('the receiver did not report');
    return answer;
  }

  async #ask(message: DistributiveOmit<ToReceiver, 'seq'>): Promise<FromReceiver> {
    const seq = ++this.#seq;
    const from = this.#box.all.length;
    this.#box.child.send({ ...message, seq });
    return this.#box.until((one) => 'seq' in one && one.seq === seq, from);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A folder that is gone after the test. */
export function aDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tortured-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
