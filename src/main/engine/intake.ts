import type { CommandInput } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { Trigger } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { DeliveryId, EventId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { accepted } from '../../shared/rules/accept';
import { admit } from '../../shared/rules/suspension';
import { behind } from './order';
import type { SentUnder } from './ports';
import type { RunContext } from './run-context';

/** `planned`: events that follow one by one. */
export type Accepted = SentUnder['answer'];

/** So long a client's key stands for what was sent under it, wall ms. */
const KEY_LIFE_MS = 86_400_000;

/**
 * Takes events in and makes a delivery for each endpoint that admits one, all in one transaction: either every event
 * is kept or none. With time between them the first is taken in now, and the rest are planned. What was sent under the
 * same key before is not sent again: the answer is the first one.
 * @throws Refusal `too-large`, `not-found`, `conflict`, `disk-full`
 */
export function acceptEvents(context: RunContext, input: CommandInput<'event.send'>): Accepted {
  const { once } = input;
  const wallMs = context.ports.system.wallMs();
  const known = once === undefined ? null : sentUnder(context, once, wallMs - KEY_LIFE_MS);
  if (known !== null) return known;
  const body = Buffer.from(input.body, 'base64');
  if (body.byteLength > LIMITS.eventBodyBytes) {
    throw new Refusal({
      code: 'too-large',
      field: 'body',
      message: `The body has ${body.byteLength.toLocaleString('en')} bytes; an event takes at most ${LIMITS.eventBodyBytes.toLocaleString('en')} (1 MiB). Send a smaller one.`,
    });
  }
  const endpointIds = [...new Set(input.endpointIds)];
  for (const id of endpointIds) {
    const endpoint = context.ports.store.endpoint(id);
    if (endpoint === null || endpoint.state === 'deleted') {
      throw new Refusal({
        code: 'not-found',
        field: 'endpointIds',
        message: `There is no endpoint ${id}. Choose another.`,
      });
    }
  }
  const { type, contentType, everyMs } = input;
  const atOnce = everyMs > 0 ? 1 : input.count;
  const left = input.count - atOnce;
  if (left > 0 && context.ports.store.plannedSends(context.run.id) >= LIMITS.plannedSends) {
    throw new Refusal({
      code: 'conflict',
      message: `${LIMITS.plannedSends} sends are under way already. Stop one of them, or let it end.`,
    });
  }
  const now = context.clock.now();
  return context.commit(() => {
    const eventIds: EventId[] = [];
    const deliveryIds: DeliveryId[] = [];
    for (let i = 0; i < atOnce; i++) {
      const event = acceptEvent(context, { type, contentType, body }, now);
      eventIds.push(event.id);
      for (const id of endpointIds) {
        const endpoint = context.ports.store.endpoint(id);
        const delivery = endpoint === null ? null : offer(context, endpoint, event, now);
        if (delivery !== null) deliveryIds.push(delivery.id);
      }
    }
    if (left > 0) {
      const entry = { kind: 'send', endpointIds, type, contentType, body: input.body, left, everyMs } as const;
      context.ports.store.insertAgenda(context.run.id, now + everyMs, entry);
    }
    const answer: Accepted = { eventIds, deliveryIds, planned: left };
    if (once !== undefined) {
      const sent = { of: once.of, answer };
      context.ports.store.saveSentUnder(context.run.id, once.key, sent, wallMs, wallMs - KEY_LIFE_MS);
    }
    return answer;
  });
}

/** @throws Refusal `conflict` when something else was sent under the key */
function sentUnder(
  context: RunContext,
  { key, of }: { readonly key: string; readonly of: string },
  sinceWallMs: number,
): Accepted | null {
  const sent = context.ports.store.sentUnder(context.run.id, key, sinceWallMs);
  if (sent === null || sent.of === of) return sent?.answer ?? null;
  throw new Refusal({
    code: 'conflict',
    field: 'once',
    message: 'Something else was sent under this key in the last 24 hours. Choose another key.',
  });
}

/**
 * Sends no more of a planned send. Returns how many events are not sent.
 * @throws Refusal `not-found` when it has ended
 */
export function stopSending(context: RunContext, seq: number): number {
  const { store } = context.ports;
  const entry = store.agendaEntry(context.run.id, seq);
  if (entry === null || entry.kind !== 'send') {
    throw new Refusal({
      code: 'not-found',
      message: 'That send has ended: all of its events were sent or it was stopped.',
    });
  }
  context.commit(() => store.finishAgenda(context.run.id, seq));
  return entry.left;
}

/** Stores an event. Only inside `commit`. */
export function acceptEvent(
  context: RunContext,
  what: Pick<Event, 'type' | 'contentType' | 'body'> & Partial<Pick<Event, 'carried'>>,
  now: number,
): Event {
  const { store } = context.ports;
  const event: Event = {
    id: context.newId('event', now),
    runId: context.run.id,
    ordinal: store.nextOrdinal(context.run.id, 'event'),
    carried: null,
    ...what,
    createdAt: now,
  };
  store.insertEvent(event);
  return event;
}

/** A delivery of the event, sent, held, or none, as the endpoint admits it. Only inside `commit`. */
export function offer(context: RunContext, endpoint: Endpoint, event: Event, now: number): Delivery | null {
  const admission = admit(
    endpoint.policy,
    endpoint.state,
    endpoint.condition,
    context.ports.store.heldCount(endpoint.id),
  );
  if (admission.kind === 'store') {
    const { because, rules } = admission;
    context.logEndpoint(endpoint, { kind: 'no-delivery', eventId: event.id, because, rules }, now);
    return null;
  }
  const delivery = startDelivery(context, endpoint, event, null, 'first', now);
  return admission.kind === 'hold'
    ? context.apply(endpoint, delivery, { kind: 'hold', rules: admission.rules }, now)
    : delivery;
}

/** A new record with a fresh budget; `origin` is the delivery of which it is a redelivery or replay. */
export function startDelivery(
  context: RunContext,
  endpoint: Endpoint,
  event: Pick<Event, 'id' | 'type'>,
  origin: Delivery | null,
  trigger: Trigger,
  now: number,
): Delivery {
  const { store } = context.ports;
  const elder = behind(store, endpoint);
  const delivery = accepted(
    endpoint.policy,
    {
      id: context.newId('delivery', now),
      runId: context.run.id,
      eventId: event.id,
      eventType: event.type,
      endpointId: endpoint.id,
      ordinal: store.nextOrdinal(context.run.id, 'delivery'),
      originId: origin?.id ?? null,
    },
    trigger,
    now,
  );
  store.insertDelivery(delivery);
  const rules = elder === null ? [] : (endpoint.policy.order?.rules ?? []);
  const accept = { kind: 'accept', originId: delivery.originId, ...(elder && { behind: elder }), rules } as const;
  context.logDelivery(delivery, accept, now, null);
  return delivery;
}
