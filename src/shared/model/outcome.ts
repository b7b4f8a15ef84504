import type { HeaderList } from './header';

/** R14: the one list of fault names. A redirect is a status; stopping is not a fault. */
export const FAULTS = [
  'dns',
  'refused',
  'connect-timeout',
  'tls',
  'reset',
  'response-timeout',
  'inactivity-timeout',
  'invalid-http',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Each phase's length in ms with a fraction, `null` when the attempt did not come to it (or reused a connection). */
export type PhaseTimings = {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From a usable connection to the last byte of the request handed to the socket. */
  readonly writeMs: number | null;
  /** From the request written to the response's headers. */
  readonly firstByteMs: number | null;
  readonly bodyMs: number | null;
  readonly reusedConnection: boolean;
};

/** Interim (1xx) answers that came before the final one and were skipped: how many, and the first of their statuses. */
export type InterimNote = { readonly count: number; readonly statuses: readonly number[] };

/** A response as read: the body up to a cap, its true length (as far as it was read) beside it. */
export type ReceivedResponse = {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly bodyBytes: number;
  /** The body was cut at the cap, or reading stopped at the limit. */
  readonly bodyTruncated: boolean;
};

export const INTERRUPTIONS = ['stopped', 'killed'] as const;
/** `stopped`: a person pressed Stop or quit. `killed`: the engine died while the attempt was in flight. */
export type Interruption = (typeof INTERRUPTIONS)[number];

/** What the world may do is data. An interruption is ours and says nothing about the endpoint. */
export type Outcome =
  | { readonly kind: 'response'; readonly status: number; readonly retryAfter: string | null; readonly tookMs: number }
  | { readonly kind: 'no-response'; readonly fault: Fault; readonly detail: string; readonly tookMs: number }
  | { readonly kind: 'interrupted'; readonly by: Interruption; readonly tookMs: number };

/** Of a request that never left. */
export const NO_TIMINGS: PhaseTimings = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  writeMs: null,
  firstByteMs: null,
  bodyMs: null,
  reusedConnection: false,
};
