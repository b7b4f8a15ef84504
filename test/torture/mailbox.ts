import { type ChildProcess, fork } from 'node:child_process';
import { bundleOf } from './bundles';

/** Messages of a child, kept, so that one that came before it was waited for is not missed. */
export class Mailbox<Message> {
  readonly child: ChildProcess;
  readonly all: Message[] = [];
  readonly #looks = new Set<() => void>();
  readonly #name: string;
  readonly gone: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  #ended = false;
  #output = '';

  constructor(name: string, args: readonly string[], before: string | null = null) {
    this.#name = name;
    const execArgv = before === null ? [] : ['--import', bundleOf(before)];
    this.child = fork(bundleOf(name), [...args], { serialization: 'advanced', execArgv, silent: true });
    this.child.stderr?.pipe(process.stderr);
    this.child.stdout?.on('data', (text) => this.#print(String(text)));
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

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What matches in all that it printed. @throws Error when the process ends first */
  async printed(wanted: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = wanted.exec(this.#output)?.[0];
        if (found === undefined && !this.#ended) return;
        this.#looks.delete(look);
        if (found === undefined) reject(new Error(`${this.#name} ended first`));
        else resolve(found);
      };
      this.#looks.add(look);
      look();
    });
  }

  #print(text: string): void {
    this.#output += text;
    for (const look of this.#looks) look();
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
