import { LIMITS } from '../../shared/contract/limits';

/** A response's body as it comes: the first bytes kept up to the cap, all of them counted. */
export class CappedBody {
  #chunks: Uint8Array[] = [];
  #kept = 0;
  /** Bytes that were read, kept or not. */
  bytes = 0;

  add(chunk: Uint8Array): void {
    this.bytes += chunk.byteLength;
    const room = LIMITS.responseBodyBytes - this.#kept;
    if (room <= 0) return;
    const part = chunk.byteLength <= room ? chunk : chunk.subarray(0, room);
    this.#chunks.push(part);
    this.#kept += part.byteLength;
  }

  get capped(): boolean {
    return this.bytes > this.#kept;
  }

  /** The kept bytes in one piece of their own, so that the socket's larger buffers can go. */
  take(): Uint8Array {
    const whole = new Uint8Array(this.#kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    this.#chunks = [];
    return whole;
  }
}
