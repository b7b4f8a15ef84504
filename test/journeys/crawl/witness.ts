import type { Locator, Page } from '@playwright/test';

/** What is to be pressed next, by what it is called, and where it is in CSS px; or what lies over it. */
export type Target = {
  readonly key: string;
  /** It is the only one left: it may take the whole scene away with it. */
  readonly only: boolean;
  /** It has opened already: the item of a menu that leads to another one does so when the pointer comes. */
  readonly open: boolean;
} & ({ readonly x: number; readonly y: number } | { readonly under: string });

/** Which of the things in a scene are left: those that are not done, not the kind that comes last before the rest. */
export type Wanted = { readonly done: readonly string[]; readonly last: string | null; readonly alike: string | null };

export type Answer = {
  /** What became different first. */
  readonly seen: 'page' | 'message' | 'nothing';
  /** Whether a dialog or a menu lies over the page that was not there before. */
  readonly opened: boolean;
};

/** What stands in the page and watches it. All of it works in the page, so that a press costs few trips. */
interface Witness {
  next(scopes: readonly Element[], wanted: Wanted): Target | null;
  rest(): Promise<string | null>;
  answer(limitMs: number): Promise<Answer>;
  focus(): string | null;
  clear(section: string): 'covered' | 'clear';
}

const NAME = 'retryscopeWitness';

/** Everything that is written for the page. It must not use anything from outside of itself. */
function install(name: string): void {
  const QUIET_MS = 80;
  const TURN_MS = 20;
  const REST_LIMIT_MS = 5_000;
  const PRESSABLE = [
    'button:enabled',
    'a[href]',
    'summary',
    'input[type="checkbox"]:enabled',
    '[role="option"]',
    '[role="row"][aria-selected]',
    '[role="menuitem"]',
    '[role="menuitemradio"]',
  ].join(', ');
  // Tips and messages come and go by themselves, and what is written for the ear follows later.
  const GONE = '.toasts, .tl-unseen, [data-radix-popper-content-wrapper]:has([role="tooltip"])';
  const NOISE = ['style', 'data-state', 'aria-describedby', 'tabindex'];
  const heard = new WeakSet<Element>();
  let before = '';
  let layersBefore = 0;

  const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 16_777_619);
  const hashOf = (text: string): number => {
    let hash = 2_166_136_261;
    for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
    return hash;
  };
  const pictureOf = (canvas: HTMLCanvasElement): number => {
    const { width, height } = canvas;
    const context = width === 0 || height === 0 ? null : canvas.getContext('2d');
    if (context === null) return 0;
    let hash = 2_166_136_261;
    for (const pixel of new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)) hash = mix(hash, pixel);
    return hash;
  };
  /** What the page shows and holds, without what follows the pointer or moves by itself. */
  const print = (): string => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const gone of copy.querySelectorAll(GONE)) gone.remove();
    for (const element of copy.querySelectorAll('*')) {
      for (const attribute of NOISE) element.removeAttribute(attribute);
      element.classList.remove('is-hot');
    }
    const values = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : Reflect.get(field, 'value'),
    );
    const pictures = [...document.querySelectorAll('canvas')].map(pictureOf);
    return [hashOf(copy.innerHTML), hashOf(values.join('\n')), ...pictures].join(' ');
  };
  const layers = (): number => document.querySelectorAll('[role="dialog"], [role="menu"], .menu').length;
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TURN_MS));
  const nameOf = (element: Element): string =>
    element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '';

  /** What is chosen already does nothing when it is chosen again; a toggle does, and a palette only points. */
  const isChosen = (element: Element): boolean =>
    // The chosen one of a list says that it is selected only while it has the focus.
    element.matches('[role="option"][data-state="checked"]') ||
    (!element.matches('[role="switch"], [cmdk-item]') &&
      ['aria-checked', 'aria-selected', 'aria-current'].some((attribute) =>
        ['true', 'page'].includes(element.getAttribute(attribute) ?? ''),
      ));

  const named = (scopes: readonly Element[]): { readonly key: string; readonly element: HTMLElement }[] => {
    const counts = new Map<string, number>();
    return scopes
      .flatMap((scope) => [...scope.querySelectorAll<HTMLElement>(PRESSABLE)])
      .flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return [];
        // A menu's item that is off says so; a button that is off is pressed, for it may say why.
        if (element.matches('[role^="menuitem"][aria-disabled="true"]')) return [];
        const role = element.getAttribute('role') ?? element.localName;
        const called = `${role} ${nameOf(element)}`.replace(/\s+/g, ' ').trim();
        const count = (counts.get(called) ?? 0) + 1;
        counts.set(called, count);
        return isChosen(element) ? [] : [{ key: count === 1 ? called : `${called} (${count})`, element }];
      });
  };
  /** Of those that are alike, the first and the last stand for all. */
  const without = <T extends { readonly key: string }>(things: readonly T[], alike: string | null): readonly T[] => {
    if (alike === null) return things;
    const kind = new RegExp(alike);
    const same = things.filter(({ key }) => kind.test(key));
    return things.filter((thing) => !kind.test(thing.key) || thing === same[0] || thing === same.at(-1));
  };
  const where = (element: HTMLElement): { x: number; y: number } | { under: string } => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (top !== null && element.contains(top)) return { x, y };
    return { under: top === null ? 'the edge of the page' : `${top.localName}.${top.className}` };
  };

  const witness: Witness = {
    next(scopes, { done, last, alike }) {
      const left = without(named(scopes), alike).filter(({ key }) => !done.includes(key));
      const found = left.find(({ key }) => last === null || !new RegExp(last).test(key)) ?? left[0];
      if (found === undefined) return null;
      const open = found.element.matches('[role="menuitem"][aria-expanded="true"]');
      return { key: found.key, only: left.length === 1, open, ...where(found.element) };
    },
    async rest() {
      const startedAt = performance.now();
      let last = print();
      let since = startedAt;
      for (;;) {
        await turn();
        const now = performance.now();
        const next = print();
        if (next !== last) [last, since] = [next, now];
        else if (now - since >= QUIET_MS) break;
        if (now - startedAt > REST_LIMIT_MS) return null;
      }
      for (const message of document.querySelectorAll('.toast')) heard.add(message);
      layersBefore = layers();
      before = last;
      return last;
    },
    async answer(limitMs) {
      const startedAt = performance.now();
      for (;;) {
        const message = [...document.querySelectorAll('.toast')].some((each) => !heard.has(each));
        const opened = layers() > layersBefore;
        if (message || print() !== before) return { seen: message ? 'message' : 'page', opened };
        if (performance.now() - startedAt > limitMs) return { seen: 'nothing', opened };
        await turn();
      }
    },
    focus() {
      const at = document.activeElement;
      return at === null || at === document.body ? null : `${at.localName} ${nameOf(at)}`.trim();
    },
    clear(section) {
      const rail = document.querySelector('nav.rail');
      if (rail === null || rail.closest('[aria-hidden="true"]') !== null) return 'covered';
      for (const dismiss of document.querySelectorAll<HTMLElement>('.toast [aria-label="Dismiss"]')) dismiss.click();
      for (const button of rail.querySelectorAll('button')) {
        if (button.textContent !== section) continue;
        // Something has the focus from here on, so that it can be told when it is lost.
        button.focus();
        button.click();
      }
      return 'clear';
    },
  };
  Reflect.set(window, name, witness);
}

