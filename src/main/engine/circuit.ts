import type { Condition } from '../../shared/model/condition';
import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import type { Fault, Outcome } from '../../shared/model/outcome';
import type { Closing, DeliveryStep, EndpointStep } from '../../shared/model/step';
import { classify } from '../../shared/rules/classify';
import { closeStep } from '../../shared/rules/removal';
import { isProbe } from '../../shared/rules/reopening';
import { isEventPurged } from '../../shared/rules/retention';
import {
  type AfterEnding,
  afterEnding,
  afterFailure,
  attemptSpanMs,
  countsAttempt,
  type Ending,
  reopened,
  streakChange,
} from '../../shared/rules/suspension';
import type { RunContext } from './run-context';

const PAGE = 500;

/** Why an endpoint receives nothing more, or null while it does. */
export function closingOf(endpoint: Endpoint): Closing | null {
  if (endpoint.state === 'deleted') return 'endpoint-deleted';
  if (endpoint.state === 'disabled') return 'endpoint-disabled';
  return endpoint.condition.suspendedAt === null ? null : 'suspended';
}

/** The same for one delivery: the probe of a half-open endpoint goes. */
export const closingFor = (endpoint: Endpoint, delivery: Delivery): Closing | null =>
  endpoint.state === 'enabled' && isProbe(endpoint.condition, delivery.id) ? null : closingOf(endpoint);

/** A delivery that would go on at an endpoint that receives nothing more is held or closed. Only inside `commit`. */
export function close(
  context: RunContext,
  endpoint: Endpoint,
  delivery: Delivery,
  because: Closing,
  now: number,
): void {
  context.gates.giveBack(endpoint.id, delivery);
  const error = because === 'suspended' ? null : endpoint.policy.whenRemoved.error;
  context.apply(endpoint, delivery, closeStep(endpoint.policy, because), now, error);
}

/** The step that ends a delivery, with what that end does to the endpoint's streak. Only inside `commit`. */
export function withStreak(
  context: RunContext,
  endpoint: Endpoint,
  delivery: Delivery,
  step: DeliveryStep,
  now: number,
): DeliveryStep {
  if (step.kind !== 'deliver' && step.kind !== 'fail') return step;
  const ended =
    step.kind === 'deliver'
      ? ({ state: 'delivered', reason: null } as const)
      : ({ state: 'failed', reason: step.reason } as const);
  const ending = endingOf(context, endpoint, { ...delivery, ...ended });
  return { ...step, streak: streakChange(endpoint.policy, endpoint, ending, now) };
}

function endingOf(context: RunContext, { policy }: Endpoint, ended: Delivery): Ending {
  const { state, reason } = ended;
  return { state, reason, firstAttemptAt: ended.firstAttemptAt ?? ended.createdAt, faults: faultsOf() };

  function faultsOf(): readonly Fault[] | null {
    const ignores = (policy.suspension?.ignoredFaults.length ?? 0) > 0;
    return ignores && reason === 'exhausted' ? context.ports.store.faultsOf(ended.id) : null;
  }
}

/** A delivery reached its end: counts it, and suspends the endpoint when its policy says so. Only inside `commit`. */
export function countEnding(context: RunContext, endpoint: Endpoint, ended: Delivery, now: number): void {
  if (endpoint.state !== 'enabled') return;
  const ending = endingOf(context, endpoint, ended);
  becomes(context, endpoint, afterEnding(endpoint.policy, endpoint.condition, ending, now), now);
}

/** An attempt ended: counts it where the policy goes by attempts. Only inside `commit`. */
export function countAttempt(context: RunContext, endpointId: EndpointId, outcome: Outcome, now: number): void {
  const { store } = context.ports;
  const endpoint = store.endpoint(endpointId);
  if (endpoint === null || endpoint.state !== 'enabled' || endpoint.policy.suspension === null) return;
  if (outcome.kind === 'interrupted' || !countsAttempt(endpoint.policy, outcome)) return;
  if (endpoint.condition.suspendedAt !== null) return;
  const failed = classify(endpoint.policy, outcome).verdict !== 'success';
  const spanMs = attemptSpanMs(endpoint.policy);
  const recent = spanMs === null ? { failed: 0, total: 0 } : store.noteAttempt(endpointId, now, failed, now - spanMs);
  if (failed)
    becomes(context, endpoint, afterFailure(endpoint.policy, endpoint.condition, { outcome, recent }, now), now);
}

