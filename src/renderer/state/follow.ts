import type { Result } from '../../shared/model/problem';
import type { FeedNews } from './engine-link';

export type Followed<T> = {
  readonly read: () => Promise<Result<T>>;
  /** Takes what was read last. */
  readonly show: (result: Result<T>) => void;
  /** The deliveries that it shows, by id; before it was read (null) those that are known to belong to it. */
  readonly parts: (value: T | null) => ReadonlySet<string>;
  readonly onFeed: (listener: (news: FeedNews) => void) => () => void;
};

/**
 * Reads something, and again whenever the feed names one of the deliveries in it: also one whose news came while it was
 * being read, and which may be newer than the answer. Returns what ends it.
 */
export function follow<T>({ read, show, parts, onFeed }: Followed<T>): () => void {
  let round = 0;
  let known = parts(null);
  /** Named by the feed since the reading that is under way was asked for; null when none is. */
  let meanwhile: Set<string> | null = null;
  const again = async (): Promise<void> => {
    round += 1;
    const mine = round;
    meanwhile = new Set();
    const result = await read();
    if (mine !== round) return;
    const named = meanwhile;
    meanwhile = null;
    if (result.ok) known = parts(result.value);
    show(result);
    if ([...named].some((id) => known.has(id))) void again();
  };
  void again();
  const off = onFeed((news) => {
    if (news.kind === 'reload') return void again();
    const ids = news.frame.deliveries.map(({ id }) => id);
    if (ids.some((id) => known.has(id))) void again();
    else for (const id of ids) meanwhile?.add(id);
  });
  return () => {
    round = -1;
    off();
  };
}
