import type { Delivery } from '../../shared/model/delivery';
import { isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId } from '../../shared/model/ids';
import type { DeliveryStep } from '../../shared/model/step';
import { isProbe, probesNeeded, probing } from '../../shared/rules/reopening';
import { isEventPurged } from '../../shared/rules/retention';
import { probeFailed } from '../../shared/rules/suspension';
import { close, reopen, suspend } from './circuit';
import type { EngineStore } from './ports';
import type { RunContext } from './run-context';

/**
 * When a suspended endpoint goes on by itself, virtual epoch ms: its time is over, or it is half-open without a probe
 * under way while something is held. Null where it waits for somebody, or for the end of its probe.
 */
export function wakeAt(store: EngineStore, endpoint: Endpoint): number | null {
  const { suspendedAt, reopensAt, probe } = endpoint.condition;
  if (endpoint.state !== 'enabled' || suspendedAt === null) return null;
  if (probe === undefined) return reopensAt ?? null;
  const under = probe.deliveryId === null ? null : store.delivery(probe.deliveryId);
  const isUnderWay = under !== null && under.state !== 'held' && !isFinal(under.state);
  return !isUnderWay && store.heldCount(endpoint.id) > 0 ? suspendedAt : null;
}

/** Opens the endpoints whose time has come, or sends their next probe. Only inside `commit`. */
export function wakeEndpoints(context: RunContext, ids: readonly EndpointId[], now: number): void {
  for (const id of ids) {
    const endpoint = context.ports.store.endpoint(id);
    if (endpoint === null) continue;
    const at = wakeAt(context.ports.store, endpoint);
    if (at === null || at > now) continue;
    if (endpoint.policy.suspension?.endsBy === 'probe') nextProbe(context, endpoint, now);
    else reopen(context, endpoint, 'time', {}, now);
  }
}

/** One delivery at a time: the oldest that is held. Without one the next that comes will be it. */
function nextProbe(context: RunContext, endpoint: Endpoint, now: number): void {
  const passed = endpoint.condition.probe?.passed ?? 0;
  const delivery = oldestHeld(context, endpoint, now);
  const deliveryId = delivery?.id ?? null;
  const after: Endpoint = { ...endpoint, condition: probing(endpoint.condition, deliveryId, passed) };
  context.ports.store.updateEndpoint(after);
  const rules = endpoint.policy.suspension?.rules.end ?? [];
  context.logEndpoint(after, { kind: 'probe', deliveryId, passed, needed: probesNeeded(endpoint.policy), rules }, now);
  if (delivery !== null) context.apply(after, delivery, { kind: 'release', dueAt: now, probe: true, rules }, now);
}

/** What is held of a purged event goes with it (f14), and is no probe. */
function oldestHeld(context: RunContext, endpoint: Endpoint, now: number): Delivery | null {
  let after = 0;
  for (;;) {
    const [delivery] = context.ports.store.waiting(endpoint.id, after, 1);
    if (delivery === undefined) return null;
    after = delivery.ordinal;
    if (delivery.state !== 'held') continue;
    if (!isEventPurged(endpoint.policy, delivery.eventId, now)) return delivery;
    const expire = { kind: 'expire', rules: endpoint.policy.retention?.rules ?? [] } as const;
    context.apply(endpoint, delivery, expire, now, 'Its event was deleted');
  }
}

/**
 * What the end of a probe's attempt does to its endpoint: a success opens it or sends the next one, a failure closes it
 * again for longer; an interruption says nothing, and the probe goes again. Only inside `commit`.
 */
export function settleProbe(
  context: RunContext,
  endpointId: EndpointId,
  delivery: Delivery,
  step: DeliveryStep,
  now: number,
): void {
  const { store } = context.ports;
  const endpoint = store.endpoint(endpointId);
  const suspension = endpoint?.policy.suspension ?? null;
  if (endpoint === null || suspension === null || !isProbe(endpoint.condition, delivery.id)) return;
  if (step.kind === 'deliver') {
    const passed = (endpoint.condition.probe?.passed ?? 0) + 1;
    const after: Endpoint = { ...endpoint, condition: probing(endpoint.condition, null, passed) };
    store.updateEndpoint(after);
    if (passed >= probesNeeded(endpoint.policy)) reopen(context, after, 'probe', {}, now);
    else nextProbe(context, after, now);
  } else if (step.kind === 'retry' || step.kind === 'fail') {
    const closed = suspend(context, endpoint, probeFailed(suspension, endpoint.condition, now), now);
    const left = store.delivery(delivery.id);
    if (left !== null && left.dueAt !== null) close(context, closed, left, 'suspended', now);
  }
}