/** Sends the witness into the page, anew if there is one. */
export const sendWitness = (page: Page): Promise<void> => page.evaluate(install, NAME);

/** The next thing to press in these parts of the page, brought into view; null when none is left. */
export const nextTarget = (scope: Locator, wanted: Wanted): Promise<Target | null> =>
  scope.evaluateAll((scopes, asked) => (Reflect.get(window, asked.name) as Witness).next(scopes, asked.wanted), {
    name: NAME,
    wanted,
  });

/**
 * Resolves to what the page looks like, hashed, once it moves no more, and remembers that; null when it never comes to
 * rest.
 */
export const rest = (page: Page): Promise<string | null> =>
  page.evaluate((name) => (Reflect.get(window, name) as Witness).rest(), NAME);

/** What became different since it came to rest, at once or within `limitMs`. */
export const answer = (page: Page, limitMs: number): Promise<Answer> =>
  page.evaluate((asked) => (Reflect.get(window, asked.name) as Witness).answer(asked.limitMs), { name: NAME, limitMs });

/** What has the focus; null when nothing has it. */
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate((name) => (Reflect.get(window, name) as Witness).focus(), NAME);

/** Dismisses the messages and goes to a section, unless something lies over the page. */
export const clear = (page: Page, section: string): Promise<'covered' | 'clear'> =>
  page.evaluate((asked) => (Reflect.get(window, asked.name) as Witness).clear(asked.section), { name: NAME, section });
