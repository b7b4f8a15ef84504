import type { Dispatcher } from 'undici';
import { type HeaderList, headerValue } from '../../shared/model/header';
import type { Outcome, PhaseTimings, ReceivedResponse } from '../../shared/model/outcome';
import type { SendRequest, SendResult, SystemClock } from '../engine/ports';
import { CappedBody } from './body';
import { type Deadline, type Marks, nextDeadline } from './deadlines';
import { connectFault, exchangeFault, type Named, type Progress, timeoutFault } from './faults';
import type { Head, Target } from './head';
import { InterimFilter, startsFinal } from './interim';
import type { Line, LineUser } from './line';
import type { Stoppable, Stops } from './stops';

/** How late a bell may ring before we ask whether the machine was busy and an answer already lies in the socket. */
const LATE_BELL_MS = 5;
const LONGEST_RING_MS = 2_147_483_647;
/** How many closed idle connections are passed over before the fault is told. Nothing was written on any of them. */
const STALE_LINES = 8;

/** What an exchange is given by the sender. */
export type ExchangeStart = {
  readonly clock: SystemClock;
  readonly request: SendRequest;
  readonly target: Target;
  readonly head: Head;
  readonly pool: Dispatcher;
  readonly signal: AbortSignal;
  readonly stops: Stops;
  readonly done: (result: SendResult) => void;
};

/**
 * One request from its start to its outcome: handler of the HTTP client, user of a line, stopped by a signal.
 * The outcome is settled once; everything that comes after is ignored.
 */
export class Exchange implements LineUser, Marks, Stoppable {
  readonly #start: ExchangeStart;
  readonly #body = new CappedBody();
  readonly #ring = (): void => this.#rang();
  readonly hasBody: boolean;
  settled = false;
  stopIndex = -1;

  readonly #beganAt: number;
  readonly #stoodStillBefore: number;
  #excusedMs = 0;
  #openingAt: number;
  #resolvedAt: number | null = null;
  #tcpAt: number | null = null;
  connectedAt: number | null = null;
  writtenAt: number | null = null;
  headersAt: number | null = null;
  heardAt: number;

  #line: Line | null = null;
  #abort: ((error?: Error) => void) | null = null;
  #reused = false;
  #sent = false;
  #staleLines = 0;
  #tried: string[] = [];
  #remote: string | null = null;
  #socketError: Error | null = null;
  #interim: InterimFilter | null = null;
  #bytes = 0;
  #status = 0;
  #reason = '';
  #headers: HeaderList = [];
  #complete = false;

  #bellAt = Number.POSITIVE_INFINITY;
  #stopBell: (() => void) | null = null;
  #gaveGrace = false;

  constructor(start: ExchangeStart) {
    this.#start = start;
    this.hasBody = start.request.body.byteLength > 0;
    this.#beganAt = start.clock.elapsedMs();
    this.#stoodStillBefore = start.clock.stoodStillMs?.() ?? 0;
    this.#openingAt = this.#beganAt;
    this.heardAt = this.#beganAt;
  }

  begin(): void {
    this.#start.stops.add(this.#start.signal, this);
    this.#arm();
    this.#dispatch();
  }

