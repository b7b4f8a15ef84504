/** One coding taken off, and the length in bytes that came of it. */
export type DecodedStep = { readonly coding: string; readonly bytes: number };

/** `stopped` says why codings are left on, or why the end is missing; null when all were taken off whole. */
export type DecodedContent = {
  readonly bytes: Uint8Array;
  readonly steps: readonly DecodedStep[];
  readonly stopped: string | null;
};

/** Bytes that a coding may grow to: more is not read (a small body can hold gigabytes of zeros). */
const MOST_DECODED = 33_554_432;
const MOST_CODINGS = 5;
/** What is fed at a time, in bytes, so that a bomb is noticed before it is in memory: deflate makes 1,032 of each at most. */
const SLICE = 8_192;
const BROTLI_SLICE = 64;

/**
 * Takes a body's content codings off, the last first (RFC 9110 8.4). Never throws: what cannot be decoded comes back
 * as far as it was.
 */
export async function decodeContent(
  bytes: Uint8Array,
  contentEncoding: string,
  most: number = MOST_DECODED,
): Promise<DecodedContent> {
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MOST_CODINGS) {
    return { bytes, steps: [], stopped: `It names ${codings.length} codings; at most ${MOST_CODINGS} are taken off.` };
  }
  const steps: DecodedStep[] = [];
  let now = bytes;
  for (const coding of codings.reverse()) {
    const done = await takeOff(now, coding, most);
    if (done.bytes === null) return { bytes: now, steps, stopped: done.problem };
    now = done.bytes;
    steps.push({ coding, bytes: now.length });
    if (done.problem !== null) return { bytes: now, steps, stopped: done.problem };
  }
  return { bytes: now, steps, stopped: null };
}

type Taken = { readonly bytes: Uint8Array | null; readonly problem: string | null };
type Format = ConstructorParameters<typeof DecompressionStream>[0];

async function takeOff(bytes: Uint8Array, coding: string, most: number): Promise<Taken> {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return inflate(bytes, 'gzip', coding, most);
    case 'deflate':
      // RFC 9110 means zlib by deflate; some senders leave its frame away.
      return inflate(bytes, hasZlibHead(bytes) ? 'deflate' : 'deflate-raw', coding, most);
    case 'br':
      return inflate(bytes, 'brotli', coding, most);
    case 'zstd':
      return inflate(bytes, 'zstd', coding, most);
    default:
      return { bytes: null, problem: `The coding ${coding} is not known here.` };
  }
}

/** RFC 1950: method 8, and the first two bytes are a multiple of 31. */
function hasZlibHead(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Null where the platform does not have the format. */
function decompressor(format: string): DecompressionStream | null {
  try {
    return new DecompressionStream(format as Format);
  } catch {
    return null;
  }
}

async function inflate(bytes: Uint8Array, format: string, coding: string, most: number): Promise<Taken> {
  const stream = decompressor(format);
  if (stream === null) return { bytes: null, problem: `The coding ${coding} cannot be taken off on this platform.` };
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const feed = async (): Promise<void> => {
    const slice = format === 'brotli' || format === 'zstd' ? BROTLI_SLICE : SLICE;
    for (let from = 0; from < bytes.length; from += slice) {
      await writer.ready;
      await writer.write(Uint8Array.from(bytes.subarray(from, from + slice)));
    }
    await writer.close();
  };
  // What goes wrong in the stream is met where it is read.
  const fed = feed().catch(() => undefined);
  const pieces: Uint8Array[] = [];
  let length = 0;
  let problem: string | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const room = most - length;
      pieces.push(value.length > room ? value.subarray(0, room) : value);
      length += Math.min(value.length, room);
      if (value.length > room) {
        problem = `It grows beyond ${most} bytes, the most that is decoded.`;
        await reader.cancel();
        break;
      }
    }
  } catch {
    if (length === 0 && bytes.length > 0) return { bytes: null, problem: `It is not ${coding}, or it is damaged.` };
    problem = `The ${coding} data is damaged or ends too early; what came before that is shown.`;
  }
  await fed;
  return { bytes: joined(pieces, length), problem };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
