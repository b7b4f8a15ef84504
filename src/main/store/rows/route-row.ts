import { z } from 'zod';
import type { RouteId } from '../../../shared/model/ids';
import type { Route } from '../../../shared/model/receiver';
import { idText, json, readRow } from './row';

export const ROUTE_COLUMNS = 'r.id, r.path, r.script, r.epoch, r.created_at AS createdAt';

const scriptSchema = z.object({
  scope: z.enum(['all', 'per-id']),
  steps: z
    .array(
      z.object({
        reply: z.number(),
        headers: z.array(z.tuple([z.string(), z.string()])),
        body: z.string(),
        delayMs: z.number(),
        times: z.number().nullable(),
      }),
    )
    .min(1),
});

const routeRow = z.object({
  id: idText<RouteId>(),
  path: z.string(),
  script: json(scriptSchema),
  epoch: z.number(),
  createdAt: z.number(),
});

export const readRoute = (row: unknown): Route => readRow(routeRow, 'Route', row);

export const routeParameters = (route: Route) => ({ ...route, script: JSON.stringify(route.script) });
