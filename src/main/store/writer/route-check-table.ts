import type Database from 'better-sqlite3';
import { BY_ENDPOINTS } from '../../../shared/model/route-check';
import type { EngineStore } from '../../engine/ports';
import { readRouteCheck } from '../rows/route-check-row';
import { blob, type Log, readOrTell } from '../rows/row';
import type { SecretBox } from '../secret-box';
import type { UnitOfWork } from '../unit-of-work';

type RouteCheckTable = Pick<EngineStore, 'routeCheck' | 'saveRouteCheck'>;

/** Against what each route checks signatures. A route without a row checks by its endpoints. */
export function routeCheckTable(db: Database.Database, unit: UnitOfWork, box: SecretBox, log: Log): RouteCheckTable {
  const select = db.prepare('SELECT route_id AS id, how, secret FROM route_check WHERE route_id = ?');
  const upsert = db.prepare(`INSERT INTO route_check (route_id, how, secret) VALUES (@id, @how, @secret)
    ON CONFLICT (route_id) DO UPDATE SET how = @how, secret = @secret`);
  return {
    routeCheck(id) {
      const row = select.get(id);
      const read = row === undefined ? null : readOrTell(row, readRouteCheck, log);
      if (read === null) return { check: BY_ENDPOINTS, secret: null };
      return { check: read.how, secret: read.secret === null ? null : box.open(read.secret, id) };
    },
    saveRouteCheck(id, { check, secret }) {
      unit.touch().routes.add(id);
      upsert.run({
        id,
        how: JSON.stringify(check),
        secret: secret === null ? null : blob(box.seal(secret, id)),
      });
    },
  };
}
