import type { Attempt } from '../../src/shared/model/attempt';
import type { Delivery } from '../../src/shared/model/delivery';
import { type DeliveryId, type EndpointId, type EventId, makeId, type RunId } from '../../src/shared/model/ids';
import type { Fault, Outcome } from '../../src/shared/model/outcome';
import type { DeliveryStep } from '../../src/shared/model/step';
import type { Policy } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { nextStep } from '../../src/shared/rules/next-step';

/** The largest roll there is: 1 − 2⁻⁵³. */
export const ALMOST_ONE = 1 - 2 ** -53;

const DELIVERY_ID = 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as DeliveryId;
const ENDPOINT_ID = 'ep_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as EndpointId;

/** A delivery before its policy accepted it. */
const blank: Delivery = {
  id: DELIVERY_ID,
  runId: 'run_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as RunId,
  eventId: 'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as EventId,
  eventType: 'order.paid',
  endpointId: ENDPOINT_ID,
  ordinal: 1,
  state: 'queued',
  reason: null,
  attempts: 0,
  counter: 0,
  dueAt: null,
  nextTrigger: 'first',
  wait: null,
  budget: 5,
  deferredFrom: null,
  slotAt: null,
  lostDueAt: null,
  jobsToLose: 0,
  touchedAt: 0,
  stuckSince: null,
  sweepAt: null,
  firstAttemptAt: null,
  originId: null,
  createdAt: 0,
  changedAt: 0,
  lastError: null,
};

/** A delivery that a policy has just accepted, due at once, with its whole budget. */
export const acceptedBy = (policy: Policy, at = 0, over: Partial<Delivery> = {}): Delivery =>
  applyStep(
    policy,
    { ...blank, eventId: makeId('event', at, new Uint8Array(10)), budget: policy.attempts, createdAt: at, ...over },
    { kind: 'accept', originId: null, rules: [] },
    at,
    null,
  );

export const attemptOf = (delivery: Delivery, startedAt: number): Attempt => ({
  deliveryId: DELIVERY_ID,
  endpointId: ENDPOINT_ID,
  n: delivery.attempts + 1,
  trigger: delivery.nextTrigger ?? 'first',
  dueAt: delivery.dueAt ?? startedAt,
  startedAt,
  endedAt: null,
  startedWallAt: startedAt,
  wait: delivery.wait,
  deferredFrom: delivery.deferredFrom,
  outcome: null,
});

export const answer = (status: number, tookMs = 0): Outcome => ({
  kind: 'response',
  status,
  retryAfter: null,
  tookMs,
});
export const fault = (name: Fault, tookMs = 0): Outcome => ({ kind: 'no-response', fault: name, detail: '', tookMs });
export const killed: Outcome = { kind: 'interrupted', by: 'killed', tookMs: 0 };
export const stopped: Outcome = { kind: 'interrupted', by: 'stopped', tookMs: 0 };

export type Tried = { readonly attempt: Attempt; readonly step: DeliveryStep; readonly after: Delivery };

/** Claims a delivery at its due time, lets the attempt end with an outcome, and applies the step that follows. */
export function tryOnce(policy: Policy, delivery: Delivery, outcome: Outcome, roll = 0): Tried {
  const startedAt = delivery.dueAt ?? 0;
  const attempt = attemptOf(delivery, startedAt);
  const claimed = applyStep(
    policy,
    delivery,
    { kind: 'claim', n: attempt.n, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
    startedAt,
    null,
  );
  const now = startedAt + outcome.tookMs;
  const step = nextStep(policy, claimed, attempt, outcome, { now, roll });
  return { attempt, step, after: applyStep(policy, claimed, step, now, 'last error') };
}

/** Fails a delivery with the same outcome until it is final. */
export function failUntilFinal(policy: Policy, outcome: Outcome, roll = 0): readonly Tried[] {
  const tries: Tried[] = [];
  let delivery = acceptedBy(policy);
  while (delivery.dueAt !== null) {
    const tried = tryOnce(policy, delivery, outcome, roll);
    tries.push(tried);
    delivery = tried.after;
    if (tries.length > 2_000) throw new Error('the delivery does not end');
  }
  return tries;
}

/** The waits that a policy draws one after the other, in ms, when every try fails at once and each roll is the same. */
export const drawnWaits = (policy: Policy, roll: number): readonly number[] =>
  failUntilFinal(policy, answer(503), roll).flatMap(({ step }) => (step.kind === 'retry' ? [step.wait.drawnMs] : []));
