import type Database from 'better-sqlite3';
import type { EndpointView, LatestAnswer, RouteView, Totals } from '../../../shared/contract/views';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/model/delivery';
import type { EndpointId, RouteId } from '../../../shared/model/ids';
import { latestAnswer, readAnswer } from '../rows/capture-row';
import { ENDPOINT_COLUMNS, readEndpoint } from '../rows/endpoint-row';
import { ROUTE_COLUMNS, readRoute } from '../rows/route-row';
import { type Log, numberIn, readableRows, readOrTell } from '../rows/row';
import { idList } from './encoding';
import type { ViewAnswers } from './view-answers';

type CountViews = Pick<ViewAnswers, 'totals' | 'endpoints' | 'routes'>;
type StateCount = { readonly state: string; readonly deliveries: number };
type RunCount = { readonly events: number; readonly attempts: number; readonly captures: number };

export const STATE_TOTALS_SQL =
  'SELECT state, sum(deliveries) AS deliveries FROM delivery_count WHERE run_id = ? GROUP BY state';
export const ENDPOINT_COUNTS_SQL = 'SELECT state, deliveries FROM delivery_count WHERE run_id = ? AND endpoint_id = ?';
export const ROUTE_PLACE_SQL =
  'SELECT seq, at, verdict FROM capture WHERE route_id = ? AND epoch = ? ORDER BY seq DESC LIMIT 1';
export const RUN_COUNT_SQL = 'SELECT events, attempts, captures FROM run_count WHERE run_id = ?';

/** Everything with numbers beside it, read from the kept counts: no table is counted. */
export function countViews(db: Database.Database, log: Log): CountViews {
  const selectTotals = db.prepare<unknown[], StateCount>(STATE_TOTALS_SQL);
  const selectRun = db.prepare<unknown[], RunCount>(RUN_COUNT_SQL);
  const selectCounts = db.prepare<unknown[], StateCount>(ENDPOINT_COUNTS_SQL);
  const endpoints = `SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE run_id = ? AND state <> 'deleted'`;
  const selectEndpoints = db.prepare(`${endpoints} ORDER BY ordinal`);
  const selectTheseEndpoints = db.prepare(`${endpoints} AND id IN (SELECT value FROM json_each(?)) ORDER BY ordinal`);
  const routes = `SELECT ${ROUTE_COLUMNS} FROM route r WHERE r.run_id = ? AND r.removed = 0`;
  const selectRoutes = db.prepare(`${routes} ORDER BY r.created_at, r.id`);
  const selectTheseRoutes = db.prepare(
    `${routes} AND r.id IN (SELECT value FROM json_each(?)) ORDER BY r.created_at, r.id`,
  );
  const selectLast = db.prepare(ROUTE_PLACE_SQL);
  const selectCaptures = db.prepare('SELECT captures FROM route_count WHERE route_id = ?').pluck();

  return {
    totals(runId): Totals {
      const byState = byStateOf(selectTotals.all(runId));
      const { events, attempts, captures } = selectRun.get(runId) ?? { events: 0, attempts: 0, captures: 0 };
      const deliveries = DELIVERY_STATES.reduce((sum, state) => sum + byState[state], 0);
      return { byState, deliveries, attempts, captures, events };
    },
    endpoints(runId, ids: readonly EndpointId[] | null): EndpointView[] {
      const rows = ids === null ? selectEndpoints.all(runId) : selectTheseEndpoints.all(runId, idList(ids));
      return readableRows(rows, readEndpoint, log).map((endpoint) => {
        return { ...endpoint, counts: endpointCounts(byStateOf(selectCounts.all(runId, endpoint.id))) };
      });
    },
    routes(runId, ids: readonly RouteId[] | null): RouteView[] {
      const rows = ids === null ? selectRoutes.all(runId) : selectTheseRoutes.all(runId, idList(ids));
      return readableRows(rows, readRoute, log).map((route) => {
        const latest = route.script.scope === 'all' ? selectLast.get(route.id, route.epoch) : undefined;
        return {
          ...route,
          url: route.path,
          captures: numberIn(selectCaptures.get(route.id)),
          latest: latest === undefined ? null : newestAnswer(latest, log),
        };
      });
    },
  };
}

function newestAnswer(row: unknown, log: Log): LatestAnswer | null {
  const answer = readOrTell(row, readAnswer, log);
  return answer === null ? null : latestAnswer(answer);
}

export function endpointCounts(byState: Totals['byState']): EndpointView['counts'] {
  const { queued, retrying, held, stale, processing, delivered, failed } = byState;
  return { waiting: queued + retrying + held + stale, inFlight: processing, delivered, failed, held };
}

export function byStateOf(counts: readonly StateCount[]): Record<DeliveryState, number> {
  const found = new Map(counts.map(({ state, deliveries }) => [state, deliveries]));
  const of = (state: DeliveryState): number => found.get(state) ?? 0;
  return {
    queued: of('queued'),
    processing: of('processing'),
    retrying: of('retrying'),
    held: of('held'),
    stale: of('stale'),
    delivered: of('delivered'),
    failed: of('failed'),
    cancelled: of('cancelled'),
  };
}
