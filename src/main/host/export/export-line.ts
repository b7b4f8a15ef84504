import type { ExportProgress } from '../../export/export';
import { plainText } from '../scenario/plain-text';
import type { LineOutput } from '../scenario/progress-line';

/** How far an export is, in the last line of a terminal. Elsewhere only its end is said. */
export class ExportLine {
  readonly #output: LineOutput;
  #percent = -1;

  constructor(output: LineOutput) {
    this.#output = output;
  }

  show({ done, of }: ExportProgress): void {
    if (this.#output.isTTY !== true) return;
    const percent = of === 0 ? 100 : Math.floor((done / of) * 100);
    if (percent === this.#percent) return;
    this.#percent = percent;
    this.#output.write(`\r\u001b[2K${percent} % · ${done.toLocaleString('en')} of ${of.toLocaleString('en')} rows`);
  }

  say(text: string): void {
    this.#output.write(`${this.#output.isTTY === true ? '\r\u001b[2K' : ''}${plainText(text)}\n`);
  }
}
