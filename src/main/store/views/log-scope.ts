import type Database from 'better-sqlite3';
import type { LogHead, LogQuery } from '../../../shared/log/query';
import type { RowKind } from '../../../shared/log/rows';
import type { DeliveryState } from '../../../shared/model/delivery';
import type { RunId } from '../../../shared/model/ids';
import { CAPTURE_THERE } from '../rows/capture-row';
import { numberIn } from '../rows/row';
import { deliveryFilterSql } from './filter-sql';
import { bothOf, textMatcher } from './text-match';

/** Runs by their beginning; a removed one is not there any more. */
const RUNS_SQL = `SELECT id, name, started_at AS startedAt FROM run
  WHERE removed = 0 AND (@runId IS NULL OR id = @runId) ORDER BY started_at, id`;

/** The deliveries that a filter chose, with what belongs to them. In a file of SQLite's own, however many they are. */
const CHOSEN_TABLE_SQL = `CREATE TEMP TABLE chosen (id TEXT PRIMARY KEY, event_id TEXT, endpoint_id TEXT) WITHOUT ROWID`;

const CHOSEN = (column: string): string => `IN (SELECT ${column} FROM temp.chosen)`;

/**
 * Conditions on the rows of a run, by kind: of everything, and of what belongs to the chosen deliveries. What an
 * endpoint went through belongs to no delivery.
 */
const OF_ENDPOINT = 'x.endpoint_id IN (SELECT id FROM endpoint WHERE run_id = @runId)';
const WHERE: Readonly<Record<Exclude<RowKind, 'run'>, { readonly all: string; readonly chosen: string }>> = {
  route: {
    all: 'x.run_id = @runId',
    chosen: `x.run_id = @runId AND x.id IN (SELECT route_id FROM endpoint WHERE id ${CHOSEN('endpoint_id')})`,
  },
  endpoint: { all: 'x.run_id = @runId', chosen: `x.run_id = @runId AND x.id ${CHOSEN('endpoint_id')}` },
  held: { all: OF_ENDPOINT, chosen: 'FALSE' },
  slot: { all: OF_ENDPOINT, chosen: 'FALSE' },
  redelivery: { all: OF_ENDPOINT, chosen: 'FALSE' },
  leap: { all: 'x.run_id = @runId', chosen: 'FALSE' },
  event: { all: 'x.run_id = @runId', chosen: `x.run_id = @runId AND x.id ${CHOSEN('event_id')}` },
  delivery: { all: 'x.run_id = @runId', chosen: `x.run_id = @runId AND x.id ${CHOSEN('id')}` },
  attempt: { all: 'x.run_id = @runId', chosen: `x.run_id = @runId AND x.delivery_id ${CHOSEN('id')}` },
  step: { all: 'x.run_id = @runId', chosen: `x.run_id = @runId AND x.delivery_id ${CHOSEN('id')}` },
  capture: {
    all: `x.run_id = @runId AND ${CAPTURE_THERE.replaceAll('c.', 'x.')}`,
    chosen: `x.run_id = @runId AND ${CAPTURE_THERE.replaceAll('c.', 'x.')} AND (x.delivery_key ${CHOSEN('event_id')} OR x.delivery_key ${CHOSEN('id')})`,
  },
};

const TABLE: Readonly<Record<Exclude<RowKind, 'run'>, string>> = {
  route: 'route',
  endpoint: 'endpoint',
  held: 'held_level',
  slot: 'throttle_slot',
  redelivery: 'redelivery',
  leap: 'clock_leap',
  event: 'event',
  delivery: 'delivery',
  attempt: 'attempt',
  step: 'step',
  capture: 'capture',
};

export type LogScope = {
  readonly runs: LogHead['runs'];
  /** The condition on the rows `x` of a kind; it names `@runId`. */
  readonly where: (kind: Exclude<RowKind, 'run'>) => string;
  readonly states: () => LogHead['states'];
  readonly count: (kind: Exclude<RowKind, 'run'>) => number;
};

/** Finds out which rows a query means, on a connection of its own in one read transaction. */
export function logScope(db: Database.Database, query: LogQuery): LogScope {
  const runs = db.prepare<unknown[], LogHead['runs'][number]>(RUNS_SQL).all({ runId: query.runId });
  if (query.filter !== null) choose(db, query, runs);
  const which = query.filter === null ? 'all' : 'chosen';
  const where = (kind: Exclude<RowKind, 'run'>): string => WHERE[kind][which];
  return {
    runs,
    where,
    states() {
      const statement = db.prepare<unknown[], { state: DeliveryState; deliveries: number }>(
        `SELECT x.state, count(*) AS deliveries FROM delivery x WHERE ${where('delivery')} GROUP BY x.state`,
      );
      const states: Partial<Record<DeliveryState, number>> = {};
      for (const { id } of runs) {
        for (const { state, deliveries } of statement.all({ runId: id }))
          states[state] = (states[state] ?? 0) + deliveries;
      }
      return states;
    },
    count: (kind) => {
      const statement = db.prepare(`SELECT count(*) FROM ${TABLE[kind]} x WHERE ${where(kind)}`).pluck();
      return runs.reduce(
        (sum, { id }) => sum + numberIn(where(kind) === 'FALSE' ? 0 : statement.get({ runId: id })),
        0,
      );
    },
  };
}

function choose(db: Database.Database, { filter }: LogQuery, runs: LogHead['runs']): void {
  if (filter === null) return;
  db.exec(CHOSEN_TABLE_SQL);
  const matchText = textMatcher(db);
  for (const { id } of runs) {
    const text = filter.text === '' ? null : matchText(id as RunId, filter.text);
    if (text === null && filter.text !== '') continue;
    const only = filter.only === null ? null : deliveryFilterSql(filter.only.filter, filter.only.nowMs);
    const both = bothOf(text, only);
    db.prepare(`INSERT INTO temp.chosen (id, event_id, endpoint_id)
      SELECT d.id, d.event_id, d.endpoint_id FROM delivery d WHERE d.run_id = @runId
        AND (@ids IS NULL OR d.id IN (SELECT value FROM json_each(@ids)))
        AND (@states IS NULL OR d.state IN (SELECT value FROM json_each(@states)))
        AND (@endpointId IS NULL OR d.endpoint_id = @endpointId)
        AND (@sinceMs IS NULL OR d.created_at >= @sinceMs) AND (@untilMs IS NULL OR d.created_at <= @untilMs)
        ${both === null ? '' : `AND ${both.sql}`}`).run({
      ...both?.values,
      runId: id,
      ids: filter.ids === null ? null : JSON.stringify(filter.ids),
      states: filter.states === null ? null : JSON.stringify(filter.states),
      endpointId: filter.endpointId,
      sinceMs: filter.sinceMs,
      untilMs: filter.untilMs,
    });
  }
}
