import type { Attempt } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import { applyStep } from '../../shared/rules/apply-step';
import { Slots } from './concurrency';
import type { DueTimes } from './due-times';
import type { Claimed, SendRequest, SendResult } from './ports';
import { Preparer } from './prepare';
import type { RunContext } from './run-context';
import { type Ended, settle } from './settle';

/** Outcomes that arrive while others are in flight share a transaction; this bounds how long one may wait. */
const COMMIT_TICK_MS = 4;
/** After a commit that could not be made (disk full, file locked), it is tried again this much later. */
const TROUBLE_PAUSE_MS = 1_000;

type Start = { readonly claimed: Claimed; readonly request: SendRequest };

/**
 * Moves deliveries along the line: claims what is due, commits, sends, settles. One alarm, no timer per delivery.
 *
 * Invariants: one turn at a time; a request leaves only after the commit of its claim; an outcome that could not be
 * committed is kept and tried again; nothing is claimed while paused or while a commit is in trouble; while nothing
 * is due, nothing ticks.
 */
export class Dispatcher {
  readonly #context: RunContext;
  readonly #dueTimes: DueTimes;
  readonly #preparer: Preparer;
  readonly #onTrouble: (problem: Problem | null) => void;
  readonly #slots = new Slots();
  readonly #aborts = new Map<string, AbortController>();
  #ended: Ended[] = [];
  #turning = false;
  #again = false;
  #closed = false;
  #trouble: Problem | null = null;
  #cancelAlarm = (): void => {};
  #cancelTick: (() => void) | null = null;
  #idleWaiters: (() => void)[] = [];

  /** `onTrouble` is told when commits begin to fail, and null when they work again. */
  constructor(context: RunContext, dueTimes: DueTimes, onTrouble: (problem: Problem | null) => void) {
    this.#context = context;
    this.#dueTimes = dueTimes;
    this.#onTrouble = onTrouble;
    this.#preparer = new Preparer(context);
  }

  get inFlight(): number {
    return this.#slots.total;
  }

  inFlightOf(endpointId: EndpointId): number {
    return this.#slots.of(endpointId);
  }

