import type Database from 'better-sqlite3';
import type { CommandInput } from '../../../shared/contract/commands';
import { LIMITS } from '../../../shared/contract/limits';
import type { Stats } from '../../../shared/contract/stats';
import type { DeliveryId, EndpointId, RunId } from '../../../shared/model/ids';
import { throttleOf } from '../../../shared/rules/throttle';
import { DrawTally } from '../../../shared/stats/draws';
import { AttemptTally, DeliveryTally } from '../../../shared/stats/tally';
import { ENDPOINT_COLUMNS, readEndpoint } from '../rows/endpoint-row';
import { type Log, numberIn, readableRows, readOrTell } from '../rows/row';
import {
  COUNTED_ATTEMPT_COLUMNS,
  COUNTED_DELIVERY_COLUMNS,
  type CountedAttemptRow,
  type CountedDeliveryRow,
  readCountedAttempt,
  readCountedDelivery,
} from '../rows/stat-row';
import { idList } from './encoding';
import type { ViewAnswers } from './view-answers';

/** Deliveries are read so many at a time, and their attempts with one query. */
const PAGE = 500;

/** A delivery that made no attempt between two instants was not touched after the first, or made after the last. */
const page = (of: string): string => `SELECT ${COUNTED_DELIVERY_COLUMNS} FROM delivery d
  WHERE ${of} AND d.ordinal < @before AND d.changed_at >= @fromMs AND d.created_at <= @toMs
  ORDER BY d.ordinal DESC LIMIT ${PAGE}`;

export const RUN_DELIVERIES_SQL = page('d.run_id = @owner');
export const ENDPOINT_DELIVERIES_SQL = page('d.endpoint_id = @owner');
export const COUNTED_ATTEMPTS_SQL = `SELECT ${COUNTED_ATTEMPT_COLUMNS} FROM attempt a
  WHERE a.delivery_id IN (SELECT value FROM json_each(?)) ORDER BY a.delivery_id, a.n`;
export const RUN_SIZE_SQL = 'SELECT sum(deliveries) FROM delivery_count WHERE run_id = ?';
export const ENDPOINT_SIZE_SQL = 'SELECT sum(deliveries) FROM delivery_count WHERE run_id = ? AND endpoint_id = ?';
export const POLICY_ENDPOINTS_SQL = `SELECT id FROM endpoint
  WHERE run_id = ? AND json_extract(policy, '$.id') = ? ORDER BY ordinal`;

type Query = CommandInput<'stats.read'>;
/** What is walked: a run, or one endpoint of it. */
type Walk = {
  readonly select: Database.Statement<unknown[]>;
  readonly owner: RunId | EndpointId;
  readonly size: number;
};

/**
 * What charts show, counted anew from the rows each time, newest deliveries first, until `LIMITS.statsAttempts`
 * attempts are met. All by index: other runs are not looked at.
 */
