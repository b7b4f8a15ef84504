import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DATABASE_FILE } from '../../../src/main/store/open-store';
import type { Trigger, Wait } from '../../../src/shared/model/attempt';
import type { Channel } from '../../../src/shared/model/channel';
import type { DeliveryState } from '../../../src/shared/model/delivery';
import type { DeliveryId, EndpointId, EventId } from '../../../src/shared/model/ids';
import type { Outcome } from '../../../src/shared/model/outcome';
import type { Step } from '../../../src/shared/model/step';
import type { Policy } from '../../../src/shared/policies/policy';

export type EndpointFacts = {
  readonly id: EndpointId;
  readonly url: string;
  readonly channel: Channel;
  readonly policy: Policy;
};

export type DeliveryFacts = {
  readonly id: DeliveryId;
  readonly eventId: EventId;
  readonly endpointId: EndpointId;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly counter: number;
  readonly budget: number;
  readonly createdAt: number;
};

export type AttemptFacts = {
  readonly deliveryId: DeliveryId;
  readonly endpointId: EndpointId;
  readonly n: number;
  readonly trigger: Trigger;
  readonly dueAt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly startedWallAt: number;
  readonly wait: Wait | null;
  readonly deferredFrom: number | null;
  readonly outcome: Outcome | null;
};

export type StepFacts = {
  readonly seq: number;
  readonly deliveryId: DeliveryId | null;
  readonly endpointId: EndpointId | null;
  readonly step: Step;
};

/** A count that is kept beside the rows, and how many rows there are. */
export type KeptCount = { readonly name: string; readonly kept: number; readonly counted: number };

/** Everything that the laws speak of, read from a database with nothing but SQL: the product's readers may be wrong, too. */
export type Ledger = {
  readonly endpoints: readonly EndpointFacts[];
  readonly eventIds: readonly EventId[];
  readonly deliveries: readonly DeliveryFacts[];
  /** By delivery, then number. */
  readonly attempts: readonly AttemptFacts[];
  /** In the order in which they were decided. */
  readonly steps: readonly StepFacts[];
  /** Delivery keys of captures, once per capture. */
  readonly captureKeys: readonly string[];
  readonly counts: readonly KeptCount[];
  /** What `PRAGMA integrity_check` and `foreign_key_check` complain of. */
  readonly damage: readonly string[];
};

/** Reads a data folder that no engine has open. */
export function readLedger(dataDir: string): Ledger {
  const db = new Database(join(dataDir, DATABASE_FILE), { fileMustExist: true });
  try {
    return {
      endpoints: rows(db, 'SELECT id, url, channel, policy FROM endpoint', ['policy']),
      eventIds: db.prepare<unknown[], EventId>('SELECT id FROM event').pluck().all(),
      deliveries: rows(
        db,
        `SELECT id, event_id AS eventId, endpoint_id AS endpointId, state, attempts, counter, budget,
          created_at AS createdAt FROM delivery ORDER BY ordinal`,
      ),
      attempts: rows(
        db,
        `SELECT delivery_id AS deliveryId, endpoint_id AS endpointId, n, trigger, due_at AS dueAt,
          started_at AS startedAt, ended_at AS endedAt, started_wall_at AS startedWallAt, wait,
          deferred_from AS deferredFrom, outcome FROM attempt ORDER BY delivery_id, n`,
        ['wait', 'outcome'],
      ),
      steps: rows(db, 'SELECT seq, delivery_id AS deliveryId, endpoint_id AS endpointId, step FROM step ORDER BY seq', [
        'step',
      ]),
      captureKeys: db
        .prepare<unknown[], string>('SELECT delivery_key FROM capture WHERE delivery_key IS NOT NULL')
        .pluck()
        .all(),
      counts: keptCounts(db),
      damage: damageIn(db),
    };
  } finally {
    db.close();
  }
}

/** Attempts without an outcome in a data folder that no engine has open: what a kill cut off. */
export function readCutOff(dataDir: string): { deliveryId: DeliveryId; n: number }[] {
  const db = new Database(join(dataDir, DATABASE_FILE), { fileMustExist: true });
  try {
    return rows(db, 'SELECT delivery_id AS deliveryId, n FROM attempt WHERE outcome IS NULL');
  } finally {
    db.close();
  }
}

/** `json` names the columns that hold JSON. */
function rows<T>(db: Database.Database, sql: string, json: readonly string[] = []): T[] {
  return db
    .prepare<unknown[], Record<string, unknown>>(sql)
    .all()
    .map((row) => {
      const parsed = json.map((name) => [name, row[name] === null ? null : JSON.parse(String(row[name]))] as const);
      return { ...row, ...Object.fromEntries(parsed) } as T;
    });
}

/** Both ways: a row that is not counted, and a count without rows. */
const COUNTS: readonly { readonly table: string; readonly kept: string; readonly counted: string }[] = [
  {
    table: 'delivery_count',
    kept: `SELECT run_id || ' ' || endpoint_id || ' ' || state AS name, deliveries AS n FROM delivery_count`,
    counted: `SELECT run_id || ' ' || endpoint_id || ' ' || state AS name, count(*) AS n FROM delivery GROUP BY name`,
  },
  {
    table: 'type_count',
    kept: `SELECT run_id || ' ' || event_type AS name, deliveries AS n FROM type_count`,
    counted: `SELECT run_id || ' ' || event_type AS name, count(*) AS n FROM delivery GROUP BY name`,
  },
  {
    table: 'route_count',
    kept: 'SELECT route_id AS name, captures AS n FROM route_count',
    counted: 'SELECT route_id AS name, count(*) AS n FROM capture WHERE route_id IS NOT NULL GROUP BY name',
  },
  {
    table: 'key_seen',
    kept: `SELECT run_id || ' ' || delivery_key AS name, seen AS n FROM key_seen`,
    counted: `SELECT run_id || ' ' || delivery_key AS name, count(*) AS n FROM capture
      WHERE delivery_key IS NOT NULL GROUP BY name`,
  },
  ...['event', 'attempt', 'capture'].map((table) => ({
    table: `run_count.${table}s`,
    kept: `SELECT run_id AS name, ${table}s AS n FROM run_count`,
    counted: `SELECT run_id AS name, count(*) AS n FROM ${table} GROUP BY run_id`,
  })),
];

function keptCounts(db: Database.Database): KeptCount[] {
  return COUNTS.flatMap(({ table, kept, counted }) => {
    const read = (sql: string) => new Map(rows<{ name: string; n: number }>(db, sql).map(({ name, n }) => [name, n]));
    const [keptBy, countedBy] = [read(kept), read(counted)];
    return [...new Set([...keptBy.keys(), ...countedBy.keys()])].map((name) => ({
      name: `${table} ${name}`,
      kept: keptBy.get(name) ?? 0,
      counted: countedBy.get(name) ?? 0,
    }));
  });
}

function damageIn(db: Database.Database): string[] {
  const integrity = db.prepare<unknown[], string>('PRAGMA integrity_check').pluck().all();
  const orphans = rows<{ table: string; rowid: number; parent: string }>(db, 'PRAGMA foreign_key_check');
  return [
    ...integrity.filter((line) => line !== 'ok'),
    ...orphans.map(({ table, rowid, parent }) => `row ${rowid} of ${table} has lost its ${parent}`),
  ];
}
