import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { codeOf, saysDamaged } from './store-problem';

/** `RTSC`: how a database says that it is ours. */
export const APPLICATION_ID = 0x52545343;

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;

/** What stands in the file before anything of it is changed. */
export type Finding =
  | { readonly kind: 'new' }
  | { readonly kind: 'sound'; readonly version: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged'; readonly why: string };

/** Bytes up to which all of a database is checked at each start: about half a second. */
const CHECKED_WHOLE = 134_217_728;
/** What nothing works without, and what is small whatever the size of the file. */
const VITAL = ['meta', 'setting', 'run', 'clock', 'endpoint', 'route'];

/**
 * Looks at a database without writing to it. It must not be called while a connection to the file is open in this
 * process: closing the file would drop the connection's locks.
 * A large one is checked whole only when it is suspected, since that takes seconds; otherwise its vital tables are.
 * @param known the newest format that this program knows
 * @throws what the system or SQLite say of a file that cannot be read for other reasons than its content
 */
export function inspect(file: string, known: number, isSuspect: boolean): Finding {
  const header = readHeader(file);
  if (header === null || header.length === 0) return { kind: 'new' };
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return { kind: 'damaged', why: 'it is not a database' };
  }
  const version = header.readUInt32BE(USER_VERSION_AT);
  if (version > known) return { kind: 'newer', version };
  try {
    return inspectOpen(file, known, isSuspect || statSync(file).size <= CHECKED_WHOLE);
  } catch (error) {
    if (saysDamaged(error)) return { kind: 'damaged', why: (error as Error).message };
    throw error;
  }
}

/** Reads what the header alone cannot say: pages that still stand in the write-ahead log, and the integrity of all. */
function inspectOpen(file: string, known: number, whole: boolean): Finding {
  const db = new Database(file, { readonly: true, timeout: 5_000 });
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version > known) return { kind: 'newer', version };
    const isEmpty = db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined;
    const isOurs = db.pragma('application_id', { simple: true }) === APPLICATION_ID;
    if (!isEmpty && !isOurs) return { kind: 'damaged', why: 'it belongs to another program' };
    const fault = faultIn(db, whole || isEmpty ? ['1'] : VITAL);
    return fault === null ? { kind: 'sound', version } : { kind: 'damaged', why: fault };
  } finally {
    db.close();
  }
}

/** @param parts a table each, or a number of faults to find in all of them */
function faultIn(db: Database.Database, parts: readonly string[]): string | null {
  for (const part of parts) {
    const found = db.pragma(`quick_check(${part})`, { simple: true });
    if (found !== 'ok') return String(found);
  }
  return null;
}

function readHeader(file: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(handle, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}
