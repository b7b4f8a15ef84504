import type { Attempt } from '../../shared/model/attempt';
import { type Delivery, isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import type { ThrottleWindow } from '../../shared/model/step';
import { close, closingFor, closingOf, countEnding, withStreak } from './circuit';
import type { Slots } from './concurrency';
import type { Claimed, SendRequest } from './ports';
import { Preparer } from './prepare';
import type { RunContext } from './run-context';

/** An attempt that is recorded and may leave once its transaction is committed. */
export type Start = { readonly claimed: Claimed; readonly request: SendRequest };

/** Takes due deliveries from the store, through the gates, into slots. */
export class Claims {
  readonly #context: RunContext;
  readonly #slots: Slots;
  readonly #preparer: Preparer;

  constructor(context: RunContext, slots: Slots) {
    this.#context = context;
    this.#slots = slots;
    this.#preparer = new Preparer(context);
  }

  /** Whether an endpoint has a free slot, and something can be done about what is due there. */
  canStart(id: EndpointId): boolean {
    if (this.#slots.free(id) === 0) return false;
    if (this.#preparer.usable(id)) return true;
    return this.#context.ports.store.endpoint(id)?.policy.unusableEndpoint.verdict === 'permanent';
  }

  /** An endpoint was changed: what was known of it is read again. */
  forget(id: EndpointId): void {
    this.#preparer.forget(id);
  }

  /**
   * Claims what is due of one endpoint, as far as there are slots, into `starts`; what may not pass a gate takes its
   * step instead. Returns whether anything was turned away, so that more may be due behind it. Only inside `commit`.
   */
  claim(id: EndpointId, now: number, starts: Start[]): boolean {
    const { store } = this.#context.ports;
    let turnedAway = false;
    for (const delivery of store.due(id, now, this.#slots.free(id))) {
      const endpoint = store.endpoint(id);
      if (endpoint === null) throw new Error(`delivery ${delivery.id} has lost its endpoint`);
      if (this.#slots.free(id) === 0) break;
      const closing = closingFor(endpoint, delivery);
      if (closing !== null) {
        turnedAway = true;
        close(this.#context, endpoint, delivery, closing, now);
        continue;
      }
      const passage = this.#context.gates.pass(endpoint, delivery, now);
      if (passage.kind === 'not-now') {
        turnedAway = true;
        if (passage.step.kind !== 'defer') this.#context.gates.giveBack(id, delivery);
        const error = passage.step.kind === 'expire' ? (endpoint.policy.maxAge?.error ?? null) : null;
        const after = this.#context.apply(endpoint, delivery, passage.step, now, error);
        if (isFinal(after.state)) countEnding(this.#context, endpoint, after, now);
        continue;
      }
      const start = this.#start(endpoint, delivery, passage.throttle, now);
      if (start === null && endpoint.policy.unusableEndpoint.verdict === 'permanent') {
        turnedAway = true;
        this.#failUnusable(endpoint, delivery, now);
        continue;
      }
      if (start === null) break;
      starts.push(start);
      this.#slots.take(id);
    }
    const endpoint = store.endpoint(id);
    if (endpoint === null || closingOf(endpoint) !== null) return turnedAway;
    return this.#context.fillPlaces(endpoint, now) || turnedAway;
  }

  /** A11: no request is made; it has failed for good. */
  #failUnusable(endpoint: Endpoint, delivery: Delivery, now: number): void {
    const detail = this.#preparer.problemOf(endpoint.id)?.message ?? 'The endpoint cannot be used.';
    const because = { kind: 'configuration', detail } as const;
    const { rules } = endpoint.policy.unusableEndpoint;
    const { counter, budget } = delivery;
    const budgetLeft = endpoint.policy.permanentUsesBudget ? 0 : Math.max(0, budget - counter - 1);
    const step = withStreak(
      this.#context,
      endpoint,
      delivery,
      {
        kind: 'fail',
        n: delivery.attempts,
        reason: 'permanent',
        because,
        retryAfter: null,
        budgetLeft,
        budget,
        streak: null,
        rules,
      },
      now,
    );
    this.#context.apply(endpoint, delivery, step, now, detail);
  }

  /** The transaction of these claims was rolled back. */
  undo(starts: readonly Start[]): void {
    for (const { claimed } of starts) this.#slots.give(claimed.attempt.endpointId);
  }

  /** Law 1: the attempt's row, with its due time, band and draw, is in the transaction; the request comes after. */
  #start(endpoint: Endpoint, delivery: Delivery, throttle: ThrottleWindow | null, now: number): Start | null {
    const { store, system } = this.#context.ports;
    const event = store.event(delivery.eventId);
    if (event === null) throw new Error(`delivery ${delivery.id} has lost its event`);
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
      deferredFrom: delivery.deferredFrom,
      outcome: null,
    };
    const request = this.#preparer.prepare(endpoint, event, attempt);
    if (request === null) return null;
    const { method, url, headers } = request;
    const wrapped = request.body === event.body ? null : request.body;
    store.insertAttempt(attempt, { method, url, headers, bodyBytes: request.body.byteLength, body: wrapped });
    const step = {
      kind: 'claim',
      n: attempt.n,
      lateMs: now - attempt.dueAt,
      throttle,
      budgetLeft: Math.max(0, delivery.budget - delivery.counter - 1),
      budget: delivery.budget,
      rules: [],
    } as const;
    return { claimed: { delivery: this.#context.apply(endpoint, delivery, step, now), attempt }, request };
  }
}
