import { Refusal } from '../../../shared/model/problem';

/** A list in one of its orders. */
export type CursorList = 'delivery' | 'event' | 'capture' | 'event-oldest' | 'capture-oldest' | `delivery-${string}`;

/** Where a page ended: in which stretch of its order, '' where there is one only, and the key of its last row there. */
export type CursorPlace = { readonly stretch: string; readonly key: readonly number[] };

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Where a page ended, as text that only this store reads: the list, and the key of the page's last row. */
export const cursorAfter = (list: CursorList, key: number): string => encode(`${list}:${key}`);

/** The same for an order that is made of stretches. */
export const cursorInStretch = (list: CursorList, { stretch, key }: CursorPlace): string =>
  encode([list, stretch, ...key].join(':'));

/** Keys are between these. */
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;
const BEFORE_ALL = 0;

/**
 * The key that a page's rows lie beyond: below it, above it for a list that begins with the oldest. Beyond all keys
 * for the first page.
 * @throws Refusal `invalid` for a text that is not a cursor of this list
 */
export function keyBefore(list: CursorList, cursor: string | null): number {
  if (cursor === null) return list.endsWith('-oldest') ? BEFORE_ALL : BEYOND_ALL;
  const key = /^([a-z-]+):(\d{1,15})$/.exec(decode(cursor));
  return key?.[1] === list ? Number(key[2]) : notOfTheList();
}

/** An instant of an imported log may have a fraction. */
const PLACE = /^([a-z-]+):(\w+):(\d{1,16}(?:\.\d{1,20})?(?::\d{1,15})?)$/;

/** @throws Refusal `invalid` for a text that is not a cursor of this list */
export function placeInStretch(list: CursorList, cursor: string): CursorPlace {
  const place = PLACE.exec(decode(cursor));
  if (place?.[1] !== list) return notOfTheList();
  return { stretch: place[2] ?? '', key: (place[3] ?? '').split(':').map(Number) };
}

/** The text of a cursor; '' for what is not written as one is. */
function decode(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  return encode(text) === cursor ? text : '';
}

/** @throws Refusal always */
export function notOfTheList(): never {
  throw new Refusal({
    code: 'invalid',
    field: 'cursor',
    message: 'This is not a place in the list. Start again from its first page.',
  });
}
