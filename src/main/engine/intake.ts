import type { CommandInput } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { DeliveryId, EventId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { applyStep } from '../../shared/rules/apply-step';
import type { RunContext } from './run-context';

export type Accepted = { readonly eventIds: readonly EventId[]; readonly deliveryIds: readonly DeliveryId[] };

/**
 * Takes events in and makes a delivery for each endpoint, all in one transaction: either every one is kept or none.
 * @throws Refusal `too-large`, `not-found`, `disk-full`
 */
export function acceptEvents(context: RunContext, input: CommandInput<'event.send'>): Accepted {
  const body = Buffer.from(input.body, 'base64');
  if (body.byteLength > LIMITS.eventBodyBytes) {
    throw new Refusal({
      code: 'too-large',
      field: 'body',
      message: `The body has ${body.byteLength.toLocaleString('en')} bytes; an event takes at most ${LIMITS.eventBodyBytes.toLocaleString('en')} (1 MiB). Send a smaller one.`,
    });
  }
  const endpoints = [...new Set(input.endpointIds)].map((id) => {
    const endpoint = context.ports.store.endpoint(id);
    if (endpoint === null || endpoint.state === 'deleted') {
      throw new Refusal({
        code: 'not-found',
        field: 'endpointIds',
        message: `There is no endpoint ${id}. Choose another.`,
      });
    }
    return endpoint;
  });
  const now = context.clock.now();
  const { store } = context.ports;
  return context.commit(() => {
    const eventIds: EventId[] = [];
    const deliveryIds: DeliveryId[] = [];
    for (let i = 0; i < input.count; i++) {
      const id = context.newId('event', now);
      const ordinal = store.nextOrdinal(context.run.id, 'event');
      store.insertEvent({
        id,
        runId: context.run.id,
        ordinal,
        type: input.type,
        contentType: input.contentType,
        body,
        createdAt: now,
      });
      eventIds.push(id);
      for (const endpoint of endpoints) deliveryIds.push(startDelivery(context, endpoint, id, input.type, now));
    }
    return { eventIds, deliveryIds };
  });
}

function startDelivery(
  context: RunContext,
  endpoint: Endpoint,
  eventId: EventId,
  eventType: string,
  now: number,
): DeliveryId {
  const { store } = context.ports;
  const fresh: Delivery = {
    id: context.newId('delivery', now),
    runId: context.run.id,
    eventId,
    eventType,
    endpointId: endpoint.id,
    ordinal: store.nextOrdinal(context.run.id, 'delivery'),
    state: 'queued',
    reason: null,
    attempts: 0,
    counter: 0,
    dueAt: null,
    nextTrigger: null,
    wait: null,
    createdAt: now,
    changedAt: now,
    lastError: null,
  };
  const step = { kind: 'accept', rules: [] } as const;
  const delivery = applyStep(endpoint.policy, fresh, step, now, null);
  store.insertDelivery(delivery);
  context.logDelivery(delivery, step, now);
  return delivery.id;
}
