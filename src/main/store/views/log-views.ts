import Database from 'better-sqlite3';
import type { LogHead, LogQuery } from '../../../shared/log/query';
import { type LogRow, ROW_KINDS } from '../../../shared/log/rows';
import { Refusal } from '../../../shared/model/problem';
import type { Log } from '../rows/row';
import { groupedRows, plainRows, weightOf } from './log-rows';
import { logScope } from './log-scope';
import type { ViewAnswers } from './view-answers';

/** Each of them holds a commit in the write-ahead log. */
const MOST_OPEN = 8;
/** What one page may weigh, about: some milliseconds of either thread, between which lists and attempts have their turn. */
const PAGE_BYTES = 131_072;

type OpenLog = { readonly db: Database.Database; readonly rows: Generator<LogRow> };

type LogViews = Pick<ViewAnswers, 'openLog' | 'readLog' | 'closeLog'>;

/**
 * Logs for exports. Each is read over a connection of its own, in one read transaction from its first row to its last:
 * what is written meanwhile is not in it.
 */
export function logViews(file: string, log: Log): LogViews & { readonly closeLogs: () => void } {
  const open = new Map<number, OpenLog>();
  let lastId = 0;

  const close = (id: number): void => {
    const found = open.get(id);
    open.delete(id);
    found?.rows.return(undefined);
    found?.db.close();
  };

  return {
    openLog(query: LogQuery, order): { readonly id: number; readonly head: LogHead } {
      if (open.size >= MOST_OPEN) {
        throw new Refusal({ code: 'conflict', message: `${MOST_OPEN} exports are being made. Wait for one of them.` });
      }
      const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
      try {
        db.exec('BEGIN');
        const scope = logScope(db, query);
        const counted = ROW_KINDS.map((kind) => [kind, kind === 'run' ? scope.runs.length : scope.count(kind)]);
        lastId += 1;
        open.set(lastId, { db, rows: (order === 'plain' ? plainRows : groupedRows)(db, scope, log) });
        const rows = Object.fromEntries(counted) as LogHead['rows'];
        return { id: lastId, head: { runs: scope.runs, rows, states: scope.states() } };
      } catch (error) {
        db.close();
        throw error;
      }
    },
    readLog(id) {
      const found = open.get(id);
      if (found === undefined)
        throw new Refusal({ code: 'unavailable', message: 'This export ended. Begin it again.' });
      const page: LogRow[] = [];
      for (let weight = 0; weight < PAGE_BYTES; ) {
        const next = found.rows.next();
        if (next.done === true) break;
        page.push(next.value);
        weight += weightOf(next.value);
      }
      return page;
    },
    closeLog: close,
    closeLogs() {
      for (const id of [...open.keys()]) close(id);
    },
  };
}