function becomes(context: RunContext, endpoint: Endpoint, ending: AfterEnding, now: number): void {
  const { condition, suspends } = ending;
  if (condition === endpoint.condition) return;
  const after: Endpoint = { ...endpoint, condition };
  context.ports.store.updateEndpoint(after);
  logStreak(context, endpoint, condition.streak, now);
  if (suspends) suspend(context, after, ending, now);
}

/** Closes an endpoint, and what waits for it. Only inside `commit`. Returns the endpoint as it is now. */
export function suspend(
  context: RunContext,
  endpoint: Endpoint,
  { condition, cause, lasting }: AfterEnding,
  now: number,
): Endpoint {
  const after: Endpoint = { ...endpoint, condition };
  context.ports.store.updateEndpoint(after);
  const waiting = closeWaiting(context, after, 'suspended', now);
  const rules = endpoint.policy.suspension?.rules.trigger ?? [];
  const why = cause === undefined ? {} : { because: cause };
  context.logEndpoint(after, { kind: 'suspend', streak: condition.streak, waiting, ...why, ...lasting, rules }, now);
  return after;
}

function logStreak(context: RunContext, endpoint: Endpoint, after: number, now: number): void {
  const before = endpoint.condition.streak;
  if (before === after || endpoint.policy.suspension === null) return;
  const { reset, trigger } = endpoint.policy.suspension.rules;
  context.logEndpoint(endpoint, { kind: 'streak', before, after, rules: after === 0 ? reset : trigger }, now);
}

/** Holds or closes what waits for an endpoint that receives no more. Returns how many. Only inside `commit`. */
export function closeWaiting(context: RunContext, endpoint: Endpoint, because: Closing, now: number): number {
  const step = closeStep(endpoint.policy, because);
  return forEachWaiting(context, endpoint, (delivery) => {
    // What is held stays held; only what closes for good touches it again.
    if (delivery.state === 'held' && step.kind === 'close' && step.to === 'held') return false;
    close(context, endpoint, delivery, because, now);
    return true;
  });
}

/**
 * Opens an endpoint again (F25, K15, I13): the count starts anew, and what is held is sent oldest first or kept, as
 * the policy says. One that was open takes the changes and keeps its count, which only a success sets back (F19). Only inside `commit`. Returns the endpoint as it is now.
 */
export function reopen(
  context: RunContext,
  endpoint: Endpoint,
  by: Extract<EndpointStep, { kind: 'reopen' }>['by'],
  changes: Partial<Condition>,
  now: number,
): Endpoint {
  const { suspension } = endpoint.policy;
  const wasClosed = endpoint.state === 'disabled' || endpoint.condition.suspendedAt !== null;
  const before = wasClosed ? reopened(endpoint.condition) : endpoint.condition;
  const after: Endpoint = { ...endpoint, state: 'enabled', condition: { ...before, ...changes } };
  context.ports.store.updateEndpoint(after);
  if (!wasClosed) return after;
  if (attemptSpanMs(endpoint.policy) !== null) context.ports.store.forgetAttempts(endpoint.id);
  const released = suspension?.atEnd === 'send' ? release(context, after, now) : 0;
  const rules = suspension === null ? [] : [...suspension.rules.end, ...suspension.rules.atEnd];
  context.logEndpoint(after, { kind: 'reopen', by, released, rules }, now);
  return after;
}

/** Oldest first: all are due at once, and the line takes them by ordinal. A purged event takes its delivery along (f14). */
function release(context: RunContext, endpoint: Endpoint, now: number): number {
  const rules = endpoint.policy.suspension?.rules.atEnd ?? [];
  let released = 0;
  forEachWaiting(context, endpoint, (delivery) => {
    if (delivery.state !== 'held') return false;
    const purged = isEventPurged(endpoint.policy, delivery.eventId, now);
    const step: DeliveryStep = purged
      ? { kind: 'expire', rules: endpoint.policy.retention?.rules ?? [] }
      : { kind: 'release', dueAt: now, rules };
    context.apply(endpoint, delivery, step, now, purged ? 'Its event was deleted' : null);
    if (!purged) released += 1;
    return true;
  });
  return released;
}

function forEachWaiting(context: RunContext, endpoint: Endpoint, act: (delivery: Delivery) => boolean): number {
  let acted = 0;
  let after = 0;
  for (;;) {
    const page = context.ports.store.waiting(endpoint.id, after, PAGE);
    for (const delivery of page) {
      if (act(delivery)) acted += 1;
      after = delivery.ordinal;
    }
    if (page.length < PAGE) return acted;
  }
}
