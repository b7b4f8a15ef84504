import type { Attempt } from '../../src/shared/model/attempt';
import { type Delivery, isFinal } from '../../src/shared/model/delivery';
import { makeId } from '../../src/shared/model/ids';
import type { Outcome } from '../../src/shared/model/outcome';
import { fianto } from '../../src/shared/policies/fianto';
import { applyStep } from '../../src/shared/rules/apply-step';
import { DRAW, draw } from '../../src/shared/rules/draw';
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
const chance = (ordinal: number): Uint8Array => new Uint8Array(new Float64Array([ordinal, ordinal]).buffer, 0, 10);
const RUN = makeId('run', START, chance(1));
const ENDPOINT = makeId('endpoint', START, chance(1));
const EVENT = makeId('event', START, chance(1));

function fresh(ordinal: number, now: number): Delivery {
  const delivery: Delivery = {
    id: makeId('delivery', now, chance(ordinal)),
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
  const claim = { kind: 'claim', n: attempt.n, lateMs: 0, rules: [] } as const;
  const claimed = applyStep(fianto, delivery, claim, startedAt, null);
  const now = startedAt + FAILED.tookMs;
  const roll = draw(seed, DRAW.retryWait, delivery.ordinal, delivery.counter + 1);
  const step = nextStep(fianto, claimed, { ...attempt, endedAt: now, outcome: FAILED }, FAILED, { now, roll });
  return applyStep(fianto, claimed, step, now, 'the answer was 503');
}

function simulate(count: number): number {
  const heap = new DueHeap<Delivery>();
  let ordinal = 0;
  const add = (now: number): void => {
    ordinal += 1;
    const delivery = fresh(ordinal, now);
    heap.push(delivery.dueAt ?? now, delivery);
  };
  for (let i = 0; i < pending; i++) add(START + i);
  const from = performance.now();
  for (let i = 0; i < count; i++) {
    const after = attempted(heap.pop());
    if (isFinal(after.state)) add(after.changedAt);
    else heap.push(after.dueAt ?? after.changedAt, after);
  }
  return count / ((performance.now() - from) / 1_000);
}

/** What the heap costs by itself, with the same number of items and as many turns. */
function heapOnly(count: number): number {
  const heap = new DueHeap<{ readonly due: number }>();
  for (let i = 0; i < pending; i++) heap.push(i, { due: i });
  const from = performance.now();
  for (let i = 0; i < count; i++) {
    const due = heap.pop().due + 1 + draw(seed, i) * pending;
    heap.push(due, { due });
  }
  return count / ((performance.now() - from) / 1_000);
}

simulate(steps / 10);
heapOnly(steps / 10);
const perSecond = simulate(steps);
reportAndEnd({ perSecond, heapOnlyPerSecond: heapOnly(steps) } satisfies SimulationReport);
