import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { redactedWords } from '../../shared/redaction/text';

const FOLDER = 'logs';
const FILE = 'retryscope.log';
/** Bytes after which a file is put aside; two are kept beside the one that is written. */
const MOST_BYTES = 1_048_576;
const OLDER = ['1', '2'] as const;
/** Characters of one line: a stack is a few thousand. */
const MOST_CHARACTERS = 8_192;

/**
 * What happened to the app itself, line by line, in the data folder: no bodies, no secrets (law 9). A log that cannot
 * be written loses its lines and disturbs nothing.
 */
export class LogFile {
  readonly path: string;
  readonly #wallMs: () => number;
  #bytes: number;

  constructor(dataDir: string, wallMs: () => number) {
    this.path = join(dataDir, FOLDER, FILE);
    this.#wallMs = wallMs;
    this.#bytes = sizeOf(this.path);
  }

  write(line: string): void {
    const text = `${new Date(this.#wallMs()).toISOString()} ${redactedWords(line).slice(0, MOST_CHARACTERS)}\n`;
    const bytes = Buffer.byteLength(text);
    quietly(() => {
      // Not before there is a line: the data folder itself is the store's to make.
      if (this.#bytes === 0) this.#makeFolder();
      if (this.#bytes > 0 && this.#bytes + bytes > MOST_BYTES) this.#turn();
      appendFileSync(this.path, text, { mode: 0o600 });
      this.#bytes += bytes;
    });
  }

  /** The last lines, oldest first. */
  tail(lines: number): readonly string[] {
    return [`${this.path}.${OLDER[0]}`, this.path]
      .flatMap((path) => quietly(() => readFileSync(path, 'utf8').trimEnd().split('\n')) ?? [])
      .filter((line) => line !== '')
      .slice(-lines);
  }

  /** Bytes of the log with what was put aside. */
  get bytes(): number {
    return [this.path, ...OLDER.map((n) => `${this.path}.${n}`)].reduce((sum, path) => sum + sizeOf(path), 0);
  }

  #makeFolder(): void {
    const folder = dirname(this.path);
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  }

  #turn(): void {
    const [first, second] = OLDER;
    quietly(() => renameSync(`${this.path}.${first}`, `${this.path}.${second}`));
    quietly(() => renameSync(this.path, `${this.path}.${first}`));
    this.#bytes = sizeOf(this.path);
  }
}

const sizeOf = (path: string): number => quietly(() => statSync(path, { throwIfNoEntry: false })?.size) ?? 0;

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
