import type { Page } from '../../../shared/contract/views';
import { type Log, readableRows } from '../rows/row';
import { type CursorList, cursorAfter } from './cursor';

/**
 * A page of up to `limit` rows out of rows that were asked for one beyond it. A row that cannot be read is left out,
 * and the list goes on behind it.
 * @param rows in the list's order, each with its list's key as `key`
 */
export function pageOf<Row, Found extends { readonly key: number }>(
  list: CursorList,
  rows: readonly Found[],
  limit: number,
  read: (row: unknown) => Row,
  log: Log,
  cursorOf: (last: Found) => string = ({ key }) => cursorAfter(list, key),
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorOf(last) : null;
  return { rows: readableRows(shown, read, log), next };
}
