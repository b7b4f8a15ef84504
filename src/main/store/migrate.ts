import { renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { APPLICATION_ID } from './database-check';
import type { Migration } from './migrations/migration';
import { freeName } from './set-aside';
import { utcStamp } from './utc-stamp';

export type Migrated = { readonly from: number; readonly to: number; readonly backup: string | null };

/**
 * Brings the file to the newest format, each number in a transaction of its own. A file with an older format is
 * copied beside itself first; when there is no room for the copy, nothing is changed.
 * @param file the path behind `db`
 */
export function migrate(
  db: Database.Database,
  file: string,
  migrations: readonly Migration[],
  wallMs: number,
): Migrated {
  const from = db.pragma('user_version', { simple: true }) as number;
  const to = migrations.length;
  if (from === to) return { from, to, backup: null };
  const backup = from === 0 ? null : backUp(db, freeName(`${file}.format-${from}-${utcStamp(wallMs)}`));
  for (const { version, sql } of migrations.slice(from)) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
  return { from, to, backup };
}

/** The copy has its name only once it is whole. */
function backUp(db: Database.Database, target: string): string {
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  renameSync(unfinished, target);
  return basename(target);
}
