import { LIMITS } from '../../shared/contract/limits';
import type { Timeouts } from '../../shared/policies/policy';

/**
 * Bounds each phase that no clock of the policy covers (connecting, handing over the request, waiting for headers),
 * so that a peer that never reads, or never answers, cannot hold a slot for ever. Milliseconds.
 */
export const UNCLOCKED_PHASE_MS = 60_000;

/** Instants of one exchange on the monotonic clock, null until they come. */
export type Marks = {
  readonly startedAt: number;
  /** A usable connection: TCP, and TLS where there is any. */
  readonly connectedAt: number | null;
  /** The socket took the last byte of the request (k6). */
  readonly writtenAt: number | null;
  readonly headersAt: number | null;
  /** The last byte from the peer; before any, the connection. */
  readonly heardAt: number;
};

/**
 * What ends an exchange next, when, and what was exceeded. `read` is no fault: the outcome stood when the headers
 * came, and reading stops.
 */
export type Deadline = {
  readonly at: number;
  readonly limit: 'connect' | 'write' | 'headers' | 'total' | 'inactivity' | 'read';
  readonly limitMs: number;
};

/** The earliest deadline of the policy's clocks in the exchange's present phase (f12, k5, k6, i5, a14, R13, R15). */
export function nextDeadline(timeouts: Timeouts, marks: Marks): Deadline {
  const { headers, totalMs } = timeouts;
  const total = deadline('total', marks.startedAt, totalMs);
  if (marks.connectedAt === null) {
    const connect = deadline('connect', marks.startedAt, timeouts.connectMs);
    const response = headers?.from === 'connect-start' ? deadline('headers', marks.startedAt, headers.ms) : null;
    return earliest(connect, response, total) ?? bound('connect', marks.startedAt);
  }
  const inactivity = deadline('inactivity', marks.heardAt, timeouts.inactivityMs ?? null);
  if (marks.headersAt === null) {
    const from = headers === null ? null : clockStart(headers.from, marks);
    const response = headers === null || from === null ? null : deadline('headers', from, headers.ms);
    const policy = earliest(response, total);
    const unclocked = marks.writtenAt === null ? bound('write', marks.connectedAt) : bound('headers', marks.writtenAt);
    return earliest(policy ?? unclocked, inactivity) ?? unclocked;
  }
  const body =
    totalMs === null ? deadline('read', marks.headersAt, LIMITS.responseReadMs) : earliest(total, inactivity);
  return body ?? bound('read', marks.headersAt);
}

function clockStart(from: 'connect-start' | 'connected' | 'request-written', marks: Marks): number | null {
  if (from === 'connect-start') return marks.startedAt;
  return from === 'connected' ? marks.connectedAt : marks.writtenAt;
}

const deadline = (limit: Deadline['limit'], from: number, limitMs: number | null): Deadline | null =>
  limitMs === null ? null : { at: from + limitMs, limit, limitMs };

const bound = (limit: Deadline['limit'], from: number): Deadline => ({
  at: from + UNCLOCKED_PHASE_MS,
  limit,
  limitMs: UNCLOCKED_PHASE_MS,
});

function earliest(...deadlines: readonly (Deadline | null)[]): Deadline | null {
  let first: Deadline | null = null;
  for (const candidate of deadlines) {
    if (candidate !== null && (first === null || candidate.at < first.at)) first = candidate;
  }
  return first;
}
