import type Database from 'better-sqlite3';
import type { RouteId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import type { EngineStore } from '../../engine/ports';
import { ROUTE_COLUMNS, readRoute, routeParameters } from '../rows/route-row';
import { type Log, readableRows } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';
import { mustChange } from './must-change';

type RouteTable = Pick<EngineStore, 'routes' | 'insertRoute' | 'updateRoute' | 'removeRoute'>;

export const ROUTES_SQL = `SELECT ${ROUTE_COLUMNS} FROM route r WHERE r.run_id = ? AND r.removed = 0`;

/** A removed route stays as a row, so that its captures keep what they belong to. */
export function routeTable(db: Database.Database, unit: UnitOfWork, log: Log): RouteTable {
  const selectAll = db.prepare(`${ROUTES_SQL} ORDER BY r.created_at, r.id`);
  const selectOwner = db
    .prepare<unknown[], string>('SELECT id FROM route WHERE run_id = ? AND path = ? AND removed = 0')
    .pluck();
  const selectRun = db.prepare<unknown[], string>('SELECT run_id FROM route WHERE id = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO route (id, run_id, path, tls, script, forward, epoch, epoch_at, created_at)
    VALUES (@id, @runId, @path, @tls, @script, @forward, @epoch, @epochAt, @createdAt)`);
  const update =
    db.prepare(`UPDATE route SET path = @path, tls = @tls, script = @script, forward = @forward, epoch = @epoch, epoch_at = @epochAt
    WHERE id = @id`);
  const remove = db.prepare('UPDATE route SET removed = 1 WHERE id = ?');

  const mustBeFree = (runId: string | undefined, path: string, id: RouteId) => {
    const owner = selectOwner.get(runId, path);
    if (owner === undefined || owner === id) return;
    const message = `There is a route on ${path} already. Choose another path, or change that route.`;
    throw new Refusal({ code: 'conflict', field: 'path', message });
  };

  return {
    routes: (runId) => readableRows(selectAll.all(runId), readRoute, log),
    insertRoute(route, runId) {
      unit.touch().routes.add(route.id);
      mustBeFree(runId, route.path, route.id);
      insert.run({ ...routeParameters(route), runId });
    },
    updateRoute(route) {
      unit.touch().routes.add(route.id);
      mustBeFree(selectRun.get(route.id), route.path, route.id);
      mustChange(update.run(routeParameters(route)), route.id);
    },
    removeRoute(id) {
      unit.touch().routes.add(id);
      mustChange(remove.run(id), id);
    },
  };
}
