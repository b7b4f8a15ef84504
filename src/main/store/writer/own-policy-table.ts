import type Database from 'better-sqlite3';
import type { EngineStore } from '../../engine/ports';
import { readOwnPolicy } from '../rows/own-policy-row';
import { type Log, readableRows, readOrTell } from '../rows/row';
import type { UnitOfWork } from '../unit-of-work';

type OwnPolicyTable = Pick<EngineStore, 'ownPolicies' | 'ownPolicy' | 'saveOwnPolicy' | 'removeOwnPolicy'>;

/** Policies of one's own, by their ids. */
export function ownPolicyTable(db: Database.Database, unit: UnitOfWork, log: Log): OwnPolicyTable {
  const columns = 'id, policy, base, text, saved_wall_at AS savedWallAt';
  const all = db.prepare(`SELECT ${columns} FROM own_policy ORDER BY id`);
  const one = db.prepare(`SELECT ${columns} FROM own_policy WHERE id = ?`);
  const upsert = db.prepare(`INSERT INTO own_policy (id, policy, base, text, saved_wall_at)
    VALUES (@id, @policy, @base, @text, @savedWallAt)
    ON CONFLICT (id) DO UPDATE SET policy = @policy, base = @base, text = @text, saved_wall_at = @savedWallAt`);
  const remove = db.prepare('DELETE FROM own_policy WHERE id = ?');
  return {
    ownPolicies: () => readableRows(all.all(), readOwnPolicy, log),
    ownPolicy: (id) => {
      const row = one.get(id);
      return row === undefined ? null : readOrTell(row, readOwnPolicy, log);
    },
    saveOwnPolicy(own) {
      unit.touch();
      upsert.run({ ...own, policy: JSON.stringify(own.policy) });
    },
    removeOwnPolicy(id) {
      unit.touch();
      remove.run(id);
    },
  };
}
