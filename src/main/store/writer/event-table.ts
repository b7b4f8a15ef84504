import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { EVENT_COLUMNS, eventParameters, readEvent } from '../rows/event-row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';

type EventTable = Pick<EngineStore, 'insertEvent' | 'event'>;

export function eventTable(db: Database.Database, unit: UnitOfWork, counts: KeptCounts): EventTable {
  const insert = db.prepare(`
    INSERT INTO event (id, run_id, ordinal, type, content_type, created_at, body)
    VALUES (@id, @runId, @ordinal, @type, @contentType, @createdAt, @body)`);
  const selectOne = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event e WHERE e.id = ?`);

  return {
    insertEvent(event) {
      unit.touch().events.add(event.id);
      insert.run(eventParameters(event));
      counts.addToRun(event.runId, 'events');
    },
    event(id) {
      const row = selectOne.get(id);
      return row === undefined ? null : readEvent(row);
    },
  };
}
