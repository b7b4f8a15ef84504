import { z } from 'zod';
import { CHANNELS } from '../../../shared/model/channel';
import { VERIFICATIONS } from '../../../shared/model/condition';
import { ENDPOINT_STATES, type Endpoint } from '../../../shared/model/endpoint';
import { AUTH_KINDS } from '../../../shared/model/endpoint-request';
import type { EndpointId, RouteId, RunId } from '../../../shared/model/ids';
import { policySchema } from '../../../shared/policies/policy';
import { idText, json, readRow } from './row';

/** Without the secret, which no row of a list ever carries. */
export const ENDPOINT_COLUMNS = `id, run_id AS runId, ordinal, name, url, policy, route_id AS routeId, request, channel,
  verification, state, condition, created_at AS createdAt`;

const conditionSchema = z.object({
  suspendedAt: z.number().nullable(),
  streak: z.number(),
  lastSuccessAt: z.number().nullable(),
  verified: z.boolean(),
  everVerified: z.boolean(),
  newerUrl: z.string().nullable(),
});

const requestSchema = z.object({
  headers: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  auth: z.enum(AUTH_KINDS),
  ca: z.string().nullable(),
  verify: z.boolean(),
  clientCertificate: z.boolean(),
  /** Absent in rows of before it. */
  proxy: z.string().nullable().default(null),
});

/** What a step of the log keeps of an endpoint that was changed. */
export const settingsSchema = z.object({
  name: z.string(),
  url: z.string(),
  policy: policySchema,
  routeId: idText<RouteId>().nullable(),
  request: requestSchema,
  channel: z.enum(CHANNELS),
  verification: z.enum(VERIFICATIONS),
  newerUrl: z.string().nullable(),
});

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
