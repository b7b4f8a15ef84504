import type { News } from '../../shared/contract/shell';

/** How long the system may take to say that it shows one. */
const SHOWN_WITHIN_MS = 3_000;
/** So many are remembered, for the click that may come to one of them. */
const REMEMBERED = 50;

const TEST: News = {
  class: 'trouble',
  title: 'Retryscope can notify you',
  body: 'This is a test. What you are told of is chosen in Settings, Desktop.',
  place: null,
};

/** What became of a notification. `silent`: the system said nothing within three seconds. */
export type Shown =
  | { readonly kind: 'shown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'failed'; readonly why: string };

/** A notification of the system, as Electron makes it. */
export interface OutsideNotice {
  onShown(call: () => void): void;
  onFailed(call: (why: string) => void): void;
  onClick(call: () => void): void;
  show(): void;
}

export type OutsideWorld = {
  readonly isSupported: () => boolean;
  readonly make: (title: string, body: string) => OutsideNotice;
  /** Goes to the place, or to the window where there is none. */
  readonly open: (place: News['place']) => void;
  readonly later: (afterMs: number, call: () => void) => void;
};

/** Shows what is told outside the window; a click opens what it is about. */
export class NoticesOutside {
  readonly #world: OutsideWorld;
  /** Electron forgets one that nobody holds, and its click with it. */
  readonly #held = new Set<OutsideNotice>();

  constructor(world: OutsideWorld) {
    this.#world = world;
  }

  readonly show = (news: News): Promise<Shown> => {
    const { isSupported, make, open, later } = this.#world;
    if (!isSupported()) return Promise.resolve({ kind: 'none' });
    const notice = make(news.title, news.body);
    this.#held.add(notice);
    const [oldest] = this.#held;
    if (this.#held.size > REMEMBERED && oldest !== undefined) this.#held.delete(oldest);
    notice.onClick(() => open(news.place));
    return new Promise((resolve) => {
      notice.onShown(() => resolve({ kind: 'shown' }));
      notice.onFailed((why) => resolve({ kind: 'failed', why }));
      later(SHOWN_WITHIN_MS, () => resolve({ kind: 'silent' }));
      notice.show();
    });
  };

  readonly test = (): Promise<Shown> => this.show(TEST);
}
