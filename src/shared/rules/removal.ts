import type { DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';

const CLOSED_AS = { fail: 'failed', cancel: 'cancelled', hold: 'held' } as const;

/** R6: what becomes of a waiting delivery, or of a failed attempt's delivery, once its endpoint is deleted. */
export function closeStep(policy: Policy): Extract<DeliveryStep, { kind: 'close' }> {
  return {
    kind: 'close',
    to: CLOSED_AS[policy.whenRemoved.waiting],
    because: 'endpoint-deleted',
    rules: policy.rules.removed,
  };
}
