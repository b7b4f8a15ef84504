import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Refusal } from '../../shared/model/problem';
import type { RunRecord } from '../engine/ports';
import type { Views } from '../engine/views-port';
import { APPLICATION_ID } from './database-check';
import { MIGRATIONS } from './migrations/all';
import { DATABASE_FILE } from './open-store';
import { type Log, readableRows } from './rows/row';
import { RUN_COLUMNS, readRunRecord } from './rows/run-row';
import { asRefusal, saysDamaged } from './store-problem';
import { localViews } from './views/local-views';

export type OpenedReader = {
  readonly views: Views;
  readonly setting: (key: string) => string | null;
  /** Oldest first, without those that were removed. */
  readonly runs: () => readonly RunRecord[];
  /** Idempotent. */
  readonly close: () => Promise<void>;
};

/**
 * Opens a data folder for reading only: beside a Retryscope that is at work in it, and without changing anything.
 * @throws Refusal `not-found`, `newer-file`, `unavailable`; each says what to do
 */
export function openReader(dataDir: string, log: Log): OpenedReader {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) {
    throw new Refusal({
      code: 'not-found',
      message: `There is no ${DATABASE_FILE} in ${dataDir}. Choose the data folder with --data-dir; Settings > Data shows where it is.`,
    });
  }
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
    try {
      checkFormat(db, file);
      const views = localViews(file, log);
      const setting = db.prepare<unknown[], string>('SELECT value FROM setting WHERE key = ?').pluck();
      const runs = db.prepare(`SELECT ${RUN_COLUMNS}, live FROM run WHERE removed = 0 ORDER BY started_at, id`);
      return {
        views,
        setting: (key) => setting.get(key) ?? null,
        runs: () => readableRows(runs.all(), readRunRecord, log),
        async close() {
          if (!db.open) return;
          await views.close();
          db.close();
        },
      };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (saysDamaged(error)) throw unavailable(`${file} is damaged, or not a database.`);
    throw asRefusal(error, dataDir);
  }
}

const unavailable = (message: string): Refusal => new Refusal({ code: 'unavailable', message });

function checkFormat(db: Database.Database, file: string): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw unavailable(`${file} is not a database of Retryscope.`);
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new Refusal({
      code: 'newer-file',
      message: `${file} was written by a newer Retryscope (format ${version}; this one knows ${MIGRATIONS.length}). Use that version.`,
    });
  }
  if (version < MIGRATIONS.length) {
    throw unavailable(
      `${file} is of an earlier format (${version}; now ${MIGRATIONS.length}). Start Retryscope with it once, which keeps a copy and brings it up to date.`,
    );
  }
}
