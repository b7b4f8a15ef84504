import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { EndpointView, LatestAnswer, RouteView, Totals } from '../../../shared/contract/views';
import { idText } from '../../../shared/log/fields';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/model/delivery';
import type { DeliveryId, EndpointId, RouteId } from '../../../shared/model/ids';
import { BY_ENDPOINTS, type RouteCheck } from '../../../shared/model/route-check';
import type { Elder } from '../../../shared/model/step';
import { keepsOrder } from '../../../shared/rules/order';
import { latestAnswer, readAnswer } from '../rows/capture-row';
import { ENDPOINT_COLUMNS, readEndpoint } from '../rows/endpoint-row';
import { readRouteCheck } from '../rows/route-check-row';
import { ROUTE_COLUMNS, readRoute } from '../rows/route-row';
import { type Log, numberIn, readableRows, readOrTell, readRow } from '../rows/row';
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

/** The first in one of these states: a look-up by index for each, merged by ordinal. */
const firstOf = (states: readonly DeliveryState[]): string =>
  `${states
    .map(
      (state) => `SELECT id, event_type AS eventType, ordinal FROM delivery
        WHERE endpoint_id = @endpointId AND state = '${state}'`,
    )
    .join(' UNION ALL ')} ORDER BY ordinal LIMIT 1`;

export const SENDING_NOW_SQL = firstOf(['processing']);
export const IN_TURN_SQL = firstOf(['queued', 'retrying', 'held', 'stale']);

const elderRow = z.object({ id: idText<DeliveryId>(), eventType: z.string() });
const readElder = (row: unknown): Elder => readRow(elderRow, 'Delivery', row);

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
  const selectSending = db.prepare(SENDING_NOW_SQL);
  const selectInTurn = db.prepare(IN_TURN_SQL);
  const selectCheck = db.prepare('SELECT route_id AS id, how, NULL AS secret FROM route_check WHERE route_id = ?');
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
        const counts = endpointCounts(byStateOf(selectCounts.all(runId, endpoint.id)));
        if (!keepsOrder(endpoint.policy)) return { ...endpoint, counts };
        const of = { endpointId: endpoint.id };
        const first = selectSending.get(of) ?? selectInTurn.get(of);
        return { ...endpoint, counts, inTurn: first === undefined ? null : readOrTell(first, readElder, log) };
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
          check: checkOf(selectCheck.get(route.id), log),
          latest: latest === undefined ? null : newestAnswer(latest, log),
        };
      });
    },
  };
}

const checkOf = (row: unknown, log: Log): RouteCheck =>
  row === undefined ? BY_ENDPOINTS : (readOrTell(row, readRouteCheck, log)?.how ?? BY_ENDPOINTS);

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
