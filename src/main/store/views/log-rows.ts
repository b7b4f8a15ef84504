import type Database from 'better-sqlite3';
import { z } from 'zod';
import { idText } from '../../../shared/log/fields';
import { type LogRow, ROW_KINDS, type RowKind } from '../../../shared/log/rows';
import type { RunId } from '../../../shared/model/ids';
import { LEAP_CAUSES } from '../../../shared/model/leap';
import { ATTEMPT_RECORD_COLUMNS, readLogAttempt } from '../rows/attempt-row';
import { CAPTURE_COLUMNS, readLogCapture } from '../rows/capture-row';
import { DELIVERY_COLUMNS, readDelivery } from '../rows/delivery-row';
import { ENDPOINT_COLUMNS, readEndpoint } from '../rows/endpoint-row';
import { EVENT_COLUMNS, readEvent } from '../rows/event-row';
import { ROUTE_COLUMNS, readLogRoute } from '../rows/route-row';
import { flag, type Log, numberIn, readOrTell, readRow } from '../rows/row';
import { RUN_COLUMNS, readRun } from '../rows/run-row';
import { readLogStep, STEP_COLUMNS } from '../rows/step-row';
import type { LogScope } from './log-scope';

type Kind = Exclude<RowKind, 'run'>;

/** What is read of each kind, in the order in which it happened. `x` is the row, as in the scope's conditions. */
const ATTEMPT_COLUMNS = `${ATTEMPT_RECORD_COLUMNS.replaceAll('a.', 'x.')}, x.request_body AS requestBody`;
const SELECT: Readonly<Record<Kind, { readonly from: string; readonly order: string }>> = {
  route: {
    from: `SELECT ${ROUTE_COLUMNS.replaceAll('r.', 'x.')}, x.run_id AS runId, x.removed FROM route x`,
    order: 'x.created_at, x.id',
  },
  endpoint: { from: `SELECT ${ENDPOINT_COLUMNS} FROM endpoint x`, order: 'x.ordinal' },
  held: {
    from: 'SELECT x.endpoint_id AS endpointId, x.at, x.held FROM held_level x',
    order: 'x.endpoint_id, x.at',
  },
  slot: {
    from: 'SELECT x.endpoint_id AS endpointId, x.window_at AS windowAt, x.used FROM throttle_slot x',
    order: 'x.endpoint_id, x.window_at',
  },
  redelivery: {
    from: 'SELECT x.endpoint_id AS endpointId, x.at FROM redelivery x',
    order: 'x.endpoint_id, x.at, x.rowid',
  },
  leap: {
    from: 'SELECT x.run_id AS runId, x.from_at AS fromAt, x.to_at AS toAt, x.cause FROM clock_leap x',
    order: 'x.to_at',
  },
  event: { from: `SELECT ${EVENT_COLUMNS.replaceAll('e.', 'x.')} FROM event x`, order: 'x.ordinal' },
  delivery: {
    from: `SELECT ${DELIVERY_COLUMNS.replaceAll('d.', 'x.')},
    EXISTS (SELECT 1 FROM delivery_pin WHERE delivery_id = x.id) AS pinned FROM delivery x`,
    order: 'x.ordinal',
  },
  attempt: {
    from: `SELECT ${ATTEMPT_COLUMNS} FROM delivery d CROSS JOIN attempt x ON x.delivery_id = d.id`,
    order: 'd.ordinal, x.n',
  },
  step: { from: `SELECT ${STEP_COLUMNS}, x.run_id AS runId FROM step x`, order: 'x.seq' },
  capture: {
    from: `SELECT ${CAPTURE_COLUMNS.replaceAll('c.', 'x.')}, x.epoch FROM capture x`,
    order: 'x.seq',
  },
};

const IN_ORDER = ROW_KINDS.filter((kind): kind is Kind => kind !== 'run');

type ThreeNumbers = { readonly endpointId: never; readonly at: number };

const leapRow = z.object({
  runId: idText<RunId>(),
  fromAt: z.number(),
  toAt: z.number(),
  cause: z.enum(LEAP_CAUSES),
});

const pinnedRow = z.object({ pinned: flag });

