import { type Condition, FRESH_CONDITION, type Verification } from '../model/condition';
import type { Delivery } from '../model/delivery';
import type { Endpoint, EndpointState } from '../model/endpoint';
import type { Fault } from '../model/outcome';
import type { StreakChange } from '../model/step';
import type { Suspension } from '../policies/circuit';
import type { Policy } from '../policies/policy';

/** A delivery that reached its end. */
export type Ending = Pick<Delivery, 'state' | 'reason'> & {
  /** When its first attempt began, virtual epoch ms. */
  readonly firstAttemptAt: number;
  /** The faults of its failed attempts, where each of them failed by one; null where one was answered, or unknown. */
  readonly faults: readonly Fault[] | null;
};

/** The endpoint after a delivery's end, and whether that end suspends it. */
export type AfterEnding = { readonly condition: Condition; readonly suspends: boolean };

/** i7: a delivery that failed by nothing but faults which the policy leaves out is passed over. */
const isPassedOver = (policy: Policy, { faults }: Ending): boolean =>
  faults !== null &&
  faults.length > 0 &&
  faults.every((fault) => policy.suspension?.ignoredFaults.includes(fault) === true);

/**
 * Counts by order of completion (f3, k4): any success resets, a cancelled delivery is passed over, and so is one
 * that failed by ignored faults only (i7). An endpoint that suspended already is not suspended again, and a late success does not lift it (f7).
 */
export function afterEnding(policy: Policy, before: Condition, ending: Ending, now: number): AfterEnding {
  if (ending.state === 'delivered') {
    return { condition: { ...before, streak: 0, lastSuccessAt: now }, suspends: false };
  }
  if (ending.state !== 'failed' || ending.reason !== 'exhausted' || isPassedOver(policy, ending)) {
    return { condition: before, suspends: false };
  }
  const counted = { ...before, streak: before.streak + 1 };
  if (policy.suspension === null || before.suspendedAt !== null) return { condition: counted, suspends: false };
  if (!triggers(policy.suspension, counted, ending)) return { condition: counted, suspends: false };
  return { condition: { ...counted, suspendedAt: now }, suspends: true };
}

/** What the end of a delivery does to the streak of its endpoint; null where the policy never suspends. */
export function streakChange(
  policy: Policy,
  { state, condition }: Pick<Endpoint, 'state' | 'condition'>,
  ending: Ending,
  now: number,
): StreakChange | null {
  if (policy.suspension === null) return null;
  const before = condition.streak;
  const after = state === 'enabled' ? afterEnding(policy, condition, ending, now).condition.streak : before;
  return { before, after, threshold: policy.suspension.trigger.count };
}

function triggers(suspension: Suspension, condition: Condition, ending: Ending): boolean {
  switch (suspension.trigger.kind) {
    case 'exhausted-in-a-row':
      return condition.streak >= suspension.trigger.count;
    case 'exhausted-without-success':
      return (
        condition.streak >= suspension.trigger.count &&
        (condition.lastSuccessAt === null || condition.lastSuccessAt < ending.firstAttemptAt)
      );
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
export const reopened = (condition: Condition): Condition => ({ ...condition, suspendedAt: null, streak: 0 });

/** R12: a new endpoint is verified when its policy asks for no challenge, or when the challenge is assumed. */
export function freshCondition(policy: Pick<Policy, 'verification'>, verification: Verification): Condition {
  const assumed = policy.verification === null || verification === 'assume';
  return { ...FRESH_CONDITION, verified: assumed, everVerified: assumed };
}
