import { Refusal } from '../../../shared/model/problem';

export type ListName = 'delivery' | 'event' | 'capture';

/** Where a page ended, as text that only this store reads: the list, and the key of the page's last row. */
export const cursorAfter = (list: ListName, key: number): string => Buffer.from(`${list}:${key}`).toString('base64url');

/** Keys are below this. */
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;

/**
 * The key that a page's rows lie below; above all keys for the first page.
 * @throws Refusal `invalid` for a text that is not a cursor of this list
 */
export function keyBefore(list: ListName, cursor: string | null): number {
  if (cursor === null) return BEYOND_ALL;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const key = /^([a-z]+):(\d{1,15})$/.exec(text);
  if (key?.[1] === list && Buffer.from(text).toString('base64url') === cursor) return Number(key[2]);
  throw new Refusal({
    code: 'invalid',
    field: 'cursor',
    message: 'This is not a place in the list. Start again from its first page.',
  });
}
