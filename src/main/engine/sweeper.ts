import { isFinal } from '../../shared/model/delivery';
import { sweepStep } from '../../shared/rules/sweep-step';
import { sayCause } from '../../shared/words/explain';
import { close, closingOf, countEnding } from './circuit';
import type { RunContext } from './run-context';

const PAGE = 500;

/**
 * The background sweep (A20): recovers or expires the deliveries whose sweep has come by virtual `now`. Returns
 * whether there are more. Only inside `commit`.
 */
export function runSweep(context: RunContext, now: number): boolean {
  const { store } = context.ports;
  const page = store.sweepable(context.run.id, now, PAGE);
  for (const delivery of page) {
    const endpoint = store.endpoint(delivery.endpointId);
    if (endpoint === null) throw new Error(`delivery ${delivery.id} has lost its endpoint`);
    const at = delivery.sweepAt ?? now;
    const step = sweepStep(endpoint.policy, delivery, at);
    if (step === null) {
      store.updateDelivery({ ...delivery, sweepAt: null });
      continue;
    }
    if (step.kind === 'expire') context.gates.giveBack(endpoint.id, delivery);
    const error =
      step.kind === 'expire'
        ? delivery.state === 'held'
          ? 'Its event was deleted'
          : (endpoint.policy.maxAge?.error ?? null)
        : step.kind === 'fail' || step.kind === 'queue-again'
          ? sayCause({ kind: 'interrupted', by: 'killed' })
          : null;
    const after = context.apply(endpoint, delivery, step, at, error);
    const closing = closingOf(endpoint);
    if (isFinal(after.state)) countEnding(context, endpoint, after, at);
    else if (closing !== null && after.dueAt !== null) close(context, endpoint, after, closing, at);
  }
  return page.length === PAGE;
}
