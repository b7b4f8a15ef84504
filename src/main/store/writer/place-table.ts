import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { EngineStore } from '../../engine/ports';
import type { UnitOfWork } from '../unit-of-work';

type PlaceTable = Pick<
  EngineStore,
  'lastPlace' | 'place' | 'promisedPlace' | 'nextPlace' | 'placesBetween' | 'writePlace' | 'dropPlace'
>;

const COLUMNS = 'n, at, state';
const LAST_PLACE_SQL = `SELECT ${COLUMNS} FROM throttle_place WHERE endpoint_id = ? ORDER BY n DESC LIMIT 1`;
const NEXT_PLACE_SQL = `SELECT ${COLUMNS} FROM throttle_place
  WHERE endpoint_id = ? AND state = ? AND at >= ? ORDER BY at, n LIMIT 1`;
const BETWEEN_SQL = `SELECT count(*) FROM throttle_place WHERE endpoint_id = ? AND state = ? AND at > ? AND at <= ?`;

const placeRow = z
  .object({ n: z.number(), at: z.number(), state: z.enum(['started', 'promised', 'free']) })
  .optional()
  .transform((row) => row ?? null);

/** The line of a sliding limit. */
export function placeTable(db: Database.Database, unit: UnitOfWork): PlaceTable {
  const selectLast = db.prepare(LAST_PLACE_SQL);
  const selectOne = db.prepare(`SELECT ${COLUMNS} FROM throttle_place WHERE endpoint_id = ? AND n = ?`);
  const selectNext = db.prepare(NEXT_PLACE_SQL);
  const countBetween = db.prepare<unknown[], number>(BETWEEN_SQL).pluck();
  const write = db.prepare(`
    INSERT INTO throttle_place (endpoint_id, n, at, state) VALUES (@endpointId, @n, @at, @state)
    ON CONFLICT DO UPDATE SET at = excluded.at, state = excluded.state`);
  const drop = db.prepare('DELETE FROM throttle_place WHERE endpoint_id = ? AND n = ?');

  return {
    lastPlace: (endpointId) => placeRow.parse(selectLast.get(endpointId)),
    place: (endpointId, n) => placeRow.parse(selectOne.get(endpointId, n)),
    promisedPlace(endpointId, at) {
      const first = placeRow.parse(selectNext.get(endpointId, 'promised', at));
      return first?.at === at ? first : null;
    },
    nextPlace: (endpointId, state, from) => placeRow.parse(selectNext.get(endpointId, state, from)),
    placesBetween: (endpointId, after, upTo) =>
      (countBetween.get(endpointId, 'started', after, upTo) ?? 0) +
      (countBetween.get(endpointId, 'promised', after, upTo) ?? 0),
    writePlace(endpointId, place) {
      unit.touch().endpoints.add(endpointId);
      write.run({ endpointId, ...place });
    },
    dropPlace(endpointId, n) {
      unit.touch().endpoints.add(endpointId);
      drop.run(endpointId, n);
    },
  };
}
