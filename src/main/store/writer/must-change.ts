import type Database from 'better-sqlite3';

/** An update of a row that is not there is a bug of the caller. @throws Error */
export function mustChange(result: Database.RunResult, id: string): void {
  if (result.changes === 0) throw new Error(`${id} is not in the store`);
}