  /** Does everything that can be done now, and sets the alarm for the rest. */
  turn(): void {
    if (this.#closed) return;
    this.#again = true;
    if (this.#turning) return;
    this.#turning = true;
    try {
      while (this.#again) {
        this.#again = false;
        this.#settleEnded();
        this.#claimAndSend();
        this.#skipAhead();
      }
    } finally {
      this.#turning = false;
    }
    this.#arm();
    if (this.#slots.total === 0) for (const wake of this.#idleWaiters.splice(0)) wake();
  }

  /** Aborts what is in flight; resolves when every outcome is committed (or cannot be). Returns how many there were. */
  async abortAll(): Promise<number> {
    const count = this.#slots.total;
    for (const abort of this.#aborts.values()) abort.abort();
    if (this.#slots.total > 0) await new Promise<void>((wake) => this.#idleWaiters.push(wake));
    return count;
  }

  /** Forgets that an endpoint could not be used: it was changed. */
  recheck(endpointId: EndpointId): void {
    this.#preparer.forget(endpointId);
    this.turn();
  }

  close(): void {
    this.#closed = true;
    this.#cancelAlarm();
    this.#cancelTick?.();
    for (const wake of this.#idleWaiters.splice(0)) wake();
  }

  #settleEnded(): void {
    this.#cancelTick?.();
    this.#cancelTick = null;
    if (this.#ended.length === 0) return;
    const batch = this.#ended;
    const committed = this.#tryCommit(() => {
      for (const ended of batch) settle(this.#context, ended);
    });
    if (!committed) return;
    this.#ended = this.#ended.slice(batch.length);
    for (const { claimed } of batch) {
      this.#aborts.delete(attemptKey(claimed.attempt));
      this.#slots.give(claimed.attempt.endpointId);
    }
    this.#context.clock.setInFlight(this.#slots.total);
  }

  #claimAndSend(): void {
    const { clock } = this.#context;
    if (clock.paused || this.#trouble !== null) return;
    const now = clock.now();
    const open = this.#dueTimes.dueEndpoints(now).filter((id) => this.#canStart(id));
    if (open.length === 0) return;
    const starts: Start[] = [];
    const taken: EndpointId[] = [];
    const committed = this.#tryCommit(() => {
      for (const id of open) {
        for (const delivery of this.#context.ports.store.due(id, now, this.#slots.free(id))) {
          const start = this.#claim(delivery, now);
          if (start === null) break;
          starts.push(start);
          this.#slots.take(id);
          taken.push(id);
        }
      }
    });
    if (!committed) {
      for (const id of taken) this.#slots.give(id);
      return;
    }
    clock.setInFlight(this.#slots.total);
    for (const start of starts) void this.#send(start);
  }

  #canStart(id: EndpointId): boolean {
    return this.#slots.free(id) > 0 && this.#preparer.usable(id);
  }

  /** Law 1: the attempt's row, with its due time, band and draw, is in the transaction; the request comes after. */
  #claim(delivery: Delivery, now: number): Start | null {
    const { store, system } = this.#context.ports;
    const endpoint = store.endpoint(delivery.endpointId);
    const event = store.event(delivery.eventId);
    if (endpoint === null || event === null) throw new Error(`delivery ${delivery.id} has lost its endpoint or event`);
    const attempt: Attempt = {
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      n: delivery.attempts + 1,
      trigger: delivery.nextTrigger ?? 'first',
      dueAt: delivery.dueAt ?? now,
      startedAt: now,
      endedAt: null,
      startedWallAt: system.wallMs(),
      wait: delivery.wait,
      outcome: null,
    };
    const request = this.#preparer.prepare(endpoint, event, attempt);
    if (request === null) return null;
    const step = { kind: 'claim', n: attempt.n, lateMs: now - attempt.dueAt, rules: [] } as const;
    const claimed = applyStep(endpoint.policy, delivery, step, now, null);
    store.insertAttempt(attempt, {
      method: request.method,
      url: request.url,
      headers: request.headers,
      bodyBytes: event.body.byteLength,
    });
    store.updateDelivery(claimed);
    this.#context.logDelivery(claimed, step, now);
    return { claimed: { delivery: claimed, attempt }, request };
  }

  async #send({ claimed, request }: Start): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(attemptKey(claimed.attempt), abort);
    const result = await this.#context.ports.sender.send(request, abort.signal).catch(brokenSender);
    this.#ended.push({ claimed, outcome: result.outcome, result, endedAt: this.#context.clock.now() });
    if (this.#ended.length >= this.#slots.total) this.turn();
    else this.#cancelTick ??= this.#context.ports.system.ring(COMMIT_TICK_MS, () => this.turn());
  }

  /** Skip waits: nothing in flight and nothing due, so time jumps to the next thing that can happen. */
  #skipAhead(): void {
    const { clock } = this.#context;
    if (clock.pace.kind !== 'skip' || clock.paused || this.#slots.total > 0 || this.#trouble !== null) return;
    const next = this.#dueTimes.earliest((id) => this.#preparer.usable(id));
    if (next === null || next.dueAt <= clock.now()) return;
    clock.jumpTo(next.dueAt);
    this.#again = true;
  }

  #arm(): void {
    this.#cancelAlarm();
    this.#cancelAlarm = () => {};
    if (this.#trouble !== null) {
      this.#cancelAlarm = this.#context.ports.system.ring(TROUBLE_PAUSE_MS, () => this.#retryAfterTrouble());
      return;
    }
    if (this.#context.clock.paused) return;
    const next = this.#dueTimes.earliest((id) => this.#canStart(id));
    if (next !== null) this.#cancelAlarm = this.#context.clock.wakeAt(next.dueAt, () => this.turn());
  }

  #retryAfterTrouble(): void {
    this.#trouble = null;
    this.turn();
    // Only a commit that works proves that the trouble is over; with nothing to commit, the probe is the clock.
    if (this.#trouble === null && this.#tryCommit(() => {})) this.#onTrouble(null);
    this.#arm();
  }

  #tryCommit(work: () => void): boolean {
    try {
      this.#context.commit(work);
      return true;
    } catch (error) {
      this.#trouble = problemOf(error);
      this.#onTrouble(this.#trouble);
      return false;
    }
  }
}

const attemptKey = (attempt: Attempt): string => `${attempt.deliveryId}/${attempt.n}`;

const problemOf = (error: unknown): Problem =>
  error instanceof Refusal
    ? error.problem
    : { code: 'internal', message: `The store refused a commit: ${String(error)}` };

/** A sender never rejects; if one does, the delivery must still end its attempt, with the reason. */
const brokenSender = (error: unknown): SendResult => ({
  outcome: {
    kind: 'no-response',
    fault: 'invalid-http',
    detail: `the request could not be made: ${String(error)}`,
    tookMs: 0,
  },
  response: null,
  timings: {
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    writeMs: null,
    firstByteMs: null,
    bodyMs: null,
    reusedConnection: false,
  },
  remote: null,
});
