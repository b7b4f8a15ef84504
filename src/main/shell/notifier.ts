import type { News, NewsClass } from '../../shared/contract/shell';

/** After one notification of a class, those that follow within so many ms are told together. */
const TOGETHER_MS = 5_000;

const MANY: Readonly<Record<NewsClass, (count: number) => string>> = {
  suspended: (count) => `${count} more endpoints are suspended`,
  failed: (count) => `${count} more deliveries failed`,
  trouble: (count) => `Sending was paused ${count} more times`,
};

export type NotifierWorld = {
  readonly wants: (what: NewsClass) => boolean;
  readonly show: (news: News) => void;
  /** Calls once after `afterMs`. */
  readonly later: (afterMs: number, call: () => void) => void;
};

/** Tells what a person chose to be told, never one notification for each of many. */
export class Notifier {
  readonly #world: NotifierWorld;
  readonly #kept = new Map<NewsClass, News[]>();

  constructor(world: NotifierWorld) {
    this.#world = world;
  }

  hear(news: News): void {
    if (!this.#world.wants(news.class)) return;
    const kept = this.#kept.get(news.class);
    if (kept !== undefined) {
      kept.push(news);
      return;
    }
    this.#world.show(news);
    this.#keep(news.class);
  }

  #keep(what: NewsClass): void {
    this.#kept.set(what, []);
    this.#world.later(TOGETHER_MS, () => {
      const kept = this.#kept.get(what) ?? [];
      this.#kept.delete(what);
      const last = kept.at(-1);
      if (last === undefined || !this.#world.wants(what)) return;
      this.#world.show(
        kept.length === 1 ? last : { ...last, title: MANY[what](kept.length), body: `The last one: ${last.title}.` },
      );
      this.#keep(what);
    });
  }
}
