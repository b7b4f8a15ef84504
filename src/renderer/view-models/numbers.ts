import { sayCount } from '../../shared/words/figures';

export { sayCount, sayOrdinal as ordinal } from '../../shared/words/figures';

/** `1 event`, `2,000 events`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${sayCount(count)} ${count === 1 ? one : many}`;

/** `374 B`, `12.3 KB`, `1.0 MB`; 1 KB is 1,024 B. */
export function sayBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** A long text cut in its middle: ids and URLs keep both ends. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
