import { z } from 'zod';
import type { RouteId } from '../../../shared/model/ids';
import type { Route } from '../../../shared/model/receiver';
import { idText, json, readRow } from './row';

const headerFields = z.array(z.tuple([z.string(), z.string()]));

export const ROUTE_COLUMNS = 'r.id, r.path, r.script, r.epoch, r.epoch_at AS epochAt, r.created_at AS createdAt';

const delayMs = z.union([z.number(), z.tuple([z.number(), z.number()])]);
const span = { times: z.number().nullable(), forMs: z.number().nullable(), chance: z.number().optional() };
const scriptStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), reply: z.number(), headers: headerFields, body: z.string(), delayMs, ...span }),
  z.object({ kind: z.literal('hang'), ...span }),
  z.object({
    kind: z.literal('reset'),
    when: z.enum(['before-headers', 'after-headers']),
    reply: z.number(),
    delayMs,
    ...span,
  }),
]);
const scriptSchema = z.object({ scope: z.enum(['all', 'per-id']), steps: z.array(scriptStep).min(1) });

const routeRow = z.object({
  id: idText<RouteId>(),
  path: z.string(),
  script: json(scriptSchema),
  epoch: z.number(),
  epochAt: z.number(),
  createdAt: z.number(),
});

export const readRoute = (row: unknown): Route => readRow(routeRow, 'Route', row);

export const routeParameters = (route: Route) => ({ ...route, script: JSON.stringify(route.script) });
