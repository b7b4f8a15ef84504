import { z } from 'zod';
import { conditionSchema, idText, requestSchema } from '../../../shared/log/fields';
import { CHANNELS } from '../../../shared/model/channel';
import { VERIFICATIONS } from '../../../shared/model/condition';
import { ENDPOINT_STATES, type Endpoint } from '../../../shared/model/endpoint';
import type { EndpointId, RouteId, RunId } from '../../../shared/model/ids';
import { policySchema } from '../../../shared/policies/policy';
import { json, readRow } from './row';

/** Without the secret, which no row of a list ever carries. */
export const ENDPOINT_COLUMNS = `id, run_id AS runId, ordinal, name, url, policy, route_id AS routeId, request, channel,
  verification, state, condition, created_at AS createdAt`;

const endpointRow = z.object({
  id: idText<EndpointId>(),
  runId: idText<RunId>(),
  ordinal: z.number(),
  name: z.string(),
  url: z.string(),
  policy: json(policySchema),
  routeId: idText<RouteId>().nullable(),
  request: json(requestSchema),
  channel: z.enum(CHANNELS),
  verification: z.enum(VERIFICATIONS),
  state: z.enum(ENDPOINT_STATES),
  condition: json(conditionSchema),
  createdAt: z.number(),
});

export const readEndpoint = (row: unknown): Endpoint => readRow(endpointRow, 'Endpoint', row);

/** Policies are never changed in place, and every delivery that ends writes its endpoint. */
const policyTexts = new WeakMap<Endpoint['policy'], string>();

function policyText(policy: Endpoint['policy']): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const text = JSON.stringify(policy);
  policyTexts.set(policy, text);
  return text;
}

export const endpointParameters = (endpoint: Endpoint) => ({
  ...endpoint,
  policy: policyText(endpoint.policy),
  request: JSON.stringify(endpoint.request),
  condition: JSON.stringify(endpoint.condition),
});
