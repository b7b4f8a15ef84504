/** Where the receiver listens unless a person chooses another port. */
export const DEFAULT_RECEIVER_PORT = 7_878;

/** Where it listens for https with a valid certificate; the kinds that fail follow, each one port further. */
export const DEFAULT_HTTPS_PORT = 7_443;

/** What the receiver accepts at most. Bytes, ms of real time, or counts. */
export type ReceiverBounds = {
  /** The request target by itself, and target and headers together. */
  readonly headerBytes: number;
  /** Request line and headers as far as they are read at all, so that what is too long is seen, and said by name. */
  readonly readHeaderBytes: number;
  /** Bodies of all open requests together that are held in memory; what comes beyond is counted and dropped. */
  readonly heldBodyBytes: number;
  readonly connections: number;
  /** From the first byte to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte to the end of the body. */
  readonly requestMs: number;
  /** How often the two spans above are looked at. */
  readonly checkEveryMs: number;
  /** A kept-open connection without a request. Longer than senders keep theirs, so that they close first. */
  readonly idleMs: number;
  /** After an answer to something that was not HTTP: the time the sender has to read it. */
  readonly lingerMs: number;
};

export const RECEIVER_BOUNDS: ReceiverBounds = {
  headerBytes: 262_144,
  readHeaderBytes: 1_048_576,
  heldBodyBytes: 268_435_456,
  connections: 1_024,
  headersMs: 60_000,
  requestMs: 300_000,
  checkEveryMs: 5_000,
  idleMs: 60_000,
  lingerMs: 2_000,
};
