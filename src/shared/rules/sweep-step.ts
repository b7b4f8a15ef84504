import type { Delivery, FailReason } from '../model/delivery';
import type { DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';
import { namedOnce } from './next-step';
import { isExpired, sweep } from './sweep';

/** What the sweep at `now` decides about a delivery, or null when nothing is to be done. */
export function sweepStep(policy: Policy, delivery: Delivery, now: number): DeliveryStep | null {
  const swept = sweep(policy, delivery, now);
  if (swept === null) return null;
  switch (swept.kind) {
    case 'stale':
      return { kind: 'stale', rules: swept.rules };
    case 'expire':
      return { kind: 'expire', rules: swept.rules };
    case 'queue-again': {
      const end = swept.because === 'stuck' ? endOfStuck(policy, delivery, now) : null;
      if (end === null) return { kind: 'queue-again', because: swept.because, dueAt: now, rules: swept.rules };
      return {
        kind: 'fail',
        n: delivery.attempts,
        reason: end.reason,
        because: { kind: 'interrupted', by: 'killed' },
        retryAfter: null,
        budgetLeft: Math.max(0, delivery.budget - delivery.counter - 1),
        budget: delivery.budget,
        streak: null,
        rules: namedOnce(swept.rules, end.rules),
      };
    }
  }
}

type End = { readonly reason: FailReason; readonly rules: readonly string[] };

/** A try that got stuck counts (a8): the last of the budget is final, and so is one that is too old by now (A19). */
function endOfStuck(policy: Policy, delivery: Delivery, now: number): End | null {
  if (delivery.counter + 1 >= delivery.budget) return { reason: 'exhausted', rules: policy.rules.exhausted };
  return isExpired(policy, delivery, now) ? { reason: 'expired', rules: policy.maxAge?.rules ?? [] } : null;
}
