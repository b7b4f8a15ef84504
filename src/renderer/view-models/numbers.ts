import { sayCount } from '../../shared/words/figures';

export { sayCount, sayOrdinal as ordinal, saySize as sayBytes } from '../../shared/words/figures';

/** `1 event`, `2,000 events`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${sayCount(count)} ${count === 1 ? one : many}`;

/** A long text cut in its middle: ids and URLs keep both ends. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
