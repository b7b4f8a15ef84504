import type { DraftName } from '../../shared/contract/draft-commands';
import { LIMITS } from '../../shared/contract/limits';
import type { Result } from '../../shared/model/problem';
import type { LinkState } from '../engine/line';
import type { EngineLink } from './engine-link';

/** What a person is writing in the page, as one text. */
export type Written = {
  /** Null while there is nothing that would be lost. */
  readonly text: () => string | null;
  /** Called once, with what was kept when the page began, unless something is written already. */
  readonly restore: (text: string) => void;
  /** `done`: it was sent or given up, which has to be known at once, or it would come back at the next start. */
  readonly onChange: (listener: (done: boolean) => void) => void;
};

/** While somebody types, what is written is kept so often at most, ms. */
export const KEEP_EVERY_MS = 300;

/** Where the engine keeps one text. */
export type Drawer = {
  readonly read: () => Promise<Result<{ readonly text: string | null }>>;
  /** Null throws it away. */
  readonly keep: (text: string | null) => Promise<Result<unknown>>;
  /** The engine can be asked, for the first time or again. */
  readonly onUp: (listener: () => void) => void;
};

export const drawerOf = ({ call, store }: Pick<EngineLink, 'call' | 'store'>, name: DraftName): Drawer => ({
  read: () => call('draft.get', { name }),
  keep: (text) => (text === null ? call('draft.clear', { name }) : call('draft.keep', { name, text })),
  onUp(listener) {
    let seen: LinkState | null = null;
    store.subscribe(({ link, sync }) => {
      if (link === seen || sync.mirror === null) return;
      seen = link;
      if (link.kind === 'up') listener();
    });
  },
});

/**
 * Keeps what is being written with the engine, and brings it back after a reload or a start. What could not be kept
 * while the engine was away is kept when it is back. More than the limit is not kept anew: nothing takes that much.
 * `now` keeps it without delay, for a page that goes.
 */
export function keepWritten(drawer: Drawer, written: Written): { readonly now: () => Promise<void> } {
  let phase: 'before' | 'asking' | 'ready' | 'keeping' = 'before';
  let known: string | null = null;
  /** It is to be kept as soon as that can be asked. */
  let isAsked = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const keep = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (phase === 'keeping') isAsked = true;
    if (phase !== 'ready') return;
    const text = written.text();
    if (text === known || (text !== null && text.length > LIMITS.draftCharacters)) return;
    phase = 'keeping';
    isAsked = false;
    const result = await drawer.keep(text);
    phase = 'ready';
    if (!result.ok) return; // the next change, or the engine's return, tries again
    known = text;
    if (isAsked) await keep();
    else soon(); // what was written meanwhile
  };
  const soon = (): void => {
    timer ??= setTimeout(() => void keep(), KEEP_EVERY_MS);
  };
  const begin = async (): Promise<void> => {
    phase = 'asking';
    const result = await drawer.read();
    phase = result.ok ? 'ready' : 'before';
    if (!result.ok) return;
    known = result.value.text;
    if (known !== null && written.text() === null) written.restore(known);
    soon();
  };

  drawer.onUp(() => {
    if (phase === 'before') void begin();
    else soon();
  });
  written.onChange((done) => (done ? void keep() : soon()));
  return { now: keep };
}
