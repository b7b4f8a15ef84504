import type { Filter } from '../../../shared/filter/filter';
import { isDeep } from '../../../shared/filter/is-deep';
import { type CursorList, cursorAfter } from './cursor';

/** So many keys are looked at in one statement. */
const WINDOW = 20_000;
/** So many windows in one answer, so that no list keeps the reader from others; the caller asks on. */
const WINDOWS = 10;
const DEEP_WINDOWS = 1;

/** Keys from `least` up to `before`, which is not included. */
export type Keys = { readonly least: number; readonly before: number };

/**
 * Up to `limit` rows that fulfil a filter, newest first, out of a part of a list; where it ends before the list does,
 * `next` leads on, though the page be short or empty.
 * @param before keys lie below it
 * @param select the rows within some keys, newest first, at most one more than `limit`
 */
export function filteredRows<Row extends { readonly key: number }>(
  list: CursorList,
  filter: Filter,
  { before, newest, limit }: { readonly before: number; readonly newest: number; readonly limit: number },
  select: (keys: Keys) => readonly Row[],
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows: Row[] = [];
  let top = Math.min(before, newest + 1);
  for (let left = isDeep(filter) ? DEEP_WINDOWS : WINDOWS; left > 0 && top > 0; left--) {
    const least = Math.max(0, top - WINDOW);
    rows.push(...select({ least, before: top }));
    if (rows.length > limit) {
      const shown = rows.slice(0, limit);
      return { rows: shown, next: cursorAfter(list, shown.at(-1)?.key ?? least) };
    }
    top = least;
  }
  return { rows, next: top > 0 ? cursorAfter(list, top) : null };
}