const READ: Readonly<Record<Kind, (row: unknown) => LogRow>> = {
  route: (row) => ({ kind: 'route', ...readLogRoute(row) }),
  endpoint: (row) => ({ kind: 'endpoint', ...readEndpoint(row) }),
  held: (row) => ({ kind: 'held', ...(row as ThreeNumbers & { readonly held: number }) }),
  slot: (row) => ({ kind: 'slot', ...(row as ThreeNumbers & { readonly windowAt: number; readonly used: number }) }),
  redelivery: (row) => ({ kind: 'redelivery', ...(row as ThreeNumbers) }),
  leap: (row) => ({ kind: 'leap', ...readRow(leapRow, 'A leap of the clock', row) }),
  event: (row) => ({ kind: 'event', ...readEvent(row) }),
  delivery: (row) => ({ kind: 'delivery', ...readDelivery(row), ...readRow(pinnedRow, 'A pin', row) }),
  attempt: (row) => ({ kind: 'attempt', ...readLogAttempt(row) }),
  step: (row) => ({ kind: 'step', ...readLogStep(row) }),
  capture: (row) => ({ kind: 'capture', ...readLogCapture(row) }),
};

/** The runs of a scope, then every kind of row, run by run. */
export function* plainRows(db: Database.Database, scope: LogScope, log: Log): Generator<LogRow> {
  yield* runRows(db, scope, log);
  for (const kind of IN_ORDER) {
    for (const { id } of scope.runs) yield* rowsOf(db, scope, kind, id, log);
  }
}

/** The runs and endpoints of a scope; then each delivery behind its event, with its attempts and steps behind it. */
export function* groupedRows(db: Database.Database, scope: LogScope, log: Log): Generator<LogRow> {
  yield* runRows(db, scope, log);
  for (const { id } of scope.runs) yield* rowsOf(db, scope, 'endpoint', id, log);
  const event = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event e WHERE e.id = ?`);
  const attempts = db.prepare(`${SELECT.attempt.from} WHERE x.delivery_id = ? ORDER BY x.n`);
  const steps = db.prepare(`${SELECT.step.from} WHERE x.delivery_id = ? ORDER BY x.seq`);
  const read = function* (rows: Iterable<unknown>, kind: Kind): Generator<LogRow> {
    for (const row of rows) {
      const value = readOrTell(row, READ[kind], log);
      if (value !== null) yield value;
    }
  };
  for (const { id } of scope.runs) {
    for (const row of rowsOf(db, scope, 'delivery', id, log)) {
      if (row.kind !== 'delivery') continue;
      yield* read([event.get(row.eventId)], 'event');
      yield row;
      yield* read(attempts.all(row.id), 'attempt');
      yield* read(steps.all(row.id), 'step');
    }
  }
}

function* runRows(db: Database.Database, scope: LogScope, log: Log): Generator<LogRow> {
  const select = db.prepare(`SELECT ${RUN_COLUMNS} FROM run WHERE id = ?`);
  for (const { id } of scope.runs) {
    const run = readOrTell(select.get(id), readRun, log);
    if (run !== null) yield { kind: 'run', ...run };
  }
}

function* rowsOf(db: Database.Database, scope: LogScope, kind: Kind, runId: RunId, log: Log): Generator<LogRow> {
  const where = scope.where(kind);
  if (where === 'FALSE') return;
  const { from, order } = SELECT[kind];
  // An attempt is looked for by its delivery, whose order it has.
  const condition = kind === 'attempt' ? where.replace('x.run_id', 'd.run_id').replace('x.delivery_id', 'd.id') : where;
  for (const row of db.prepare(`${from} WHERE ${condition} ORDER BY ${order}`).iterate({ runId })) {
    const value = readOrTell(row, READ[kind], log);
    if (value !== null) yield value;
  }
}

/** About how many bytes a row takes on its way, so that a page of them stays small. */
export function weightOf(row: LogRow): number {
  switch (row.kind) {
    case 'event':
    case 'capture':
      return 1_000 + row.body.length;
    case 'attempt':
      return 2_000 + numberIn(row.request.body?.length) + numberIn(row.response?.body.length);
    default:
      return 1_000;
  }
}
