const FOCUSABLE =
  'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, summary, [tabindex]:not([tabindex="-1"])';
/** Bare keys would be typed there, not heard as commands. */
const TYPED = 'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"])';
/** What belongs together, so that the focus stays in it while it is there. */
const TOGETHER = 'main, nav, header, aside, section[aria-label], [role="dialog"], [role="menu"], [role="group"], form';
/** A dialog takes what falls in it to itself. */
const DIALOG = '[role="dialog"]';
const COVERED = '[aria-hidden="true"], [inert]';

const REMEMBERED = 12;
/** A dialog that closes gives the focus back itself, in the next turn; only then is it seen whether it was lost. */
const SETTLED_MS = 0;

/** Where the focus was: the element, what holds it, and how many that can have the focus stand before it in each. */
type Place = {
  readonly element: Element;
  /** The section that it was in, if it was in one. */
  readonly section: Element | null;
  readonly holders: readonly { readonly holder: Element; readonly before: number }[];
};

/**
 * Keeps the focus from falling to the page when what has it goes away, is disabled or hidden: to what stands at its
 * place now, and back to what was off for a moment, else to where it was before (which opened a dialog, or whose pane it was), else, or when another section
 * was opened, to the section itself.
 */
export function keepFocus(page: Document): void {
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** It had the focus when it was disabled, as a button is while its command is answered. */
  let off: Element | null = null;

  const check = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const lost = places.at(-1);
      const has = page.activeElement;
      if (has === null || lost === undefined) return;
      const inDialog = has.matches(DIALOG);
      // What is hidden or taken away loses the focus by itself, what is disabled a little later.
      const hasNone = has === page.body || inDialog || (has === lost.element && has.matches(':disabled'));
      if (!hasNone) return;
      if (canHaveFocus(lost.element)) {
        if (lost.element === off && off instanceof HTMLElement) off.focus({ preventScroll: true });
        off = null;
        return;
      }
      const near = nearby(lost);
      const before = lost.section?.isConnected === false ? null : earlier(places);
      const next = inDialog ? near : (near ?? before ?? page.querySelector('main'));
      if (!(next instanceof HTMLElement) || (inDialog && !has.contains(next))) return;
      if (next.matches('main') && !next.hasAttribute('tabindex')) next.tabIndex = -1;
      next.focus({ preventScroll: true });
    }, SETTLED_MS);
  };

  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.matches(DIALOG)) {
      check();
      return;
    }
    places = [...places.filter(({ element }) => element !== target), placeOf(target)].slice(-REMEMBERED);
  });
  // Who presses on an empty place has put the focus down there.
  page.addEventListener('pointerdown', () => {
    setTimeout(() => {
      const last = places.at(-1);
      if (page.activeElement === page.body && last !== undefined && canHaveFocus(last.element)) places = [];
    }, SETTLED_MS);
  });
  new MutationObserver(() => {
    const last = places.at(-1)?.element;
    // At once: it may be enabled again before it is seen what became of the focus.
    if (last?.matches(':disabled') === true) off = last;
    check();
  }).observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'aria-hidden'],
  });
}

function placeOf(element: Element): Place {
  const together = element.closest(TOGETHER);
  const holders: Place['holders'][number][] = [];
  for (let holder = element.parentElement; holder !== null; holder = holder.parentElement) {
    const all = [...holder.querySelectorAll(FOCUSABLE)];
    holders.push({ holder, before: Math.max(0, all.indexOf(element)) });
    if (holder === together) break;
  }
  return { element, section: element.closest('main'), holders };
}

/** What stands at a place now, if what it belonged to is still there. */
function nearby({ element, holders }: Place): HTMLElement | null {
  // It is still there but off: what stands beside it is for something else.
  if (element.isConnected) return null;
  const found = holders.find(({ holder }) => holder.isConnected);
  if (found === undefined) return null;
  const all = [...found.holder.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [at, ahead] = [all.slice(found.before), all.slice(0, found.before).reverse()];
  return [...at, ...ahead].find((each) => !each.matches(TYPED) && canHaveFocus(each)) ?? null;
}

/** Where the focus was last that can still have it. */
const earlier = (places: readonly Place[]): Element | null =>
  places
    .slice(0, -1)
    .reverse()
    .flatMap((place) => (canHaveFocus(place.element) ? [place.element] : (nearby(place) ?? [])))
    .find((each) => !each.matches('[role="menuitem"]')) ?? null;

function canHaveFocus(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest(COVERED) === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
