import { type Condition, FRESH_CONDITION, type Verification } from '../model/condition';
import type { Delivery } from '../model/delivery';
import type { Endpoint, EndpointState } from '../model/endpoint';
import type { Fault, Outcome } from '../model/outcome';
import type { StreakChange, SuspendCause } from '../model/step';
import type { Suspension } from '../policies/circuit';
import type { Policy } from '../policies/policy';
import type { Trigger } from '../policies/trigger';
import { closedFor, type Lasting, lastingOf } from './reopening';
import { within } from './status-range';

/** A delivery that reached its end. */
export type Ending = Pick<Delivery, 'state' | 'reason'> & {
  /** When its first attempt began, virtual epoch ms. */
  readonly firstAttemptAt: number;
  /** The faults of its failed attempts, where each of them failed by one; null where one was answered, or unknown. */
  readonly faults: readonly Fault[] | null;
};

/** The endpoint after an end, and whether that suspends it; by what, where it was not a delivery that is exhausted. */
export type AfterEnding = {
  readonly condition: Condition;
  readonly suspends: boolean;
  readonly cause?: SuspendCause;
  readonly lasting?: Lasting;
};

/** i7: what failed by nothing but faults which the policy leaves out is passed over. */
const isPassedOver = (policy: Policy, faults: readonly Fault[] | null): boolean =>
  faults !== null &&
  faults.length > 0 &&
  faults.every((fault) => policy.suspension?.ignoredFaults.includes(fault) === true);

/**
 * Counts by order of completion (f3, k4): any success resets, a cancelled delivery is passed over, and so is one
 * that failed by ignored faults only (i7). An endpoint that suspended already is not suspended again, and a late success does not lift it (f7).
 */
export function afterEnding(policy: Policy, before: Condition, ending: Ending, now: number): AfterEnding {
  if (ending.state === 'delivered') {
    const { failingSince, ...rest } = before;
    return { condition: { ...rest, streak: 0, lastSuccessAt: now }, suspends: false };
  }
  const { suspension } = policy;
  const counts = suspension === null || countsDeliveries(suspension);
  if (!counts || ending.state !== 'failed' || ending.reason !== 'exhausted' || isPassedOver(policy, ending.faults)) {
    return { condition: before, suspends: false };
  }
  const counted = { ...before, streak: before.streak + 1 };
  if (suspension === null || before.suspendedAt !== null) return { condition: counted, suspends: false };
  return triggers(suspension, counted, ending)
    ? suspended(suspension, counted, now)
    : { condition: counted, suspends: false };
}

function suspended(suspension: Suspension, counted: Condition, now: number, cause?: SuspendCause): AfterEnding {
  const lasting = lastingOf(suspension, counted);
  const by = cause === undefined ? {} : { cause };
  return { condition: closedFor(counted, now, lasting), suspends: true, lasting, ...by };
}

const countsDeliveries = ({ trigger: { kind } }: Suspension): boolean =>
  kind === 'exhausted-in-a-row' || kind === 'exhausted-without-success';

/** The span in which a policy counts attempts, ms; null where it does not. */
export const attemptSpanMs = ({ suspension }: Pick<Policy, 'suspension'>): number | null => {
  const trigger = suspension?.trigger;
  return trigger?.kind === 'failures-in-span' || trigger?.kind === 'failure-rate' ? trigger.spanMs : null;
};

/** A failed attempt, and how many of those in the policy's span there are, itself counted. */
export type FailedAttempt = {
  readonly outcome: Exclude<Outcome, { kind: 'interrupted' }>;
  readonly recent: { readonly failed: number; readonly total: number };
};

/** Whether an attempt counts for its endpoint's suspension at all. */
export const countsAttempt = (policy: Policy, outcome: Outcome): boolean =>
  outcome.kind === 'response' || (outcome.kind === 'no-response' && !isPassedOver(policy, [outcome.fault]));

/** The endpoint after a failed attempt that counts: by the triggers that go by attempts, and by status at once. */
export function afterFailure(
  { suspension }: Policy,
  before: Condition,
  { outcome, recent }: FailedAttempt,
  now: number,
): AfterEnding {
  if (suspension === null || before.suspendedAt !== null) return { condition: before, suspends: false };
  const { trigger } = suspension;
  const counted = countedFailure(trigger, before, recent.failed, now);
  const ranges = [...(suspension.atOnceOn ?? []), ...(trigger.kind === 'status' ? trigger.statuses : [])];
  if (outcome.kind === 'response' && ranges.some((range) => within(range, outcome.status))) {
    return suspended(suspension, counted, now, { kind: 'status', status: outcome.status });
  }
  const cause = causeOf(trigger, counted, recent, now);
  return cause === null ? { condition: counted, suspends: false } : suspended(suspension, counted, now, cause);
}

