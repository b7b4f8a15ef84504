import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { Refusal } from '../../shared/model/problem';
import { asRefusal, codeOf } from './store-problem';

/** A process that was killed a moment ago may still be on its way out. */
const PATIENCE_MS = 250;

const holderSchema = z.object({ pid: z.number().int(), kind: z.string(), startedAt: z.string() });

/** Every lock that this process holds: one that nothing referred to would be collected, and with it the lock. */
const HELD = new Set<Database.Database>();

export type DataLock = { release(): void };

/**
 * Takes the data folder for this process. The lock is an exclusive transaction on an empty file of its own, held
 * open: the system lets go of it when the process dies, however it dies. Two opens in one process conflict too.
 * @throws Refusal `locked`, naming the holder; `unavailable`
 */
export function takeLock(dataDir: string, kind: string, wallMs: number): DataLock {
  const file = join(dataDir, 'lock.db');
  const holderFile = join(dataDir, 'holder.json');
  let lock: Database.Database | null = null;
  try {
    lock = new Database(file, { timeout: PATIENCE_MS });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw codeOf(error)?.startsWith('SQLITE_BUSY') === true
      ? new Refusal({ code: 'locked', message: heldMessage(dataDir, holderFile) })
      : lockTrouble(error, dataDir, file);
  }
  const held = lock;
  try {
    noteHolder(holderFile, { pid: process.pid, kind, startedAt: new Date(wallMs).toISOString() });
  } catch (error) {
    held.close();
    throw asRefusal(error, dataDir);
  }
  HELD.add(held);
  return {
    release() {
      if (!held.open) return;
      rmSync(holderFile, { force: true });
      held.close();
      HELD.delete(held);
    },
  };
}

export type LockHolder = z.infer<typeof holderSchema>;

/**
 * Who has the data folder, without taking it or writing to it: null when nobody has, `unknown` when a program has that
 * left no note.
 * @throws what SQLite says of a lock file that cannot be read
 */
export function lockHolder(dataDir: string): LockHolder | 'unknown' | null {
  const file = join(dataDir, 'lock.db');
  if (!existsSync(file)) return null;
  const lock = new Database(file, { fileMustExist: true, timeout: PATIENCE_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return null;
  } catch (error) {
    if (codeOf(error)?.startsWith('SQLITE_BUSY') === true) return readHolder(join(dataDir, 'holder.json')) ?? 'unknown';
    throw error;
  } finally {
    lock.close();
  }
}

function lockTrouble(error: unknown, dataDir: string, file: string): unknown {
  if (codeOf(error) !== 'SQLITE_NOTADB') return asRefusal(error, dataDir);
  return new Refusal({
    code: 'unavailable',
    message: `${file} is not Retryscope’s lock file. Remove it and start again.`,
  });
}

/** The note only words a message, so that a full disk, which can hold a lock but no note, is no reason to stop. */
function noteHolder(holderFile: string, holder: z.infer<typeof holderSchema>): void {
  try {
    writeFileSync(holderFile, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    if (!/^(ENOSPC|EDQUOT)$/.test(codeOf(error) ?? '')) throw error;
  }
}

function heldMessage(dataDir: string, holderFile: string): string {
  const holder = readHolder(holderFile);
  const who =
    holder === null
      ? 'another program'
      : `another Retryscope (${holder.kind}, process ${holder.pid}, since ${holder.startedAt})`;
  return `The data folder ${dataDir} is in use by ${who}. Close that one, or choose another data folder.`;
}

function readHolder(holderFile: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(holderFile, 'utf8')));
  } catch {
    return null;
  }
}
