import type { Page } from '../../../shared/contract/views';
import { type Log, readableRows } from '../rows/row';
import { cursorAfter, type ListName } from './cursor';

/**
 * A page of up to `limit` rows out of rows that were asked for one beyond it. A row that cannot be read is left out,
 * and the list goes on behind it.
 * @param rows newest first, each with its list's key as `key`
 */
export function pageOf<Row>(
  list: ListName,
  rows: readonly { readonly key: number }[],
  limit: number,
  read: (row: unknown) => Row,
  log: Log,
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorAfter(list, last.key) : null;
  return { rows: readableRows(shown, read, log), next };
}
