import { z } from 'zod';
import { type CommandArgs, commandInputs } from '../../../shared/contract/commands';
import type { Again, AttemptDetail } from '../../../shared/contract/views';
import { DELIVERY_STATES } from '../../../shared/model/delivery';
import { headerValue } from '../../../shared/model/header';
import type { DeliveryId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import { type ApiAnswer, type ApiCall, type Ask, json, many, number, type Operation, one, refuse } from './operation';
import { CHANGES, CURSOR, ID_404, LIMIT } from './parameters';
import { attemptDetailOf, attemptOf, deliveryDetailOf, deliveryOf, list } from './shapes';

const { endpointId, eventId, sort } = commandInputs['delivery.list'].shape;

const listDeliveries: Operation = {
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  summary: 'Deliveries, newest first',
  parameters: [
    LIMIT,
    CURSOR,
    { in: 'query', name: 'filter', says: 'As it is typed into the filter bar (docs/filters.md).', schema: z.string() },
    { in: 'query', name: 'state', says: 'In this state.', schema: z.enum(DELIVERY_STATES), many: true },
    { in: 'query', name: 'endpoint', says: 'To this endpoint.', schema: endpointId.unwrap().unwrap() },
    { in: 'query', name: 'event', says: 'Of this event.', schema: eventId.unwrap().unwrap() },
    { in: 'query', name: 'sort', says: 'In another order.', schema: sort.unwrap() },
  ],
  answers: { 200: { says: 'A page; a filter may leave it short, it goes on at `next`', listOf: 'Delivery' } },
  run: async ({ ask, query }) => {
    const { rows, next } = await ask('delivery.list', {
      cursor: query.get('cursor'),
      limit: number(query, 'limit'),
      filter: one(query, 'filter'),
      states: many(query, 'state') ?? null,
      endpointId: query.get('endpoint'),
      eventId: query.get('event'),
      sort: one(query, 'sort'),
    } as CommandArgs<'delivery.list'>);
    return json(list(rows.map(deliveryOf), next));
  },
};

const read = async (ask: Ask, id: string): Promise<ReturnType<typeof deliveryDetailOf>> =>
  deliveryDetailOf(await ask('delivery.get', { id }));

const readDelivery: Operation = {
  id: 'readDelivery',
  method: 'GET',
  path: '/v1/deliveries/{id}',
  summary: 'A delivery with every step of it',
  answers: { 200: { says: 'The delivery', shape: 'DeliveryDetail' } },
  refusals: ID_404,
  run: async ({ ask, id }) => json(await read(ask, id)),
};

const listAttempts: Operation = {
  id: 'listAttempts',
  method: 'GET',
  path: '/v1/deliveries/{id}/attempts',
  summary: 'The attempts of a delivery, oldest first',
  answers: { 200: { says: 'All of them', listOf: 'Attempt' } },
  refusals: ID_404,
  run: async ({ ask, id }) => {
    const { row } = await ask('delivery.get', { id: id });
    return json(list(row.marks.map(attemptOf)));
  },
};

type Act = 'resend' | 'redeliver' | 'replay' | 'retryNow' | 'cancel';

/** @param makesOne it makes a delivery of its own, whose place the answer names */
function act(name: Act, path: string, summary: string, makesOne = false): Operation {
  return {
    id: `${name}Delivery`,
    method: 'POST',
    path: `/v1/deliveries/{id}/${path}`,
    summary,
    answers: makesOne
      ? { 201: { says: 'The delivery that was made', shape: 'DeliveryDetail' } }
      : { 200: { says: 'The delivery as it is now', shape: 'DeliveryDetail' } },
    refusals: [404, 409, ...CHANGES],
    run: async ({ ask, id }) => {
      const made = goesAs(await ask(`delivery.${name}`, { ids: [id] }), id);
      return json(await read(ask, made), makesOne ? 201 : 200, makesOne ? { location: `/v1/deliveries/${made}` } : {});
    },
  };
}

/** @throws Refusal when the policy does not allow it */
function goesAs([again]: readonly Again[], id: string): DeliveryId {
  if (again?.problem != null) throw new Refusal(again.problem);
  if (again?.deliveryId == null) throw refuse('not-found', `There is no delivery ${id}.`);
  return again.deliveryId;
}

const attempt = async ({ ask, id }: ApiCall): Promise<AttemptDetail> => {
  const [, deliveryId = '', n = ''] = /^(dlv_[0-9A-Z]{26})\.(\d{1,9})$/.exec(id) ?? [];
  if (deliveryId === '')
    throw refuse(
      'not-found',
      'An attempt is known by its delivery and its number, such as dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF.1.',
    );
  return ask('attempt.get', { deliveryId, n: Number(n) });
};

const readAttempt: Operation = {
  id: 'readAttempt',
  method: 'GET',
  path: '/v1/attempts/{id}',
  summary: 'An attempt with its request and response',
  answers: { 200: { says: 'The attempt', shape: 'AttemptDetail' } },
  refusals: ID_404,
  run: async (call) => json(attemptDetailOf(await attempt(call))),
};

const BYTES = { mediaType: 'application/octet-stream' } as const;

const attemptBody = (
  of: 'request' | 'response',
  id: string,
  bytesOf: (detail: AttemptDetail) => ApiAnswer,
): Operation => ({
  id,
  method: 'GET',
  path: `/v1/attempts/{id}/${of}/body`,
  summary: `The bytes of an attempt’s ${of}`,
  answers: { 200: { says: 'The bytes as they were; Retryscope-Content-Type says of which type', ...BYTES } },
  refusals: ID_404,
  run: async (call) => bytesOf(await attempt(call)),
});

const bytes = (base64: string, contentType: string | null): ApiAnswer => ({
  kind: 'bytes',
  bytes: Buffer.from(base64, 'base64'),
  contentType: contentType ?? '',
});

export const DELIVERY_OPERATIONS: readonly Operation[] = [
  listDeliveries,
  readDelivery,
  listAttempts,
  act('resend', 'resend', 'Sends it again on the same record (Alphorn)'),
  act('redeliver', 'redeliver', 'Sends it again as a new delivery with the same id (Fianto)', true),
  act('replay', 'replay', 'Sends it again as a record of its own (Kestrel)', true),
  act('retryNow', 'retry', 'Sends now what waits for its next try'),
  act('cancel', 'cancel', 'Gives up what waits'),
  readAttempt,
  attemptBody('request', 'readRequestBody', ({ requestBody, request }) =>
    bytes(requestBody, headerValue(request.headers, 'content-type')),
  ),
  attemptBody('response', 'readResponseBody', ({ response }) => {
    if (response === null) throw refuse('not-found', 'This attempt has no response.');
    return bytes(response.body, headerValue(response.headers, 'content-type'));
  }),
];
