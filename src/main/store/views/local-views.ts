import type { Views } from '../../engine/views-port';
import type { Log } from '../rows/row';
import { openSqlViews } from './sql-views';
import { viewsOver } from './view-answers';

/** The views in the caller's thread: where a thread of their own is not worth its start. */
export function localViews(file: string, log: Log): Views {
  const views = openSqlViews(file, log);
  return viewsOver(
    async (name, args) => views.answer(name, args),
    async () => views.close(),
  );
}
