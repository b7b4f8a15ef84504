import type { Again, QuotaView } from '../../shared/contract/views';
import type { Delivery } from '../../shared/model/delivery';
import { isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { DeliveryId, EndpointId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { DeliveryStep } from '../../shared/model/step';
import { mayRedeliver, type Permission, quotaLeft } from '../../shared/rules/redelivery';
import { isEventPurged, sayPurged } from '../../shared/rules/retention';
import { isOpen } from '../../shared/rules/suspension';
import { sayElder } from '../../shared/words/elder';
import { closingOf } from './circuit';
import { liveEndpoint } from './endpoints';
import { startDelivery } from './intake';
import { waitsFor } from './order';
import type { RunContext } from './run-context';

export type RedeliveryForm = 'resend' | 'redeliver' | 'replay';

/** What "again" would do to a delivery and what it costs, or why it cannot be. @throws Refusal `not-found` */
export function permission(context: RunContext, id: DeliveryId): Permission {
  const { delivery, endpoint } = find(context, id);
  return permit(context, endpoint, delivery, context.clock.now());
}

/** What is left of an endpoint's redeliveries by hand, or null without a limit. @throws Refusal `not-found` */
export function quota(context: RunContext, id: EndpointId): QuotaView | null {
  const { policy } = liveEndpoint(context, id);
  const limit = policy.redelivery.form === 'redeliver' ? policy.redelivery.quota : null;
  if (limit === null) return null;
  const now = context.clock.now();
  return { ...limit, ...quotaLeft(limit, context.ports.store.redeliveriesSince(id, now - limit.windowMs), now) };
}

/** Sends deliveries again under the policy's own form; each original once (R8). */
export function sendAgain(context: RunContext, form: RedeliveryForm, ids: readonly DeliveryId[]): readonly Again[] {
  const now = context.clock.now();
  return context.commit(() => {
    const done = [...new Set(ids)].map((id) => again(context, form, id, now));
    fillPlaces(context, ids, now);
    return done;
  });
}

/** A person's act on waiting deliveries: send now, or give up. */
export function actOn(context: RunContext, act: 'retry-now' | 'cancel', ids: readonly DeliveryId[]): readonly Again[] {
  const now = context.clock.now();
  return context.commit(() => {
    const done = [...new Set(ids)].map((id): Again => {
      const { delivery, endpoint } = find(context, id);
      const why = act === 'cancel' ? whyNotCancel(delivery) : whyNotNow(context, endpoint, delivery);
      if (why !== null) return refused(id, why);
      context.gates.giveBack(endpoint.id, delivery);
      const step: DeliveryStep =
        act === 'cancel' ? { kind: 'cancel', rules: [] } : { kind: 'retry-now', dueAt: now, rules: [] };
      context.apply(endpoint, delivery, step, now);
      return { id, deliveryId: id, problem: null };
    });
    fillPlaces(context, ids, now);
    return done;
  });
}

/** What these acts gave back goes to who is next in line (a11). */
function fillPlaces(context: RunContext, ids: readonly DeliveryId[], now: number): void {
  const { store } = context.ports;
  for (const endpointId of new Set(ids.map((id) => store.delivery(id)?.endpointId))) {
    const endpoint = endpointId === undefined ? null : store.endpoint(endpointId);
    if (endpoint !== null && closingOf(endpoint) === null) context.fillPlaces(endpoint, now);
  }
}

/** Lets jobs of a delivery get lost, as a crashed worker would (A20–A22). `jobs` null: every one; 0: none from now on. */
export function loseJobs(context: RunContext, id: DeliveryId, jobs: number | null): void {
  const { delivery, endpoint } = find(context, id);
  const now = context.clock.now();
  context.commit(() => context.apply(endpoint, delivery, { kind: 'lose-job', jobs, rules: [] }, now));
}

function again(context: RunContext, form: RedeliveryForm, id: DeliveryId, now: number): Again {
  const { delivery, endpoint } = find(context, id);
  const allowed = permit(context, endpoint, delivery, now);
  if (!allowed.ok) return refused(id, allowed.why);
  if (allowed.form !== form) {
    return refused(id, `${endpoint.policy.name} has ${allowed.form}, not ${form}.`);
  }
  if (allowed.form === 'resend') {
    context.gates.giveBack(endpoint.id, delivery);
    const step: DeliveryStep = { kind: 'resend', dueAt: now, budget: allowed.budget, rules: allowed.rules };
    context.apply(endpoint, delivery, step, now);
    return { id, deliveryId: id, problem: null };
  }
  const event = { id: delivery.eventId, type: delivery.eventType };
  const made = startDelivery(context, endpoint, event, delivery, allowed.form, now);
  if (allowed.form === 'redeliver') context.ports.store.insertRedelivery(endpoint.id, now);
  return { id, deliveryId: made.id, problem: null };
}

function permit(context: RunContext, endpoint: Endpoint, delivery: Delivery, now: number): Permission {
  const { policy } = endpoint;
  if (isEventPurged(policy, delivery.eventId, now)) {
    return {
      ok: false,
      why: `${sayPurged(policy)}: it cannot be sent again.`,
      rules: policy.retention?.rules ?? [],
    };
  }
  const { redelivery } = policy;
  const windowMs = redelivery.form === 'redeliver' ? (redelivery.quota?.windowMs ?? 0) : 0;
  const recent = windowMs === 0 ? [] : context.ports.store.redeliveriesSince(endpoint.id, now - windowMs);
  const allowed = mayRedeliver(policy, endpoint, delivery, recent, now);
  if (!allowed.ok || allowed.form === 'resend' || !context.ports.store.hasUnsentCopy(delivery.id)) return allowed;
  // A second click is not a second wish: what it would make is on its way already.
  return allowed.form === 'redeliver'
    ? { ok: false, why: 'Its redelivery has not been sent yet (F29).', rules: ['F29'] }
    : { ok: false, why: 'Its replay has not been sent yet (R8).', rules: ['R8'] };
}

function whyNotCancel(delivery: Delivery): string | null {
  if (delivery.state === 'processing') return 'It is being sent right now. Stop ends what is in flight.';
  return isFinal(delivery.state) ? 'It has ended already.' : null;
}

function whyNotNow({ ports: { store } }: RunContext, endpoint: Endpoint, delivery: Delivery): string | null {
  if (isFinal(delivery.state)) return 'It has ended already.';
  if (delivery.state === 'processing') return 'It is being sent right now.';
  if (!isOpen(endpoint.state, endpoint.condition)) return 'The endpoint does not receive. Open it first.';
  const elder = waitsFor(store, endpoint, delivery);
  return elder === null
    ? null
    : `It waits for ${sayElder(elder)}: this endpoint keeps the order. Send that one now, or cancel it.`;
}

const refused = (id: DeliveryId, message: string): Again => ({
  id,
  deliveryId: null,
  problem: { code: 'conflict', message },
});

function find(context: RunContext, id: DeliveryId): { readonly delivery: Delivery; readonly endpoint: Endpoint } {
  const delivery = context.ports.store.delivery(id);
  const endpoint = delivery === null ? null : context.ports.store.endpoint(delivery.endpointId);
  if (delivery === null || endpoint === null) {
    throw new Refusal({ code: 'not-found', message: `There is no delivery ${id}. It may have been deleted.` });
  }
  return { delivery, endpoint };
}
