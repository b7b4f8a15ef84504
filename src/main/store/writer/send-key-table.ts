import type Database from 'better-sqlite3';
import { z } from 'zod';
import { idText } from '../../../shared/log/fields';
import type { DeliveryId, EventId } from '../../../shared/model/ids';
import type { EngineStore } from '../../engine/ports';
import { json, readRow } from '../rows/row';

type SendKeyTable = Pick<EngineStore, 'sentUnder' | 'saveSentUnder'>;

const rowSchema = z.object({
  of: z.string(),
  answer: json(
    z.object({
      eventIds: z.array(idText<EventId>()),
      deliveryIds: z.array(idText<DeliveryId>()),
      planned: z.number(),
    }),
  ),
});

/** What was sent under a client's key. Only the local API writes here; no screen shows it, so nothing is touched. */
export function sendKeyTable(db: Database.Database): SendKeyTable {
  const select = db.prepare('SELECT of, answer FROM send_key WHERE run_id = ? AND key = ? AND wall_at >= ?');
  const forget = db.prepare('DELETE FROM send_key WHERE wall_at < ?');
  const insert = db.prepare(`INSERT INTO send_key (run_id, key, of, answer, wall_at) VALUES (?, ?, ?, ?, ?)`);
  return {
    sentUnder(runId, key, sinceWallMs) {
      const row = select.get(runId, key, sinceWallMs);
      return row === undefined ? null : readRow(rowSchema, 'Send key', row);
    },
    saveSentUnder(runId, key, { of, answer }, wallMs, sinceWallMs) {
      forget.run(sinceWallMs);
      insert.run(runId, key, of, JSON.stringify(answer), wallMs);
    },
  };
}
