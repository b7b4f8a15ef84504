import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Durability } from '../../shared/contract/preferences';
import type { Notice } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import type { EngineStore, LogStore } from '../engine/ports';
import type { CaptureStore, KeptStore } from '../engine/receiver-ports';
import type { Views } from '../engine/views-port';
import { readOrMakeDataKey } from './data-key';
import { type DataLock, takeLock } from './data-lock';
import { inspect } from './database-check';
import { clearSuspicion, explained, explainer, isSuspect } from './explained';
import { makeFolder } from './make-folder';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations/all';
import { tellOnce } from './rows/row';
import { makeSecretBox } from './secret-box';
import { setAside } from './set-aside';
import { asRefusal } from './store-problem';
import { UnitOfWork } from './unit-of-work';
import { localViews } from './views/local-views';
import { threadedViews } from './views/threaded-views';
import { remembered, sqlStore } from './writer/sql-store';

export const DATABASE_FILE = 'retryscope.db';

export type StoreOptions = {
  /** Made when it is not there. */
  readonly dataDir: string;
  /** What holds the folder, for the message to whoever comes second: `window`, `serve`, `run`. */
  readonly holder: string;
  /** Epoch ms, for names of files and the holder's note. */
  readonly wallMs: () => number;
  /** One line about a row that could not be read, a reader that died, a listener that failed. */
  readonly log: (line: string) => void;
  /** The built `reader-worker`; without it the views run in the caller's thread. */
  readonly reader?: URL;
  /** 32 bytes that a keychain holds; without them `data.key` in the folder does. */
  readonly dataKey?: Uint8Array;
  /** The most pages of 4 KiB that the database may have: a small disk. */
  readonly maxPages?: number;
};

export type OpenedStore = {
  readonly store: EngineStore & CaptureStore & LogStore & KeptStore;
  readonly views: Views;
  /** What happened to files while opening, for the person. */
  readonly notices: readonly Notice[];
  /** From the next commit on. Not inside of a transaction. */
  setDurability(durability: Durability): void;
  /** Bytes of the database with its write-ahead log, and how many of them hold nothing. */
  bytes(): { readonly database: number; readonly free: number };
  /** SQLite's own version. */
  readonly sqliteVersion: string;
  /** Idempotent. Lets go of the folder. */
  close(): Promise<void>;
};

/**
 * Takes the data folder, looks at the database before touching it, brings it to the newest format, and opens writer
 * and reader.
 * @throws Refusal `locked` (names the holder), `newer-file` (file untouched), `disk-full`, `unavailable`
 */
export function openStore(options: StoreOptions): OpenedStore {
  const { dataDir } = options;
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw asRefusal(error, dataDir);
  }
  const lock = takeLock(dataDir, options.holder, options.wallMs());
  try {
    return openLocked(options, lock);
  } catch (error) {
    lock.release();
    throw asRefusal(error, dataDir);
  }
}

function openLocked(options: StoreOptions, lock: DataLock): OpenedStore {
  const { dataDir, log } = options;
  const wallMs = options.wallMs();
  const file = join(dataDir, DATABASE_FILE);
  const notices: Notice[] = [...readied(file, wallMs)];
  const db = connect(file, options);
  try {
    const migrated = migrate(db, file, MIGRATIONS, wallMs);
    if (migrated.backup !== null) notices.push(migratedNotice(migrated.to, migrated.backup));
    const key = options.dataKey ?? keyFromFolder(db, dataDir, wallMs, notices);
    const memory = remembered(db);
    const unit = new UnitOfWork(db, Object.values(memory), log);
    const explain = explainer(file);
    const store = explained(sqlStore(db, unit, memory, makeSecretBox(key), tellOnce(log)), (error) => {
      unit.noteFailure();
      return explain(error);
    });
    const views = options.reader === undefined ? localViews(file, log) : threadedViews(options.reader, { file }, log);
    return {
      store,
      views,
      notices,
      setDurability: (durability) => void db.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`),
      bytes: () => ({
        database: bytesOf(file) + bytesOf(`${file}-wal`),
        free:
          numberOf(db.pragma('freelist_count', { simple: true })) * numberOf(db.pragma('page_size', { simple: true })),
      }),
      sqliteVersion: db.prepare<unknown[], string>('SELECT sqlite_version()').pluck().get() ?? '',
      async close() {
        if (!db.open) return;
        await views.close();
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Looks at the file and sets a damaged one aside. @throws Refusal `newer-file` */
function readied(file: string, wallMs: number): Notice[] {
  const finding = inspect(file, MIGRATIONS.length, isSuspect(file));
  if (finding.kind === 'newer') {
    throw new Refusal({
      code: 'newer-file',
      message: `${file} was written by a newer Retryscope (format ${finding.version}; this one knows ${MIGRATIONS.length}). Use that version, or choose another data folder. The file was not touched.`,
    });
  }
  const aside = finding.kind === 'damaged' ? setAside(file, wallMs) : null;
  clearSuspicion(file);
  if (finding.kind !== 'damaged' || aside === null) return [];
  const message = `${basename(file)} could not be used (${finding.why}). It was renamed to ${aside}, and a new, empty ${basename(file)} was made. Nothing was deleted.`;
  return [{ id: `damaged-${aside}`, tone: 'error', message }];
}

/** Pages of log at which the writer moves it itself, although the reader's thread should have. */
const LATE_CHECKPOINT_PAGES = 16_384;

/** What the writer keeps of the database in memory: the pages that a busy line comes back to. KiB. */
const CACHE_KIB = 32_768;

function connect(file: string, { reader, maxPages }: StoreOptions): Database.Database {
  const db = new Database(file, { timeout: 5_000 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma('journal_size_limit = 67108864');
    if (reader !== undefined) db.pragma(`wal_autocheckpoint = ${LATE_CHECKPOINT_PAGES}`);
    if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const migratedNotice = (format: number, backup: string): Notice => ({
  id: `migrated-${format}`,
  tone: 'info',
  message: `The database was brought to format ${format}. A copy of how it was is in ${backup}.`,
});

function keyFromFolder(db: Database.Database, dataDir: string, wallMs: number, notices: Notice[]): Uint8Array {
  const { key, made, setAside: aside } = readOrMakeDataKey(dataDir, wallMs);
  if (made && db.prepare('SELECT 1 FROM endpoint LIMIT 1').get() !== undefined) {
    const cause =
      aside === null ? 'data.key was missing' : `data.key held no key and was renamed to ${basename(aside)}`;
    const message = `${cause}, so a new one was made. Endpoints from before need their secret set again, or the former data.key put back.`;
    notices.push({ id: `data-key-${wallMs}`, tone: 'warning', message });
  }
  return key;
}
