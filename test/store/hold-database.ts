import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Another program that locks the database file for two seconds. */
const db = new Database(process.argv[2] ?? '');
db.exec('BEGIN EXCLUSIVE');
writeSync(1, 'held\n');
setTimeout(() => {
  db.exec('COMMIT');
  writeSync(1, 'released\n');
}, 2_000);