export function statViews(db: Database.Database, log: Log): Pick<ViewAnswers, 'stats'> {
  const selectOfRun = db.prepare<unknown[]>(RUN_DELIVERIES_SQL);
  const selectOfEndpoint = db.prepare<unknown[]>(ENDPOINT_DELIVERIES_SQL);
  const selectAttempts = db.prepare(COUNTED_ATTEMPTS_SQL);
  const runSize = db.prepare(RUN_SIZE_SQL).pluck();
  const endpointSize = db.prepare(ENDPOINT_SIZE_SQL).pluck();
  const selectEndpoint = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE id = ?`);
  const selectOfPolicy = db.prepare<unknown[], EndpointId>(POLICY_ENDPOINTS_SQL).pluck();

  const walksOf = (runId: RunId, scope: Query['scope']): Walk[] => {
    if (scope.kind === 'run') return [{ select: selectOfRun, owner: runId, size: numberIn(runSize.get(runId)) }];
    const ids = scope.kind === 'endpoint' ? [scope.id] : selectOfPolicy.all(runId, scope.id);
    return ids.map((id) => ({ select: selectOfEndpoint, owner: id, size: numberIn(endpointSize.get(runId, id)) }));
  };

  const throttleIn = (scope: Query['scope']) => {
    const row = scope.kind === 'endpoint' ? selectEndpoint.get(scope.id) : undefined;
    const endpoint = row === undefined ? null : readOrTell(row, readEndpoint, log);
    return endpoint === null ? null : throttleOf(endpoint.policy, endpoint.channel);
  };

  return {
    stats(runId, { scope, fromMs, toMs }) {
      const span = { fromMs: fromMs ?? -Number.MAX_VALUE, toMs: toMs ?? Number.MAX_VALUE };
      const walks = walksOf(runId, scope);
      const count = new Count(new AttemptTally(throttleIn(scope)), span);
      const share = Math.ceil(LIMITS.statsAttempts / Math.max(1, walks.length));
      let cut = false;
      for (const { select, owner } of walks) {
        const most = count.attempts.size + share;
        let before = Number.MAX_SAFE_INTEGER;
        for (;;) {
          const rows = select.all({ owner, before, ...span });
          const deliveries = readableRows(rows, readCountedDelivery, log);
          const ids = deliveries.map(({ id }) => id);
          count.take(deliveries, readableRows(selectAttempts.all(idList(ids)), readCountedAttempt, log));
          if (rows.length < PAGE) break;
          before = keyOf(rows.at(-1));
          if (count.attempts.size >= most) {
            cut = true;
            break;
          }
        }
      }
      const size = walks.reduce((sum, walk) => sum + walk.size, 0);
      return count.result({ deliveries: count.read, of: cut ? Math.max(size, count.read) : count.read });
    },
  };
}

const keyOf = (row: unknown): number =>
  typeof row === 'object' && row !== null && 'key' in row ? numberIn(row.key) : 0;

/** Everything that is counted of the deliveries and attempts of a span. */
class Count {
  readonly attempts: AttemptTally;
  readonly #span: { readonly fromMs: number; readonly toMs: number };
  readonly #deliveries = new DeliveryTally();
  readonly #draws = new DrawTally();
  read = 0;

  constructor(attempts: AttemptTally, span: { readonly fromMs: number; readonly toMs: number }) {
    this.attempts = attempts;
    this.#span = span;
  }

  take(deliveries: readonly CountedDeliveryRow[], attempts: readonly CountedAttemptRow[]): void {
    const byDelivery = new Map<DeliveryId, CountedAttemptRow[]>(deliveries.map(({ id }) => [id, []]));
    for (const attempt of attempts) byDelivery.get(attempt.deliveryId)?.push(attempt);
    for (const delivery of deliveries) this.#takeOne(delivery, byDelivery.get(delivery.id) ?? []);
    this.read += deliveries.length;
  }

  result(read: Stats['read']): Stats {
    const { attempts } = this;
    return {
      read,
      counts: attempts.counts(),
      inFlight: attempts.inFlight,
      latency: attempts.latency(),
      outcomes: attempts.buckets(),
      attemptCounts: this.#deliveries.result(),
      draws: this.#draws.result(),
      windows: attempts.windows(),
      endpoints: attempts.byEndpoint(),
    };
  }

  #takeOne(delivery: CountedDeliveryRow, attempts: readonly CountedAttemptRow[]): void {
    let retry = 0;
    let seen = false;
    for (const attempt of attempts) {
      if (attempt.wait !== null) retry += 1;
      if (!this.#holds(attempt.startedAt)) continue;
      seen = true;
      this.attempts.add(attempt);
      if (attempt.wait !== null) this.#draws.add(retry, attempt.wait);
    }
    if (seen) this.#deliveries.add(delivery.attempts, delivery.state);
    // What still waits was drawn too.
    if (delivery.wait !== null && this.#span.toMs === Number.MAX_VALUE) this.#draws.add(retry + 1, delivery.wait);
    if (delivery.deferredFrom !== null && this.#holds(delivery.deferredFrom)) {
      this.attempts.addDeferral(delivery.deferredFrom);
    }
  }

  #holds(atMs: number): boolean {
    return atMs >= this.#span.fromMs && atMs <= this.#span.toMs;
  }
}
