const HEAD_END = [0x0d, 0x0a, 0x0d, 0x0a] as const;
const DIGIT_0 = 0x30;
const DIGIT_1 = 0x31;
const DIGIT_3 = 0x33;
/** `HTTP/1.1 100`: where the status stands. */
const STATUS_AT = 9;
const STATUS_END = 12;

/** Whether a first chunk begins with a status line that is no interim one, as nearly all do. */
export const startsFinal = (chunk: Uint8Array): boolean => chunk.length >= STATUS_END && chunk[STATUS_AT] !== DIGIT_1;

/**
 * A client must skip interim responses that it did not ask for (RFC 9110, 15.2). The parser skips all but 100, which
 * it takes for an error, so 100 is read as 103. Works on the bytes as they come, however they are cut.
 */
export class InterimFilter {
  /** Bytes of the status line that were seen, up to its status; then -1 for "inside an interim head". */
  #seen = 0;
  #hundreds = false;
  #tens = false;
  #endMatched = 0;
  #done = false;

  /** Looks at, and may change, the bytes before the final response's head. */
  pass(chunk: Uint8Array): void {
    for (let i = 0; i < chunk.length && !this.#done; i++) this.#byte(chunk, i, chunk[i] ?? 0);
  }

  #byte(chunk: Uint8Array, i: number, byte: number): void {
    if (this.#seen === -1) {
      this.#endMatched = byte === HEAD_END[this.#endMatched] ? this.#endMatched + 1 : byte === HEAD_END[0] ? 1 : 0;
      if (this.#endMatched === HEAD_END.length) this.#seen = 0;
      return;
    }
    const at = this.#seen++;
    if (at === STATUS_AT) this.#hundreds = byte === DIGIT_1;
    if (at === STATUS_AT + 1) this.#tens = byte === DIGIT_0;
    if (at + 1 < STATUS_END) return;
    if (!this.#hundreds) {
      this.#done = true;
      return;
    }
    if (this.#tens && byte === DIGIT_0) chunk[i] = DIGIT_3;
    this.#seen = -1;
    this.#endMatched = 0;
  }
}
