import type Database from 'better-sqlite3';
import type { EndpointId } from '../../../shared/model/ids';
import { Refusal } from '../../../shared/model/problem';
import type { EngineStore } from '../../engine/ports';
import { ENDPOINT_COLUMNS, endpointParameters, readEndpoint } from '../rows/endpoint-row';
import { blob, type Log, readableRows } from '../rows/row';
import type { SecretBox } from '../secret-box';
import type { UnitOfWork } from '../unit-of-work';
import type { EndpointCache } from './endpoint-cache';
import { mustChange } from './must-change';
import type { NewestOrdinals } from './newest-ordinals';

type EndpointTable = Pick<
  EngineStore,
  'endpoints' | 'endpoint' | 'insertEndpoint' | 'updateEndpoint' | 'saveSecret' | 'secretOf'
>;

type SealedRow = { readonly name: string; readonly secret: Uint8Array };

export const ENDPOINT_INSERT = `
  INSERT INTO endpoint (id, run_id, ordinal, name, url, policy, route_id, request, channel, verification, state, condition,
    created_at, secret)
  VALUES (@id, @runId, @ordinal, @name, @url, @policy, @routeId, @request, @channel, @verification, @state, @condition,
    @createdAt, @secret)`;

export function endpointTable(
  db: Database.Database,
  unit: UnitOfWork,
  cache: EndpointCache,
  ordinals: NewestOrdinals,
  box: SecretBox,
  log: Log,
): EndpointTable {
  const selectAll = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE run_id = ? ORDER BY ordinal`);
  const selectOne = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE id = ?`);
  const insert = db.prepare(ENDPOINT_INSERT);
  const updateSecret = db.prepare('UPDATE endpoint SET secret = @secret WHERE id = @id');
  const selectSecret = db.prepare<unknown[], SealedRow>('SELECT name, secret FROM endpoint WHERE id = ?');

  return {
    endpoints(runId) {
      cache.flush();
      return readableRows(selectAll.all(runId), readEndpoint, log);
    },
    endpoint(id) {
      const known = cache.get(id);
      if (known !== undefined) return known;
      const row = selectOne.get(id);
      return row === undefined ? null : cache.keep(readEndpoint(row));
    },
    insertEndpoint(endpoint, secret) {
      unit.touch().endpoints.add(endpoint.id);
      insert.run({ ...endpointParameters(endpoint), secret: blob(box.seal(secret, endpoint.id)) });
      cache.keep(endpoint);
      ordinals.inserted(endpoint.runId, 'endpoint', endpoint.ordinal);
    },
    updateEndpoint(endpoint) {
      unit.touch().endpoints.add(endpoint.id);
      cache.change(endpoint);
    },
    saveSecret(id, secret) {
      unit.touch().endpoints.add(id);
      mustChange(updateSecret.run({ id, secret: blob(box.seal(secret, id)) }), id);
    },
    secretOf(id) {
      const row = selectSecret.get(id);
      return row === undefined ? null : opened(box, row, id);
    },
  };
}

function opened(box: SecretBox, row: SealedRow, id: EndpointId): string {
  const secret = row.secret instanceof Uint8Array ? box.open(row.secret, id) : null;
  if (secret !== null) return secret;
  throw new Refusal({
    code: 'unavailable',
    field: 'secret',
    message: `The secret of the endpoint “${row.name}” was saved with another data key and cannot be read. Put the former data.key back, or give the endpoint a new secret.`,
  });
}
