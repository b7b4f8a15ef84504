import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { ClientMessage, EngineMessage } from '../../src/shared/contract/channel';
import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';
import type { Result } from '../../src/shared/model/problem';
import { Mailbox } from './mailbox';

type FromUtility =
  | { readonly kind: 'shell'; readonly report: { readonly kind: string } }
  | { readonly kind: 'text'; readonly text: string };

/** A process as it ships, with a page that talks to it. */
export class Host {
  readonly #box: Mailbox<FromUtility>;
  readonly #send: (text: string) => void;
  readonly #answers = new Map<number, (result: Result<unknown>) => void>();
  #seq = 0;

  private constructor(box: Mailbox<FromUtility>, send: (text: string) => void) {
    this.#box = box;
    this.#send = send;
  }

  /** `retryscope serve`, and a browser's channel. */
  static async serve(dataDir: string): Promise<Host> {
    const box = boxFor('headless', ['--data-dir', dataDir]);
    const [url = ''] = (await box.printed(/http:\S+/)).split('\n');
    const { origin, host, hash } = new URL(url);
    const socket = new WebSocket(`ws://${host}/channel`, ['retryscope', hash.replace('#token=', '')], { origin });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const made = new Host(box, (text) => socket.send(text));
    socket.on('message', (data) => made.#hear(String(data)));
    socket.on('error', () => {});
    return made;
  }

  /** The window's engine process, and its page. */
  static async utility(dataDir: string): Promise<Host> {
    const box = boxFor('utility', ['--data-dir', dataDir], 'utility-parent');
    box.child.send({ kind: 'connect' });
    const made = new Host(box, (text) => void box.child.send({ kind: 'text', text }));
    box.child.on('message', (message: FromUtility) => {
      if (message.kind === 'text') made.#hear(message.text);
    });
    await box.until((message) => message.kind === 'shell' && message.report.kind === 'ready');
    return made;
  }

  get gone() {
    return this.#box.gone;
  }

  signal(signal: NodeJS.Signals): void {
    this.#box.child.kill(signal);
  }

  /** What the window's shell asks for when it quits. */
  shutDown(): void {
    this.#box.child.send({ kind: 'shutdown' }, () => {});
  }

  ask<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<Result<CommandOutputs[K]>> {
    const seq = ++this.#seq;
    return new Promise((resolve) => {
      this.#answers.set(seq, (result) => resolve(result as Result<CommandOutputs[K]>));
      this.#send(JSON.stringify({ kind: 'call', seq, name, args } satisfies ClientMessage));
    });
  }

  /** @throws Error when it is refused */
  async order<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<CommandOutputs[K]> {
    const result = await this.ask(name, args);
    if (!result.ok) throw new Error(`${name} was refused: ${result.problem.message}`);
    return result.value;
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as EngineMessage;
    if (message.kind !== 'answer') return;
    this.#answers.get(message.seq)?.(message.result);
    this.#answers.delete(message.seq);
  }
}

function boxFor(name: string, args: readonly string[], before: string | null = null): Mailbox<FromUtility> {
  const box = new Mailbox<FromUtility>(name, args, before);
  onTestFinished(async () => {
    box.child.kill('SIGKILL');
    await box.gone;
  });
  return box;
}
