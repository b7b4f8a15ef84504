import { isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import { sweepStep } from '../../shared/rules/sweep-step';
import { sayCause } from '../../shared/words/explain';
import { close, closingFor, countEnding, withStreak } from './circuit';
import type { RunContext } from './run-context';

const PAGE = 500;

/**
 * The background sweep (A20): recovers or expires the deliveries whose sweep has come by virtual `now`. Returns
 * whether there are more. Only inside `commit`.
 */
export function runSweep(context: RunContext, now: number): boolean {
  const { store } = context.ports;
  const page = store.sweepable(context.run.id, now, PAGE);
  const freed = new Map<EndpointId, Endpoint>();
  for (const delivery of page) {
    const endpoint = store.endpoint(delivery.endpointId);
    if (endpoint === null) throw new Error(`delivery ${delivery.id} has lost its endpoint`);
    const at = delivery.sweepAt ?? now;
    const swept = sweepStep(endpoint.policy, delivery, at);
    if (swept === null) {
      store.updateDelivery({ ...delivery, sweepAt: null });
      continue;
    }
    const step = withStreak(context, endpoint, delivery, swept, at);
    if (step.kind === 'expire') {
      context.gates.giveBack(endpoint.id, delivery);
      freed.set(endpoint.id, endpoint);
    }
    const error =
      step.kind === 'expire'
        ? delivery.state === 'held'
          ? 'Its event was deleted'
          : (endpoint.policy.maxAge?.error ?? null)
        : step.kind === 'fail' || step.kind === 'queue-again'
          ? sayCause({ kind: 'interrupted', by: 'killed' })
          : null;
    const after = context.apply(endpoint, delivery, step, at, error);
    const closing = closingFor(endpoint, after);
    if (isFinal(after.state)) countEnding(context, endpoint, after, at);
    else if (closing !== null && after.dueAt !== null) close(context, endpoint, after, closing, at);
  }
  for (const endpoint of freed.values()) context.fillPlaces(endpoint, now);
  return page.length === PAGE;
}
