import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

const LOOK_EVERY_MS = 250;
/** Bytes of log worth moving. */
const WORTH_IT = 4_194_304;

/**
 * Moves the write-ahead log into the database now and then, on a connection of its own in the calling thread, so
 * that no commit of the writer waits for the disk. For as long as the thread lives.
 */
export function keepCheckpointing(file: string, log: (line: string) => void): void {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  db.pragma('synchronous = NORMAL');
  let told = '';
  const checkpoint = () => {
    try {
      if (walBytes(file) >= WORTH_IT) db.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      // The log keeps what could not be moved, and a disk that stays full is told by the writer; once is enough here.
      const line = `The database’s log could not be moved: ${error instanceof Error ? error.message : error}`;
      if (line !== told) log(line);
      told = line;
    }
  };
  setInterval(checkpoint, LOOK_EVERY_MS);
}

const walBytes = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
