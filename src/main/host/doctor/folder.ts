import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { saySize } from '../../../shared/words/figures';
import { type LockHolder, lockHolder } from '../../store/data-lock';
import { inspect } from '../../store/database-check';
import { MIGRATIONS } from '../../store/migrations/all';
import { DATABASE_FILE } from '../../store/open-store';
import { type Finding, findingsOf } from './finding';
import { firstLine } from './program';

const folder = findingsOf('folder');
const database = findingsOf('database');

/** A disk with less room stops sending sooner or later. */
const LITTLE_ROOM_BYTES = 512 * 1_048_576;

/** The data folder: whether it can be written, how much room there is, and who is at work in it. */
export function examineFolder(dataDir: string): readonly Finding[] {
  if (!existsSync(dataDir)) {
    const above = nearestFolder(dataDir);
    if (!isWritable(above)) {
      return [
        folder.problem(
          { name: 'Data folder', says: `${dataDir} is not there, and ${above} cannot be written` },
          'Choose another folder with --data-dir or RETRYSCOPE_DATA_DIR, or let your account write there.',
        ),
      ];
    }
    return [folder.good('Data folder', `${dataDir}, which the first start makes`), ...roomFinding(above)];
  }
  if (!statSync(dataDir).isDirectory()) {
    return [
      folder.problem(
        { name: 'Data folder', says: `${dataDir} is a file` },
        'Choose a folder with --data-dir or RETRYSCOPE_DATA_DIR.',
      ),
    ];
  }
  if (!isWritable(dataDir)) {
    return [
      folder.problem(
        { name: 'Data folder', says: `${dataDir} cannot be written` },
        'Let your account write there, or choose another folder with --data-dir.',
      ),
    ];
  }
  return [folder.good('Data folder', dataDir), ...roomFinding(dataDir), holderFinding(dataDir)];
}

function roomFinding(at: string): readonly Finding[] {
  const { bavail, bsize } = statfsSync(at);
  const bytes = bavail * bsize;
  if (bytes >= LITTLE_ROOM_BYTES) return [folder.good('Free space', saySize(bytes))];
  return [
    folder.problem(
      { name: 'Free space', says: `only ${saySize(bytes)}` },
      'Make room on this disk: on a full one nothing is sent, since nothing could be recorded.',
    ),
  ];
}

function holderFinding(dataDir: string): Finding {
  try {
    const holder = lockHolder(dataDir);
    if (holder === null) return folder.good('In use', 'by nobody');
    return folder.note({ name: 'In use', says: `by ${sayHolder(holder)}` });
  } catch (error) {
    return folder.problem(
      { name: 'In use', says: `${join(dataDir, 'lock.db')} cannot be read: ${firstLine(error)}` },
      'Remove that file; it holds nothing.',
    );
  }
}

const sayHolder = (holder: LockHolder | 'unknown'): string =>
  holder === 'unknown'
    ? 'another program'
    : `another Retryscope (${holder.kind}, process ${holder.pid}, since ${holder.startedAt})`;

/** The database: its format, whether it is whole, and what was set aside beside it. Nothing is written. */
export function examineDatabase(dataDir: string): readonly Finding[] {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return [database.good('Database', 'none yet; the first start makes it')];
  return [databaseFinding(file), ...setAsideFinding(dataDir)];
}

function databaseFinding(file: string): Finding {
  const size = saySize(statSync(file).size);
  try {
    const found = inspect(file, MIGRATIONS.length, true);
    switch (found.kind) {
      case 'new':
        return database.good('Database', `${file} is empty; the next start fills it`);
      case 'newer':
        return database.problem(
          { name: 'Database', says: `${file} is of format ${found.version}; this version knows ${MIGRATIONS.length}` },
          'Use the newer Retryscope that wrote it, or another data folder.',
        );
      case 'damaged':
        return database.problem(
          { name: 'Database', says: `${file} is damaged: ${found.why}` },
          'The next start sets it aside, deleting nothing, and begins a new one. Keep a copy if the history matters.',
        );
      case 'sound':
        return found.version === MIGRATIONS.length
          ? database.good('Database', `${file}, ${size}, format ${found.version}, whole`)
          : database.note(
              {
                name: 'Database',
                says: `${file}, ${size}, whole, of the earlier format ${found.version} (now ${MIGRATIONS.length})`,
              },
              'The next start keeps a copy and brings it up to date.',
            );
    }
  } catch (error) {
    return database.problem(
      { name: 'Database', says: `${file} cannot be read: ${firstLine(error)}` },
      'Let your account read and write it, and close other programs that have it open.',
    );
  }
}

function setAsideFinding(dataDir: string): readonly Finding[] {
  const aside = readdirSync(dataDir).filter((name) => /^retryscope\.db\.(damaged|format)-[^/]*\d$/.test(name));
  if (aside.length === 0) return [];
  return [
    database.note(
      { name: 'Kept beside it', says: aside.sort().join(', ') },
      'These are copies of earlier databases; delete them when you need them no more.',
    ),
  ];
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return existsSync(above) || above === path ? above : nearestFolder(above);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false; // that is the answer
  }
}
