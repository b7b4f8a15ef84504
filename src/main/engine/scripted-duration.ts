import type { Outcome } from '../../shared/model/outcome';
import type { Timeouts } from '../../shared/policies/policy';
import { timeoutsOf } from '../../shared/rules/attempt-timeouts';
import { deliveryUuid } from '../../shared/rules/request-headers';
import type { Claimed } from './ports';
import type { RunContext } from './run-context';

/**
 * How long an attempt counts in virtual time when its run takes durations from the receiver's script: the delay that
 * the script drew, or the policy's own limit when that ended it. Virtual ms; null when it must be measured (another
 * endpoint, or an interruption).
 */
export function scriptedDurationMs(
  context: RunContext,
  { attempt, delivery }: Claimed,
  outcome: Outcome,
): number | null {
  const endpoint = context.ports.store.endpoint(attempt.endpointId);
  if (endpoint === null || endpoint.routeId === null || outcome.kind === 'interrupted') return null;
  if (outcome.kind === 'no-response') {
    const limitMs = limitOf(timeoutsOf(endpoint.policy, attempt.n), outcome.fault);
    if (limitMs !== null) return limitMs;
  }
  const { store } = context.ports;
  return (
    store.scriptedDelayMs(endpoint.routeId, delivery.eventId) ??
    store.scriptedDelayMs(endpoint.routeId, deliveryUuid(delivery.id)) ??
    0
  );
}

function limitOf(timeouts: Timeouts, fault: string): number | null {
  if (fault === 'connect-timeout') return timeouts.connectMs ?? timeouts.totalMs;
  if (fault === 'inactivity-timeout') return timeouts.inactivityMs ?? null;
  return fault === 'response-timeout' ? (timeouts.headers?.ms ?? timeouts.totalMs) : null;
}
