import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { EVENT_COLUMNS, readEvent } from '../rows/event-row';
import { blob } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import type { NewestOrdinals } from './newest-ordinals';

type EventTable = Pick<EngineStore, 'insertEvent' | 'event'>;

export function eventTable(
  db: Database.Database,
  unit: UnitOfWork,
  counts: KeptCounts,
  ordinals: NewestOrdinals,
): EventTable {
  const insert = db.prepare(`
    INSERT INTO event (id, run_id, ordinal, type, content_type, created_at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const selectOne = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event e WHERE e.id = ?`);

  return {
    insertEvent(event) {
      unit.touch().events.add(event.id);
      const { id, runId, ordinal, type, contentType, createdAt } = event;
      insert.run(id, runId, ordinal, type, contentType, createdAt, blob(event.body));
      counts.addToRun(runId, 'events');
      ordinals.inserted(runId, 'event', ordinal);
    },
    event(id) {
      const row = selectOne.get(id);
      return row === undefined ? null : readEvent(row);
    },
  };
}
