import { z } from 'zod';
import { script } from '../../../shared/contract/script';
import { forwardSchema, idText } from '../../../shared/log/fields';
import type { RouteId, RunId } from '../../../shared/model/ids';
import type { Route } from '../../../shared/model/receiver';
import { ROUTE_TLS } from '../../../shared/model/route-tls';
import { flag, json, readRow } from './row';

export const ROUTE_COLUMNS =
  'r.id, r.path, r.tls, r.script, r.forward, r.epoch, r.epoch_at AS epochAt, r.created_at AS createdAt';

const routeRow = z.object({
  id: idText<RouteId>(),
  path: z.string(),
  tls: z.enum(ROUTE_TLS),
  script: json(script),
  forward: json(forwardSchema).nullable(),
  epoch: z.number(),
  epochAt: z.number(),
  createdAt: z.number(),
});

export const readRoute = (row: unknown): Route => readRow(routeRow, 'Route', row);

const logRouteRow = routeRow.extend({ runId: idText<RunId>(), removed: flag });

/** With its run, and whether it was removed. */
export const readLogRoute = (row: unknown): Route & { readonly runId: RunId; readonly removed: boolean } =>
  readRow(logRouteRow, 'Route', row);

export const routeParameters = (route: Route) => ({
  ...route,
  script: JSON.stringify(route.script),
  forward: forwardText(route),
});

const forwardText = ({ forward }: Route): string | null => (forward === null ? null : JSON.stringify(forward));
