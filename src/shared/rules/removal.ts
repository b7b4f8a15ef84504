import type { Closing, DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';

const CLOSED_AS = { fail: 'failed', cancel: 'cancelled', hold: 'held' } as const;

/**
 * What becomes of a waiting delivery, or of a failed attempt's delivery, once its endpoint no longer receives: the
 * policy suspended it, or a person disabled or deleted it (R6).
 */
export function closeStep(policy: Policy, because: Closing): DeliveryStep {
  const suspended = because === 'suspended' && policy.suspension !== null;
  const waiting = suspended ? policy.suspension.waiting : policy.whenRemoved.waiting;
  const rules = suspended ? policy.suspension.rules.hold : policy.rules.removed;
  return { kind: 'close', to: CLOSED_AS[waiting], because, rules };
}
