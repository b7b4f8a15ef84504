import type { IncomingMessage } from 'node:http';

/** The bytes that all open requests hold in memory together. */
export type HeldBytes = { readonly limit: number; used: number };

export type ReadBody = {
  readonly body: Uint8Array;
  /** As many as came, kept or not. */
  readonly bodyBytes: number;
};

export type BodyReader = {
  /** What has come so far. */
  soFar(): ReadBody;
  /** Whatever comes from now on is not looked at, and `done` is not called. */
  stop(): void;
  /** The bytes are stored or given up: their memory may be used by others. */
  release(): void;
};

/**
 * Reads a body to its end, keeps it up to `cap` bytes and drains the rest.
 * @param done called once: `whole` is false when the connection was lost first
 */
export function readBody(
  request: IncomingMessage,
  cap: number,
  held: HeldBytes,
  done: (whole: boolean) => void,
): BodyReader {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let came = 0;
  let ended = false;
  const finish = (whole: boolean): void => {
    if (ended) return;
    ended = true;
    done(whole);
  };
  request.on('data', (chunk: Uint8Array) => {
    if (ended) return;
    came += chunk.length;
    const room = Math.min(chunk.length, cap - kept, held.limit - held.used);
    if (room <= 0) return;
    chunks.push(room === chunk.length ? chunk : chunk.subarray(0, room));
    kept += room;
    held.used += room;
  });
  request.on('end', () => finish(true));
  request.on('close', () => finish(request.complete));
  // A lost connection is told by `close` too; without a listener it would be an uncaught error.
  request.on('error', () => {});
  return {
    soFar: () => ({ body: Buffer.concat(chunks, kept), bodyBytes: came }),
    stop: () => {
      ended = true;
    },
    release: () => {
      held.used -= kept;
      kept = 0;
      chunks.length = 0;
    },
  };
}
