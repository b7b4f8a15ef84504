import type { InterimNote } from '../../shared/model/outcome';

const HEAD_END = [0x0d, 0x0a, 0x0d, 0x0a] as const;
const DIGIT_0 = 0x30;
const DIGIT_1 = 0x31;
const DIGIT_3 = 0x33;
/** Nobody asked to change the protocol: what follows is no HTTP, and the parser says so. */
const SWITCHING = 101;
/** `HTTP/1.1 100`: where the status stands. */
const STATUS_AT = 9;
const STATUS_END = 12;
/** So many statuses are kept; all are counted. */
const STATUSES_KEPT = 20;

/** Whether a first chunk begins with a status line that is no interim one, as nearly all do. */
export const startsFinal = (chunk: Uint8Array): boolean => chunk.length >= STATUS_END && chunk[STATUS_AT] !== DIGIT_1;

/**
 * A client must skip interim responses that it did not ask for (RFC 9110, 15.2). The parser skips all but 100, which
 * it takes for an error, so 100 is read as 103. What was skipped is noted. Works on the bytes as they come, however
 * they are cut.
 */
export class InterimFilter {
  /** Bytes of the status line that were seen, up to its status; then -1 for "inside an interim head". */
  #seen = 0;
  /** The status as far as it was read. */
  #status = 0;
  #count = 0;
  readonly #statuses: number[] = [];
  #endMatched = 0;
  #done = false;

  /** What was skipped so far; null for nothing. */
  get note(): InterimNote | null {
    return this.#count === 0 ? null : { count: this.#count, statuses: this.#statuses };
  }

  /** Looks at, and may change, the bytes before the final response's head. */
  pass(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length && !this.#done; i++) this.#byte(chunk, i, chunk[i] ?? 0);
  }

  #byte(chunk: Uint8Array, i: number, byte: number): void {
    if (this.#seen === -1) {
      this.#endMatched = byte === HEAD_END[this.#endMatched] ? this.#endMatched + 1 : byte === HEAD_END[0] ? 1 : 0;
      if (this.#endMatched === HEAD_END.length) this.#skipped();
      return;
    }
    const at = this.#seen++;
    if (at >= STATUS_AT) this.#status = this.#status * 10 + (byte - DIGIT_0);
    if (at + 1 < STATUS_END) return;
    if (this.#status < 100 || this.#status > 199 || this.#status === SWITCHING) {
      this.#done = true;
      return;
    }
    if (this.#status === 100) chunk[i] = DIGIT_3;
    this.#seen = -1;
    this.#endMatched = 0;
  }

  #skipped(): void {
    this.#count += 1;
    if (this.#statuses.length < STATUSES_KEPT) this.#statuses.push(this.#status);
    this.#status = 0;
    this.#seen = 0;
  }
}