function countedFailure(trigger: Trigger, before: Condition, failed: number, now: number): Condition {
  switch (trigger.kind) {
    case 'failures-in-a-row':
      return { ...before, streak: before.streak + 1 };
    case 'failures-in-span':
      return { ...before, streak: failed };
    case 'failing-for':
      return before.failingSince === undefined ? { ...before, failingSince: now } : before;
    default:
      return before;
  }
}

function causeOf(
  trigger: Trigger,
  { streak, failingSince }: Condition,
  { failed, total }: FailedAttempt['recent'],
  now: number,
): SuspendCause | null {
  switch (trigger.kind) {
    case 'failures-in-a-row':
      return streak >= trigger.count ? { kind: 'failures-in-a-row' } : null;
    case 'failures-in-span':
      return streak >= trigger.count ? { kind: 'failures-in-span', spanMs: trigger.spanMs } : null;
    case 'failure-rate': {
      const { spanMs, least, ratio } = trigger;
      return total >= least && failed >= ratio * total ? { kind: 'failure-rate', failed, total, spanMs } : null;
    }
    case 'failing-for': {
      const ms = failingSince === undefined ? 0 : now - failingSince;
      return ms >= trigger.spanMs ? { kind: 'failing-for', ms } : null;
    }
    default:
      return null;
  }
}

/** The endpoint after a probe failed: closed again, for longer. */
export function probeFailed(suspension: Suspension, before: Condition, now: number): AfterEnding {
  const lasting = lastingOf(suspension, before, true);
  return { condition: closedFor(before, now, lasting), suspends: true, lasting, cause: { kind: 'probe' } };
}

/** What the end of a delivery does to the streak of its endpoint; null where the policy counts no deliveries. */
export function streakChange(
  policy: Policy,
  { state, condition }: Pick<Endpoint, 'state' | 'condition'>,
  ending: Ending,
  now: number,
): StreakChange | null {
  if (policy.suspension === null || !('count' in policy.suspension.trigger) || !countsDeliveries(policy.suspension)) {
    return null;
  }
  const before = condition.streak;
  const after = state === 'enabled' ? afterEnding(policy, condition, ending, now).condition.streak : before;
  return { before, after, threshold: policy.suspension.trigger.count };
}

function triggers({ trigger }: Suspension, condition: Condition, ending: Ending): boolean {
  switch (trigger.kind) {
    case 'exhausted-in-a-row':
      return condition.streak >= trigger.count;
    case 'exhausted-without-success':
      return (
        condition.streak >= trigger.count &&
        (condition.lastSuccessAt === null || condition.lastSuccessAt < ending.firstAttemptAt)
      );
    default:
      return false;
  }
}

/** What becomes of a new event at an endpoint: a delivery, one that is held, or none. */
export type Admission =
  | { readonly kind: 'deliver' }
  | { readonly kind: 'hold'; readonly rules: readonly string[] }
  | { readonly kind: 'store'; readonly because: Unadmitted; readonly rules: readonly string[] };

export type Unadmitted = 'never-verified' | 'hold-limit' | 'suspended' | 'disabled';

/** `held` counts what is parked at the endpoint already: the limit stops only new deliveries (f5). */
export function admit(policy: Policy, state: EndpointState, condition: Condition, held: number): Admission {
  const { verification, suspension, whenRemoved } = policy;
  if (state !== 'enabled') {
    if (whenRemoved.newEvents === 'hold') return { kind: 'hold', rules: policy.rules.removed };
    return { kind: 'store', because: 'disabled', rules: policy.rules.removed };
  }
  if (verification !== null && !condition.everVerified) {
    return { kind: 'store', because: 'never-verified', rules: verification.rules };
  }
  if (suspension === null || condition.suspendedAt === null) return { kind: 'deliver' };
  if (suspension.newEvents === 'store') return { kind: 'store', because: 'suspended', rules: suspension.rules.hold };
  if (suspension.holdLimit !== null && held >= suspension.holdLimit) {
    return { kind: 'store', because: 'hold-limit', rules: suspension.rules.overflow };
  }
  return { kind: 'hold', rules: suspension.rules.hold };
}

/** Whether an endpoint may receive requests at all. */
export const isOpen = (state: EndpointState, condition: Condition): boolean =>
  state === 'enabled' && condition.suspendedAt === null && condition.everVerified;

/** The endpoint once it is opened again: the count starts anew (f6). */
export function reopened(condition: Condition): Condition {
  const { reopensAt, probe, failingSince, ...rest } = condition;
  return { ...rest, suspendedAt: null, streak: 0 };
}

/** R12: a new endpoint is verified when its policy asks for no challenge, or when the challenge is assumed. */
export function freshCondition(policy: Pick<Policy, 'verification'>, verification: Verification): Condition {
  const assumed = policy.verification === null || verification === 'assume';
  return { ...FRESH_CONDITION, verified: assumed, everVerified: assumed };
}
