import type { LogEnd, LogHeader } from '../../../shared/log/header';
import { type LogRow, ROW_KINDS, type RowKind } from '../../../shared/log/rows';
import type { RunId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import type { EngineStore, LogStore } from '../../engine/ports';
import { readLogLine } from './read-log-line';

/** Rows of one transaction: the line's own come between two of them. */
const BATCH = 200;
/** Characters of one line: a captured body of 10 MiB in base64, and room for the rest. */
const LONGEST_LINE = 33_554_432;

export type ImportPorts = {
  readonly store: Pick<EngineStore, 'transact'> & LogStore;
  readonly wallMs: () => number;
  /** A new signing secret: a log has none. */
  readonly newSecret: () => string;
};

export type Imported = {
  readonly runs: readonly { readonly id: RunId; readonly name: string }[];
  readonly rows: number;
};

const refused = (message: string): Refusal => new Refusal({ code: 'invalid', field: 'file', message });

/**
 * Takes a log file piece by piece and writes its runs, frozen. Either all of it is there at the end, or nothing.
 * After a refusal it takes no more.
 */
export class LogImport {
  readonly #ports: ImportPorts;
  readonly #counted = new Map<RowKind, number>();
  #rest = '';
  #lines = 0;
  #header: LogHeader | null = null;
  #end: LogEnd | null = null;
  #batch: { readonly row: LogRow; readonly n: number }[] = [];
  #begun: RunId[] = [];
  readonly #runs = new Set<RunId>();

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  get rows(): number {
    return [...this.#counted.values()].reduce((sum, rows) => sum + rows, 0);
  }

  /** @throws Refusal for what is wrong with it; what was written is gone then */
  add(text: string): void {
    try {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
      if (this.#rest.length > LONGEST_LINE) throw refused(`Line ${this.#lines + 1} is longer than any row of a log.`);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** @throws Refusal when the file is not whole; what was written is gone then */
  finish(): Imported {
    const { store, wallMs } = this.#ports;
    try {
      if (this.#rest !== '') this.#take(this.#rest);
      this.#rest = '';
      if (this.#header === null) throw refused('This file is empty.');
      if (this.#end === null) throw refused(`The file is cut off: its end is missing after line ${this.#lines}.`);
      const { rows } = this.#end;
      const differs = ROW_KINDS.find((kind) => (this.#counted.get(kind) ?? 0) !== rows[kind]);
      if (differs !== undefined)
        throw refused(
          `The file is not whole: it says how many rows of the kind ${differs} it has, ${rows[differs]}, and has ${this.#counted.get(differs) ?? 0}.`,
        );
      this.#flush();
      const missing = this.#begun.find((id) => !this.#runs.has(id));
      if (missing !== undefined) throw refused(`The file is not whole: its run ${missing} is missing.`);
      store.transact(() => store.finishImport(this.#begun, wallMs()));
      const runs = this.#header.runs.map(({ id, name }) => ({ id: id as RunId, name }));
      this.#begun = [];
      return { runs, rows: this.rows };
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Takes back what was written. Idempotent. */
  abandon(): void {
    const { store } = this.#ports;
    const begun = this.#begun;
    this.#begun = [];
    this.#batch = [];
    if (begun.length > 0) store.transact(() => store.abandonImport(begun));
  }

  #take(text: string): void {
    this.#lines += 1;
    const line = readLogLine(text, this.#lines);
    if (line.kind === 'header') {
      this.#begin(line);
      return;
    }
    if (this.#end !== null) throw refused(`Line ${this.#lines}: nothing stands behind the end.`);
    if (line.kind === 'end') {
      this.#end = line;
      return;
    }
    this.#counted.set(line.kind, (this.#counted.get(line.kind) ?? 0) + 1);
    if (line.kind === 'run') this.#runs.add(line.id);
    this.#batch.push({ row: line, n: this.#lines });
    if (this.#batch.length >= BATCH) this.#flush();
  }

  #begin(header: LogHeader): void {
    if (this.#header !== null) throw refused(`Line ${this.#lines}: the header stands once, at the beginning.`);
    if (header.redaction !== null) {
      throw refused(
        'This log is redacted: what was taken out of it cannot come back, and requests would look as if they had been sent so. Export it again without redaction (--no-redact, or “Kept” in the dialog).',
      );
    }
    const ids = header.runs.map(({ id }) => id as RunId);
    if (ids.length === 0) throw refused('This log has no run.');
    if (new Set(ids).size < ids.length) throw refused('Line 1: runs: each run stands once.');
    this.#header = header;
    const { store } = this.#ports;
    store.transact(() => store.beginImport(ids));
    this.#begun = ids;
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    const { store, newSecret } = this.#ports;
    if (batch.length > 0) {
      store.transact(() => {
        for (const { row, n } of batch) {
          try {
            store.importRow(row, newSecret);
          } catch (error) {
            if (!(error instanceof Refusal) || error.problem.code !== 'invalid') throw error;
            throw refused(`Line ${n}: ${error.problem.message}`);
          }
        }
      });
    }
  }
}
