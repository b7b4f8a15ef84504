import { sayDuration } from '../../../shared/words/duration';
import { plainText } from './plain-text';
import type { Progress } from './run-scenario';

/** Where lines for people go; a terminal can rewrite its last one. */
export type LineOutput = { readonly isTTY?: boolean; write(text: string): unknown };

/** Without a terminal, so much time passes between two lines, ms. */
const SPARSE_MS = 5_000;

export const sayProgress = ({ nowMs, attempts, nextMs }: Progress): string => {
  const next = nextMs === null ? 'nothing is left' : nextMs <= nowMs ? 'now' : `in ${sayDuration(nextMs - nowMs)}`;
  const count = `${attempts.toLocaleString('en')} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `${nowMs === 0 ? '0' : sayDuration(nowMs)} · ${count} · next: ${next}`;
};

/** One line that says where the run is: rewritten on a terminal, else a new line now and then. */
export class ProgressLine {
  readonly #output: LineOutput;
  readonly #elapsedMs: () => number;
  #saidAt: number | null = null;
  #last = '';

  constructor(output: LineOutput, elapsedMs: () => number) {
    this.#output = output;
    this.#elapsedMs = elapsedMs;
  }

  show(progress: Progress): void {
    const line = sayProgress(progress);
    if (line === this.#last) return;
    if (this.#output.isTTY === true) this.#output.write(`\r\u001b[2K${line}`);
    else if (this.#saidAt === null || this.#elapsedMs() - this.#saidAt >= SPARSE_MS) this.#output.write(`${line}\n`);
    else return;
    this.#saidAt = this.#elapsedMs();
    this.#last = line;
  }

  /** The last word; other lines may follow. */
  finish(progress: Progress): void {
    const line = sayProgress(progress);
    if (this.#output.isTTY === true) this.#output.write(`\r\u001b[2K${line}\n`);
    else if (line !== this.#last) this.#output.write(`${line}\n`);
    this.#last = line;
  }

  /** A line between two states of the progress. */
  say(text: string): void {
    const line = plainText(text);
    this.#output.write(this.#output.isTTY === true ? `\r\u001b[2K${line}\n` : `${line}\n`);
    this.#last = '';
  }
}
