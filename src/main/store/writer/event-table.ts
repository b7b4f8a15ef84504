import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { EVENT_COLUMNS, readEvent } from '../rows/event-row';
import { blob } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import type { KeptCounts } from './kept-counts';
import type { NewestOrdinals } from './newest-ordinals';

export const CARRIED_INSERT = 'INSERT INTO event_request (event_id, capture_id, request) VALUES (?, ?, ?)';

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
  const insertRequest = db.prepare(CARRIED_INSERT);
  const selectOne = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event e WHERE e.id = ?`);

  return {
    insertEvent(event) {
      unit.touch().events.add(event.id);
      const { id, runId, ordinal, type, contentType, createdAt, carried } = event;
      insert.run(id, runId, ordinal, type, contentType, createdAt, blob(event.body));
      if (carried !== null) {
        insertRequest.run(id, carried.captureId, JSON.stringify(carried));
        // Its details say what was sent on.
        unit.touch().captures.add(carried.captureId);
      }
      counts.addToRun(runId, 'events');
      ordinals.inserted(runId, 'event', ordinal);
    },
    event(id) {
      const row = selectOne.get(id);
      return row === undefined ? null : readEvent(row);
    },
  };
}
