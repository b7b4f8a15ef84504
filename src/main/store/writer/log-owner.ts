import type Database from 'better-sqlite3';
import type { LogRow } from '../../../shared/log/rows';
import type { RunId } from '../../../shared/model/ids';

const TABLES = ['route', 'endpoint', 'event', 'delivery'] as const;
type Referred = readonly [table: (typeof TABLES)[number], id: string | null];

/** Tells whether a row of a log belongs to certain runs, as does all that it refers to. What is not there yet does. */
export function logOwner(db: Database.Database): (row: LogRow, runIds: ReadonlySet<RunId>) => boolean {
  const runOf = new Map(
    TABLES.map((table) => [table, db.prepare<unknown[], RunId>(`SELECT run_id FROM ${table} WHERE id = ?`).pluck()]),
  );
  return (row, runIds) => {
    if (row.kind === 'run') return runIds.has(row.id);
    if ('runId' in row && !runIds.has(row.runId)) return false;
    return referredTo(row).every(([table, id]) => {
      const runId = id === null ? undefined : runOf.get(table)?.get(id);
      return runId === undefined || runIds.has(runId);
    });
  };
}

function referredTo(row: LogRow): readonly Referred[] {
  switch (row.kind) {
    case 'endpoint':
    case 'capture':
      return [['route', row.routeId]];
    case 'held':
    case 'slot':
    case 'redelivery':
      return [['endpoint', row.endpointId]];
    case 'delivery':
      return [
        ['event', row.eventId],
        ['endpoint', row.endpointId],
        ['delivery', row.originId],
      ];
    case 'attempt':
    case 'step':
      return [
        ['delivery', row.deliveryId],
        ['endpoint', row.endpointId],
      ];
    default:
      return [];
  }
}
