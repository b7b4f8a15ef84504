import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ClientMessage } from '../../src/shared/contract/channel';
import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';
import type { Notice } from '../../src/shared/contract/views';
import type { Result } from '../../src/shared/model/problem';
import type { FromEngine, ToEngine } from './engine-messages';
import { Mailbox } from './mailbox';
import type { FromReceiver, Killing, ToReceiver } from './receiver-messages';

export type EngineFrame = Extract<FromEngine, { kind: 'frame' }>;

/** The app without a screen, in a process of its own. */
export class EngineProcess {
  readonly #box: Mailbox<FromEngine>;
  #seq = 0;

  /** @param wallOffsetMs how far its wall clock is off the true time */
  constructor(dataDir: string, wallOffsetMs = 0) {
    this.#box = new Mailbox('engine-process', [dataDir, String(wallOffsetMs)]);
    onTestFinished(async () => {
      this.signal('SIGKILL');
      await this.gone;
    });
  }

  get pid(): number {
    return this.#box.pid;
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

  /** Does something to its clock or its disk. */
  tell(message: Exclude<ToEngine, ClientMessage>): void {
    this.#box.child.send(message, () => {});
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

  /** Until a frame after the mark is as wanted; returns it. */
  async frame(wanted: (frame: EngineFrame) => boolean, mark = 0): Promise<EngineFrame> {
    return this.#box.until((one): one is EngineFrame => one.kind === 'frame' && wanted(one), mark);
  }

  /** The virtual time of each frame, in the order in which they came. */
  get virtualTimes(): readonly number[] {
    return this.#box.all.flatMap((message) => (message.kind === 'frame' ? [message.virtualMs] : []));
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

  /** Answers what hangs, and hangs no more; until every answer was handed to the system. */
  async answerHanging(): Promise<void> {
    await this.#ask({ kind: 'answer-hanging' });
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