  #dispatch(): void {
    const { pool, request, head } = this.#start;
    // The path and the fields that the client makes of these never reach the wire: the line writes the head.
    const options = { path: '/', method: request.method, body: request.body };
    pool.dispatch(head.closes ? { ...options, reset: true } : options, this);
  }

  /** An outcome that stood with the headers still stands; reading its body just ends. */
  onStop(): void {
    if (this.#decided) this.#finish(this.#response(false));
    else this.#finish({ kind: 'interrupted', by: 'stopped', tookMs: this.#took() });
    this.#drop();
  }

  // Line: opening a connection

  onTaken(line: Line): void {
    this.#line = line;
    this.#remote = line.remote;
    this.#reused = line.remote !== null;
  }

  onOpening(): void {
    this.#openingAt = this.#start.clock.elapsedMs();
    this.#reused = false;
    this.#remote = null;
  }

  onResolved(): void {
    this.#resolvedAt = this.#start.clock.elapsedMs();
  }

  onTrying(address: string): void {
    this.#tried.push(address);
  }

  onTcp(remote: string): void {
    this.#tcpAt = this.#start.clock.elapsedMs();
    this.#remote = remote;
  }

  onOpen(): void {
    this.connectedAt = this.#start.clock.elapsedMs();
    this.heardAt = this.connectedAt;
    this.#arm();
  }

  onOpenFailed(error: Error): void {
    if (!this.settled) this.#fail(connectFault(error, this.#progress()));
  }

  onSocketError(error: Error): void {
    this.#socketError ??= error;
  }

  // Line: the request going out, bytes coming in

  head(): string {
    this.#sent = true;
    return this.#start.head.text;
  }

  onWritten(): void {
    if (this.settled || this.writtenAt !== null) return;
    this.#excuse();
    this.writtenAt = this.#start.clock.elapsedMs();
    if (this.headersAt === null) this.#arm();
  }

  onBytes(chunk: Uint8Array): void {
    if (this.settled || !this.#sent) return;
    this.#bytes += chunk.byteLength;
    this.heardAt = this.#start.clock.elapsedMs();
    if (this.headersAt !== null || (this.#interim === null && startsFinal(chunk))) return;
    this.#interim ??= new InterimFilter();
    this.#interim.pass(chunk);
  }

  // The HTTP client's handler

  /** Comes just before the head is written; on a reused connection it is the first news. */
  onConnect(abort: (error?: Error) => void): void {
    if (this.settled) {
      abort();
      return;
    }
    this.#abort = abort;
    if (this.connectedAt !== null) return;
    this.onOpen();
  }

  onHeaders(status: number, rawHeaders: readonly Buffer[], _resume: () => void, reason: string): boolean {
    if (this.settled || status < 200) return true;
    this.headersAt = this.#start.clock.elapsedMs();
    this.#status = status;
    this.#reason = reason;
    this.#headers = decodeHeaders(rawHeaders);
    // They end with their head, whatever length they claim (RFC 9112, 6.3).
    if (status === 204 || status === 304) this.#finish(this.#response(true));
    else this.#arm();
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (!this.settled) this.#body.add(chunk);
    return true;
  }

  onComplete(): void {
    this.#line?.leave(this);
    if (this.settled) return;
    this.#finish(this.#response(true));
    // The rest of a request that was answered early must not become the beginning of the next one.
    if (this.writtenAt === null) this.#line?.destroy();
  }

  onError(error: Error): void {
    if (this.settled) return;
    if (Reflect.get(error, 'code') === 'UND_ERR_DESTROYED' || Reflect.get(error, 'code') === 'UND_ERR_CLOSED') {
      // The sender was closed.
      this.#finish({ kind: 'interrupted', by: 'stopped', tookMs: this.#took() });
      this.#drop();
    } else if (this.#decided) {
      this.#finish(this.#response(false));
    } else if (!this.#sent && this.#reused && this.#staleLines < STALE_LINES) {
      this.#staleLines += 1;
      this.#socketError = null;
      this.#dispatch();
    } else {
      this.#fail(exchangeFault(this.#socketError ?? error, this.#progress()));
    }
  }

  // Clocks

  /** From when the policy's clocks run: time that is ours to answer for moves it on. */
  get startedAt(): number {
    return this.#beganAt + this.#excusedMs;
  }

  /**
   * Time in which we stood still counts against the endpoint only while it had the whole request and gave no byte:
   * neither a request that we had not sent nor an answer that we did not read is its fault.
   */
  #excuse(): void {
    if (this.writtenAt !== null && this.#bytes === 0) return;
    this.#excusedMs = (this.#start.clock.stoodStillMs?.() ?? 0) - this.#stoodStillBefore;
  }

  #arm(): void {
    const { at } = nextDeadline(this.#start.request.timeouts, this);
    if (this.settled || at >= this.#bellAt) return;
    this.#setBell(at);
  }

  #setBell(at: number): void {
    this.#stopBell?.();
    this.#bellAt = at;
    const afterMs = Math.ceil(at - this.#start.clock.elapsedMs());
    this.#stopBell = this.#start.clock.ring(Math.min(Math.max(afterMs, 0), LONGEST_RING_MS), this.#ring);
  }

  #rang(): void {
    if (this.settled) return;
    this.#bellAt = Number.POSITIVE_INFINITY;
    this.#excuse();
    const due = nextDeadline(this.#start.request.timeouts, this);
    const lateMs = this.#start.clock.elapsedMs() - due.at;
    if (lateMs < 0) {
      this.#setBell(due.at);
    } else if (lateMs > LATE_BELL_MS && !this.#gaveGrace) {
      this.#gaveGrace = true;
      this.#setBell(due.at);
    } else {
      this.#expire(due);
    }
  }

  #expire(due: Deadline): void {
    if (due.limit === 'read') this.#finish(this.#response(false));
    else this.#fail(timeoutFault(due, this.#progress()));
    this.#drop();
  }

  // The outcome

  /** The policy's answer stands with the headers, unless its total clock covers the body too. */
  get #decided(): boolean {
    return this.headersAt !== null && this.#start.request.timeouts.totalMs === null;
  }

  #response(complete: boolean): Outcome {
    this.#complete = complete;
    const retryAfter = headerValue(this.#headers, 'retry-after');
    return { kind: 'response', status: this.#status, retryAfter, tookMs: this.#took() };
  }

  #fail({ fault, detail }: Named): void {
    this.#finish({ kind: 'no-response', fault, detail, tookMs: this.#took() });
  }

  #finish(outcome: Outcome): void {
    if (this.settled) return;
    this.settled = true;
    this.#stopBell?.();
    this.#start.stops.remove(this.#start.signal, this);
    this.#start.done({
      outcome,
      response: this.headersAt === null ? null : this.#received(),
      timings: this.#timings(),
      interim: this.#interim?.note ?? null,
      remote: this.#remote,
    });
  }

  /** Takes the connection down, whatever it was doing. */
  #drop(): void {
    this.#line?.cancelOpening();
    this.#abort?.();
  }

  #received(): ReceivedResponse {
    return {
      status: this.#status,
      reason: this.#reason,
      headers: this.#headers,
      body: this.#body.take(),
      bodyBytes: this.#body.bytes,
      bodyTruncated: this.#body.capped || !this.#complete,
    };
  }

  #took(): number {
    return this.#start.clock.elapsedMs() - this.#beganAt;
  }

  #timings(): PhaseTimings {
    const fresh = !this.#reused;
    const connectedAt = this.connectedAt;
    return {
      dnsMs: fresh ? span(this.#openingAt, this.#resolvedAt) : null,
      connectMs: fresh ? span(this.#resolvedAt ?? this.#openingAt, this.#tcpAt) : null,
      tlsMs: fresh && this.#start.target.secure ? span(this.#tcpAt, connectedAt) : null,
      writeMs: span(connectedAt, this.writtenAt),
      firstByteMs: span(this.writtenAt ?? connectedAt, this.headersAt),
      bodyMs: span(this.headersAt, this.headersAt === null ? null : this.#start.clock.elapsedMs()),
      reusedConnection: this.#reused,
    };
  }

  #progress(): Progress {
    return {
      host: this.#start.target.host,
      secure: this.#start.target.secure,
      proxied: this.#start.request.proxy !== undefined,
      reused: this.#reused,
      resolved: this.#resolvedAt !== null,
      tried: this.#tried,
      remote: this.#remote,
      connected: this.connectedAt !== null,
      sent: this.#sent,
      written: this.writtenAt !== null,
      headers: this.headersAt !== null,
      bytes: this.#bytes,
      bodyBytes: this.#body.bytes,
    };
  }
}

const span = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.max(0, to - from);

function decodeHeaders(raw: readonly Buffer[]): HeaderList {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    headers.push([raw[i]?.toString('latin1') ?? '', raw[i + 1]?.toString('latin1') ?? '']);
  }
  return headers;
}
