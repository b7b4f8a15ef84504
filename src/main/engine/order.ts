import type { Delivery } from '../../shared/model/delivery';
import { isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Elder } from '../../shared/model/step';
import { keepsOrder } from '../../shared/rules/order';
import type { EngineStore } from './ports';

type Due = NonNullable<ReturnType<EngineStore['nextDue']>>;

/** Whose turn it is at an endpoint that keeps order: null while one is being sent, and where nothing waits. */
function inTurn(store: EngineStore, endpoint: Endpoint): Delivery | null {
  return store.sending(endpoint.id) === null ? store.eldest(endpoint.id) : null;
}

/** The next due delivery of an endpoint, or null: where order is kept, the one whose turn it is. */
export function nextDueOf(store: EngineStore, endpoint: Endpoint): Due | null {
  if (!keepsOrder(endpoint.policy)) return store.nextDue(endpoint.id);
  const next = inTurn(store, endpoint);
  return next === null || next.dueAt === null ? null : { dueAt: next.dueAt, deliveryId: next.id };
}

/** Up to `limit` deliveries of an endpoint that are due at virtual `now`, and whose turn it is. */
export function dueOf(store: EngineStore, endpoint: Endpoint, now: number, limit: number): readonly Delivery[] {
  if (!keepsOrder(endpoint.policy)) return store.due(endpoint.id, now, limit);
  const next = limit <= 0 ? null : inTurn(store, endpoint);
  return next === null || next.dueAt === null || next.dueAt > now ? [] : [next];
}

/** The delivery for which one that waits must wait, or null: it is in turn, or order is not kept. */
export function waitsFor(store: EngineStore, endpoint: Endpoint, delivery: Delivery): Delivery | null {
  if (!keepsOrder(endpoint.policy)) return null;
  const first = store.sending(endpoint.id) ?? store.eldest(endpoint.id);
  return first === null || first.id === delivery.id ? null : first;
}

/** The one right before a new delivery, if that is not final: for it the new one waits. */
export function behind(store: EngineStore, endpoint: Endpoint): Elder | null {
  return keepsOrder(endpoint.policy) ? elderFrom(store.youngest(endpoint.id)) : null;
}

/** For what a delivery that is due since `dueAt` has waited: the one before it, where that has ended since. */
export function waitedFor(store: EngineStore, endpoint: Endpoint, delivery: Delivery, dueAt: number): Elder | null {
  if (!keepsOrder(endpoint.policy)) return null;
  const elder = store.elderOf(endpoint.id, delivery.ordinal);
  return elder !== null && isFinal(elder.state) && elder.changedAt > dueAt ? elderFrom(elder) : null;
}

/** Whether a probe is not to be waited for: an elder one waits now, which is to be the probe instead. */
export const isOvertaken = (store: EngineStore, endpoint: Endpoint, probe: Delivery): boolean =>
  keepsOrder(endpoint.policy) && probe.state !== 'processing' && store.eldest(endpoint.id)?.id !== probe.id;

/** Whether the next probe must wait for an attempt that has not ended: it may be an elder one's. */
export const mustFinishFirst = (store: EngineStore, endpoint: Endpoint): boolean =>
  keepsOrder(endpoint.policy) && endpoint.policy.suspension?.endsBy === 'probe' && store.sending(endpoint.id) !== null;

const elderFrom = (delivery: Delivery | null): Elder | null =>
  delivery === null ? null : { id: delivery.id, eventType: delivery.eventType };
