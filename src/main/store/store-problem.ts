import { statfsSync } from 'node:fs';
import { type Problem, Refusal } from '../../shared/model/problem';

/** Below this an I/O error of SQLite is taken for want of space. Bytes. */
const NEXT_TO_NOTHING = 1_048_576;

/** SQLite's or the system's code of an error (`SQLITE_FULL`, `ENOSPC`), or null. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The content is not what SQLite wrote: never said of a full disk, of a held lock or of a missing right. */
export const saysDamaged = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error) ?? '');

/**
 * A `Refusal` for what the world may do to a data folder: full, held, unwritable, damaged. Anything else is a bug of
 * ours and comes back as it is.
 */
export function asRefusal(error: unknown, dataDir: string): unknown {
  const problem = problemOf(error, dataDir);
  return problem === null ? error : new Refusal(problem);
}

function problemOf(error: unknown, dataDir: string): Problem | null {
  const code = codeOf(error);
  if (code === null || error instanceof Refusal) return null;
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code)) return diskFull(dataDir);
  if (code.startsWith('SQLITE_IOERR')) {
    return freeBytes(dataDir) < NEXT_TO_NOTHING ? diskFull(dataDir) : unavailable(dataDir, code);
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return {
      code: 'locked',
      message: `Another program holds the database in ${dataDir} and did not let go of it for five seconds. Close that program.`,
    };
  }
  if (saysDamaged(error)) {
    return {
      code: 'unavailable',
      message: `The database in ${dataDir} is damaged. Start Retryscope again: it sets the damaged file aside and begins a new one.`,
    };
  }
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/.test(code) || /^E[A-Z]+$/.test(code)) {
    return unavailable(dataDir, code);
  }
  return null;
}

const diskFull = (dataDir: string): Problem => ({
  code: 'disk-full',
  message: `The disk that holds ${dataDir} is full. Free some space. Everything recorded before is intact.`,
});

const unavailable = (dataDir: string, code: string): Problem => ({
  code: 'unavailable',
  message: `The data folder ${dataDir} ${whyUnavailable(code)}`,
});

/** What is wrong and what to do about it: a wrong kind of file is not mended by permissions. */
function whyUnavailable(code: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `is not a folder: it, or something above it, is a file (${code}). Choose another folder.`;
    case 'EISDIR':
      return `has a folder where a file of Retryscope belongs (${code}). Move that folder away, or choose another data folder.`;
    case 'EROFS':
      return `is on a file system that is read-only (${code}). Choose another folder.`;
    default:
      return `cannot be read and written (${code}). Check its permissions, or choose another folder.`;
  }
}

/** Bytes that a process without special rights may still write beside the file; Infinity when the system does not say. */
function freeBytes(dataDir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
