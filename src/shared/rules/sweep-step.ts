import type { Delivery } from '../model/delivery';
import type { DeliveryStep } from '../model/step';
import type { Policy } from '../policies/policy';
import { sweep } from './sweep';

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
      // a8: a try that got stuck counts; the last of the budget is final.
      const last = swept.because === 'stuck' && delivery.counter + 1 >= delivery.budget;
      return last
        ? {
            kind: 'fail',
            n: delivery.attempts,
            reason: 'exhausted',
            because: { kind: 'interrupted', by: 'killed' },
            rules: swept.rules,
          }
        : { kind: 'queue-again', because: swept.because, dueAt: now, rules: swept.rules };
    }
  }
}
