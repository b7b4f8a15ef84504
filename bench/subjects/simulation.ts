import type { Attempt } from '../../src/shared/model/attempt';
import { type Delivery, isFinal } from '../../src/shared/model/delivery';
import { makeId } from '../../src/shared/model/ids';
import type { Outcome } from '../../src/shared/model/outcome';
import { fianto } from '../../src/shared/policies/fianto';
import { applyStep } from '../../src/shared/rules/apply-step';
import { DRAW, draw, drawFromSource } from '../../src/shared/rules/draw';
import { nextStep } from '../../src/shared/rules/next-step';
import { DueHeap } from '../heap';
import { reportAndEnd, subjectArgs } from '../subject';

export type SimulationArgs = { readonly pending: number; readonly steps: number; readonly seed: number };
export type SimulationReport = { readonly perSecond: number; readonly heapOnlyPerSecond: number };

/**
 * The engine's decisions without an engine: the earliest due delivery is claimed, its attempt fails, its next step is
 * decided with the seeded draw and applied; one that is exhausted makes room for a new one.
 */
const { pending, steps, seed } = subjectArgs<SimulationArgs>();
const START = Date.UTC(2026, 0, 1);
const FAILED: Outcome = { kind: 'response', status: 503, retryAfter: null, tookMs: 12 };
const RUN = makeId('run', START, new Uint8Array(10));
const ENDPOINT = makeId('endpoint', START, new Uint8Array(10));
const EVENT = makeId('event', START, new Uint8Array(10));
/** No rule looks at an id. */
const DELIVERY = makeId('delivery', START, new Uint8Array(10));

function fresh(ordinal: number, now: number): Delivery {
  const delivery: Delivery = {
    id: DELIVERY,
    runId: RUN,
    eventId: EVENT,
    eventType: 'order.paid',
    endpointId: ENDPOINT,
    ordinal,
    state: 'queued',
    reason: null,
    attempts: 0,
    counter: 0,
    budget: fianto.attempts,
    dueAt: null,
    nextTrigger: 'first',
    wait: null,
    deferredFrom: null,
    slotAt: null,
    lostDueAt: null,
    jobsToLose: 0,
    touchedAt: now,
    stuckSince: null,
    sweepAt: null,
    firstAttemptAt: null,
    originId: null,
    createdAt: now,
    changedAt: now,
    lastError: null,
  };
  return applyStep(fianto, delivery, { kind: 'accept', originId: null, rules: [] }, now, null);
}

/** One attempt, from its claim to the step that follows its failure. */
function attempted(delivery: Delivery): Delivery {
  const startedAt = delivery.dueAt ?? START;
  const attempt: Attempt = {
    deliveryId: delivery.id,
    endpointId: delivery.endpointId,
    n: delivery.attempts + 1,
    trigger: delivery.nextTrigger ?? 'first',
    dueAt: startedAt,
    startedAt,
    endedAt: null,
    startedWallAt: startedAt,
    wait: delivery.wait,
    deferredFrom: null,
    outcome: null,
  };
  const { budget } = delivery;
  const budgetLeft = budget - delivery.counter - 1;
  const claim = { kind: 'claim', n: attempt.n, lateMs: 0, throttle: null, budgetLeft, budget, rules: [] } as const;
  const claimed = applyStep(fianto, delivery, claim, startedAt, null);
  const now = startedAt + FAILED.tookMs;
  const source = { seed, key: [DRAW.retryWait, delivery.ordinal, delivery.counter + 1] };
  const step = nextStep(fianto, claimed, attempt, FAILED, { now, roll: drawFromSource(source), draw: source });
  return applyStep(fianto, claimed, step, now, 'the answer was 503');
}

function simulate(count: number): number {
  const heap = new DueHeap(pending);
  const deliveries: Delivery[] = [];
  let ordinal = 0;
  const put = (place: number, delivery: Delivery): void => {
    deliveries[place] = delivery;
    heap.push(delivery.dueAt ?? delivery.changedAt, place);
  };
  const add = (place: number, now: number): void => {
    ordinal += 1;
    put(place, fresh(ordinal, now));
  };
  for (let place = 0; place < pending; place++) add(place, START + place);
  const from = process.threadCpuUsage();
  for (let i = 0; i < count; i++) {
    const place = heap.pop();
    const delivery = deliveries[place];
    if (delivery === undefined) throw new RangeError('there is no such delivery');
    const after = attempted(delivery);
    if (isFinal(after.state)) add(place, after.changedAt);
    else put(place, after);
  }
  return perSecondOf(count, process.threadCpuUsage(from));
}

/** What the heap costs by itself, with the same number of places and as many turns. */
function heapOnly(count: number): number {
  const heap = new DueHeap(pending);
  const dues = new Float64Array(pending);
  for (let place = 0; place < pending; place++) heap.push(place, place);
  const from = process.threadCpuUsage();
  for (let i = 0; i < count; i++) {
    const place = heap.pop();
    const due = (dues[place] ?? 0) + 1 + draw(seed, i) * pending;
    dues[place] = due;
    heap.push(due, place);
  }
  return perSecondOf(count, process.threadCpuUsage(from));
}

/** By the thread's own CPU time: it computes and waits for nothing, so that a busy neighbour changes less. */
function perSecondOf(count: number, { user, system }: NodeJS.CpuUsage): number {
  return count / ((user + system) / 1_000_000);
}

simulate(steps / 10);
heapOnly(steps / 10);
const perSecond = simulate(steps);
reportAndEnd({ perSecond, heapOnlyPerSecond: heapOnly(steps) } satisfies SimulationReport);
