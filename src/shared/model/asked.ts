import type { HeaderList } from './header';

/** What a script may know of a request: what was sent, and the how-many-eth with its delivery id it is. */
export type Asked = {
  readonly method: string;
  /** The request target as it stood in the request line. */
  readonly target: string;
  readonly headers: HeaderList;
  /** As UTF-8; empty where the script does not look at it (`readsBody`). */
  readonly body: string;
  /** 1 for the first request with this delivery id, and for one without an id. */
  readonly attempt: number;
};

/** The path of a request target, without its query and as it was sent. */
export const pathOf = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';

/** The first value of a query field, decoded; null when it is absent. */
export function queryValue(target: string, name: string): string | null {
  const query = /\?([^#]*)/.exec(target)?.[1] ?? '';
  for (const part of query.split('&')) {
    const [key = '', ...value] = part.split('=');
    if (decoded(key) === name && part !== '') return decoded(value.join('='));
  }
  return null;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
