import { z } from 'zod';
import { type CommandArgs, commandInputs } from '../../../shared/contract/commands';
import type { EndpointView } from '../../../shared/contract/views';
import { headerValue } from '../../../shared/model/header';
import { type Ask, json, number, type Operation, one, readJson, refuse } from './operation';
import { CHANGES, CURSOR, ID_404, LIMIT } from './parameters';
import { captureDetailOf, captureOf, endpointOf, list, policyOf } from './shapes';

const ENDPOINT = { 200: { says: 'The endpoint as it is now', shape: 'Endpoint' } } as const;

async function endpoint(ask: Ask, id: string): Promise<EndpointView> {
  const { endpoints } = await ask('snapshot', {});
  const found = endpoints.find((each) => each.id === id);
  if (found === undefined) throw refuse('not-found', `There is no endpoint ${id}. It may have been deleted.`);
  return found;
}

type Act = 'enable' | 'disable' | 'verify';

const act = (name: Act, id: string, path: string, summary: string): Operation => ({
  id,
  method: 'POST',
  path,
  summary,
  answers: ENDPOINT,
  refusals: [404, 409, ...CHANGES],
  run: async ({ ask, id }) => {
    await endpoint(ask, id);
    return json(endpointOf(await ask(`endpoint.${name}`, { id: id })));
  },
});

const endpoints: readonly Operation[] = [
  {
    id: 'listEndpoints',
    method: 'GET',
    path: '/v1/endpoints',
    summary: 'The endpoints of the live run, in the order of their creation',
    answers: { 200: { says: 'All of them', listOf: 'Endpoint' } },
    run: async ({ ask }) => json(list((await ask('snapshot', {})).endpoints.map(endpointOf))),
  },
  {
    id: 'createEndpoint',
    method: 'POST',
    path: '/v1/endpoints',
    summary: 'Adds an endpoint',
    body: { says: 'What it is made of', schema: commandInputs['endpoint.create'] },
    answers: { 201: { says: 'The endpoint', shape: 'Endpoint' } },
    refusals: [404, 413, 415, ...CHANGES],
    run: async (call) => {
      const made = await call.ask('endpoint.create', readJson(call) as CommandArgs<'endpoint.create'>);
      return json(endpointOf(made), 201, { location: `/v1/endpoints/${made.id}` });
    },
  },
  {
    id: 'readEndpoint',
    method: 'GET',
    path: '/v1/endpoints/{id}',
    summary: 'One endpoint',
    answers: ENDPOINT,
    refusals: ID_404,
    run: async ({ ask, id }) => json(endpointOf(await endpoint(ask, id))),
  },
  {
    id: 'updateEndpoint',
    method: 'PATCH',
    path: '/v1/endpoints/{id}',
    summary: 'Changes what is named of an endpoint',
    body: { says: 'What changes', schema: commandInputs['endpoint.update'].omit({ id: true }) },
    answers: ENDPOINT,
    refusals: [404, 413, 415, ...CHANGES],
    run: async (call) => {
      const { id } = call;
      await endpoint(call.ask, id);
      const change = { ...readJson(call), id } as CommandArgs<'endpoint.update'>;
      return json(endpointOf(await call.ask('endpoint.update', change)));
    },
  },
  {
    id: 'deleteEndpoint',
    method: 'DELETE',
    path: '/v1/endpoints/{id}',
    summary: 'Deletes an endpoint; what waits for it is closed as its policy says',
    answers: { 200: { says: 'How many deliveries were closed', shape: 'Deleted' } },
    refusals: [404, ...CHANGES],
    run: async ({ ask, id }) => {
      await endpoint(ask, id);
      return json({ object: 'deleted', id, ...(await ask('endpoint.remove', { id })) });
    },
  },
  act('enable', 'enableEndpoint', '/v1/endpoints/{id}/enable', 'Opens an endpoint'),
  act('disable', 'disableEndpoint', '/v1/endpoints/{id}/disable', 'Closes an endpoint'),
  act('verify', 'verifyEndpoint', '/v1/endpoints/{id}/verify', 'Sends the challenge, or takes it as passed'),
  act('enable', 'enableSubscription', '/v1/subscriptions/{id}/enable', 'Enables a subscription (K16): an endpoint'),
];

const { routeId } = commandInputs['capture.list'].shape;

const captures: readonly Operation[] = [
  {
    id: 'listCaptures',
    method: 'GET',
    path: '/v1/captures',
    summary: 'What the receiver saw, newest first',
    parameters: [
      LIMIT,
      CURSOR,
      {
        in: 'query',
        name: 'filter',
        says: 'As it is typed into the filter bar (docs/filters.md).',
        schema: z.string(),
      },
      { in: 'query', name: 'route', says: 'On this route.', schema: routeId.unwrap().unwrap() },
    ],
    answers: { 200: { says: 'A page; a filter may leave it short, it goes on at `next`', listOf: 'Capture' } },
    run: async ({ ask, query }) => {
      const { rows, next } = await ask('capture.list', {
        cursor: query.get('cursor'),
        limit: number(query, 'limit'),
        filter: one(query, 'filter'),
        routeId: query.get('route'),
      });
      return json(list(rows.map(captureOf), next));
    },
  },
  {
    id: 'readCapture',
    method: 'GET',
    path: '/v1/captures/{id}',
    summary: 'A captured request',
    answers: { 200: { says: 'The capture', shape: 'CaptureDetail' } },
    refusals: ID_404,
    run: async ({ ask, id }) => json(captureDetailOf(await ask('capture.get', { id: id }))),
  },
  {
    id: 'readCaptureBody',
    method: 'GET',
    path: '/v1/captures/{id}/body',
    summary: 'The bytes of a captured request',
    answers: {
      200: {
        says: 'The bytes as they came; Retryscope-Content-Type says of which type',
        mediaType: 'application/octet-stream',
      },
    },
    refusals: ID_404,
    run: async ({ ask, id }) => {
      const { body, headers } = await ask('capture.get', { id: id });
      const contentType = headerValue(headers, 'content-type') ?? '';
      return { kind: 'bytes', bytes: Buffer.from(body, 'base64'), contentType };
    },
  },
];

const policies: Operation = {
  id: 'listPolicies',
  method: 'GET',
  path: '/v1/policies',
  summary: 'The policies that endpoints can have, each with its schedule',
  answers: { 200: { says: 'All of them', listOf: 'Policy' } },
  run: async ({ ask }) => json(list((await ask('policy.list', {})).map(policyOf))),
};

export const PLACE_OPERATIONS: readonly Operation[] = [...endpoints, ...captures, policies];
