import type { Attempt } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Endpoint, EndpointSettings } from '../model/endpoint';
import { settingsOf } from '../model/endpoint';
import type { DeliveryStep, EndpointStep, Step, StepRecord } from '../model/step';
import type { Policy } from '../policies/policy';
import { accepted } from './accept';
import { applyEndpointStep, type Standing } from './apply-endpoint-step';
import { applyStep } from './apply-step';
import { freshCondition } from './suspension';

const ENDPOINT_KINDS: ReadonlySet<Step['kind']> = new Set<EndpointStep['kind']>([
  'suspend',
  'probe',
  'streak',
  'reopen',
  'disable',
  'delete',
  'change',
  'verify',
  'no-delivery',
]);
const RUN_KINDS: ReadonlySet<Step['kind']> = new Set(['clock', 'jump', 'stop', 'recover'] as const);

const isEndpointStep = (step: Step): step is EndpointStep => ENDPOINT_KINDS.has(step.kind);
const isDeliveryStep = (step: Step): step is DeliveryStep =>
  !ENDPOINT_KINDS.has(step.kind) && !RUN_KINDS.has(step.kind);

/**
 * What a person had set of an endpoint when the log had come to `seq`: what the first change after it names as
 * before, or what it is now.
 * @param changes the endpoint's steps, in the log's order; those of other kinds are passed over
 */
export function settingsAt(present: Endpoint, changes: readonly StepRecord[], seq: number): EndpointSettings {
  for (const record of changes) {
    if (record.seq > seq && record.step.kind === 'change') return record.step.before;
  }
  return settingsOf(present);
}

/**
 * An endpoint as it was when the log had come to `seq`, or null when it was deleted by then. That it was made by
 * then is the caller's to know. `lastSuccessAt` is not in the log of endpoints, and null.
 * @param steps its own steps in the log's order: all, or of each kind the last up to `seq` (of challenges the last
 *   that was passed) and the changes after it
 */
export function endpointAt(present: Endpoint, steps: readonly StepRecord[], seq: number): Endpoint | null {
  const { newerUrl, ...settings } = settingsAt(present, steps, seq);
  const first = settingsAt(present, steps, 0);
  let standing: Standing = { state: 'enabled', condition: freshCondition(first.policy, first.verification) };
  for (const record of steps) {
    if (record.seq <= seq && isEndpointStep(record.step)) {
      standing = applyEndpointStep(standing, record.step, record.at);
    }
  }
  if (standing.state === 'deleted') return null;
  return { ...present, ...settings, state: standing.state, condition: { ...standing.condition, newerUrl } };
}

/**
 * A delivery as its steps have made it, by the same rule as the engine's; null before it was accepted.
 * @param present its row, of which only what never changes is read
 * @param steps its steps in the log's order, up to where the log had come
 * @param policyAt the policy that its endpoint ran under when the log had come to a `seq`
 */
export function deliveryAt(
  present: Delivery,
  steps: readonly StepRecord[],
  policyAt: (seq: number) => Policy,
): Delivery | null {
  let delivery: Delivery | null = null;
  for (const { step, seq, at, error } of steps) {
    if (!isDeliveryStep(step)) continue;
    const policy = policyAt(seq);
    if (step.kind === 'accept') delivery = accepted(policy, present, triggerOf(policy, present), at);
    else if (delivery !== null) delivery = applyStep(policy, delivery, step, at, error);
  }
  return delivery;
}

/** A redelivery or replay says so of its first attempt; a resend makes no delivery. */
function triggerOf({ redelivery }: Policy, { originId }: Pick<Delivery, 'originId'>): 'first' | 'redeliver' | 'replay' {
  if (originId === null) return 'first';
  return redelivery.form === 'replay' ? 'replay' : 'redeliver';
}

/**
 * The attempts that had begun, oldest first; one whose outcome was not decided on yet is in flight.
 * @param attempts all that the delivery has by now
 * @param steps as for `deliveryAt`
 */
export function attemptsAt(attempts: readonly Attempt[], steps: readonly StepRecord[]): readonly Attempt[] {
  const begun = new Set<number>();
  const ended = new Set<number>();
  for (const { step } of steps) {
    if (step.kind === 'claim') begun.add(step.n);
    else if (isOutcome(step)) ended.add(step.n);
  }
  return attempts
    .filter(({ n }) => begun.has(n))
    .map((attempt) => (ended.has(attempt.n) ? attempt : { ...attempt, endedAt: null, outcome: null }));
}

type OfOutcome = Extract<Step, { kind: 'deliver' | 'retry' | 'requeue' | 'stuck' | 'fail' }>;
const isOutcome = (step: Step): step is OfOutcome =>
  step.kind === 'deliver' ||
  step.kind === 'retry' ||
  step.kind === 'requeue' ||
  step.kind === 'stuck' ||
  step.kind === 'fail';
