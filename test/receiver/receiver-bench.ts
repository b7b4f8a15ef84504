import { connect, type Socket } from 'node:net';
import type { SystemClock } from '../../src/main/engine/ports';
import type { Receiver } from '../../src/main/engine/receiver-ports';
import { makeReceiver, type ReceiverParts } from '../../src/main/receiver/receiver';
import { makeId } from '../../src/shared/model/ids';
import type { Problem } from '../../src/shared/model/problem';
import { EPOCH_AT, MemoryCaptures } from './memory-captures';

/** An alarm clock that stands still until it is moved. */
export class StillClock implements SystemClock {
  readonly #wallAt: number;
  #now = 0;
  #bells: { at: number; bell: () => void }[] = [];
  #waiting: (() => void)[] = [];

  wallMs = (): number => this.#wallAt + this.#now;
  constructor(wallAt = EPOCH_AT) {
    this.#wallAt = wallAt;
  }

  elapsedMs = (): number => this.#now;

  ring(afterMs: number, bell: () => void): () => void {
    const entry = { at: this.#now + afterMs, bell };
    this.#bells.push(entry);
    for (const told of this.#waiting.splice(0)) told();
    return () => {
      this.#bells = this.#bells.filter((other) => other !== entry);
    };
  }

  /** What is to ring, in so many ms; without the one that waits for a commit to write the times of answers with. */
  bells(): readonly number[] {
    return this.#bells.filter(({ bell }) => bell.name !== 'writeAnswers').map(({ at }) => at - this.#now);
  }

  /** Resolves once something is to ring. */
  async untilArmed(): Promise<void> {
    while (this.bells().length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#bells.filter(({ at }) => at <= this.#now);
    this.#bells = this.#bells.filter(({ at }) => at > this.#now);
    for (const { bell } of due) bell();
  }
}

/** What a raw client read until the connection ended, and how it ended. */
export type WireEnd = { readonly text: string; readonly bytes: Buffer; readonly error: string | null };

/** A client that writes and reads bytes, nothing else. */
export class RawClient {
  readonly socket: Socket;
  readonly #chunks: Buffer[] = [];
  #changed: (() => void)[] = [];
  #error: string | null = null;
  #closed = false;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#tell();
    });
    this.socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#error = error.code ?? error.message;
    });
    this.socket.on('end', () => this.socket.end());
    this.socket.on('close', () => {
      this.#closed = true;
      this.#tell();
    });
  }

  write(...parts: (string | Uint8Array)[]): this {
    this.socket.write(
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
    );
    return this;
  }

  /** Resolves once `text` has been read, with everything that was. */
  async until(text: string): Promise<string> {
    while (!this.read().includes(text)) {
      if (this.#closed) throw new Error(`closed before “${text}” came; read: ${this.read()} (${this.#error})`);
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
    return this.read();
  }

  read(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  async end(): Promise<WireEnd> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#changed.push(resolve));
    return { text: this.read(), bytes: Buffer.concat(this.#chunks), error: this.#error };
  }

  #tell(): void {
    for (const told of this.#changed.splice(0)) told();
  }
}

export type Bench = {
  readonly receiver: Receiver;
  readonly store: MemoryCaptures;
  readonly clock: StillClock;
  readonly port: number;
  readonly troubles: Problem[];
  virtual: number;
  client(): RawClient;
  /** Sends the text as it stands (line ends included) with `Connection: close` to be added by the caller. */
  say(text: string | Uint8Array): Promise<WireEnd>;
  close(): Promise<void>;
};

export async function setUpReceiver(
  bounds: ReceiverParts['bounds'] = {},
  /** `wallMs`: what the clock on the wall says; certificates are judged by the real one. */
  { wallMs = EPOCH_AT, ...more }: Partial<Pick<ReceiverParts, 'authority'>> & { readonly wallMs?: number } = {},
): Promise<Bench> {
  const store = new MemoryCaptures();
  const clock = new StillClock(wallMs);
  const troubles: Problem[] = [];
  const runId = makeId('run', EPOCH_AT, new Uint8Array(10));
  let counter = 0;
  const receiver = makeReceiver({
    store,
    clock,
    chance: { bytes: (count) => new Uint8Array(count).fill(++counter % 256) },
    runId: () => runId,
    seed: () => 7,
    virtualNow: () => bench.virtual,
    trouble: (problem) => troubles.push(problem),
    storing: (problem) => problem !== null && troubles.push(problem),
    bounds,
    ...more,
  });
  const report = await receiver.listen({ host: '127.0.0.1', port: 0 });
  if (report.kind !== 'listening') throw new Error('the receiver does not listen');
  const bench: Bench = {
    receiver,
    store,
    clock,
    port: report.port,
    troubles,
    virtual: EPOCH_AT,
    client: () => new RawClient(report.port),
    say: (text) => bench.client().write(text).end(),
    close: () => receiver.close(),
  };
  return bench;
}
