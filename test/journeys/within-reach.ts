import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import type { EndpointProcess } from '../support/servers/endpoint-process';
import { addEndpoint, goTo, openDelivery, openSettings, type Section, sendEvent } from './person';
import { FURTHER_SETTINGS } from './settings-parts';

const SECTIONS = Object.keys({
  Live: true,
  Deliveries: true,
  Events: true,
  Endpoints: true,
  Receiver: true,
  Policies: true,
  Scenarios: true,
  Overview: true,
  Settings: true,
} satisfies Record<Section, true>) as readonly Section[];

type Screen = readonly [name: string, open: (page: Page) => Promise<unknown>];

const main = (page: Page) => page.getByRole('main');

/** Opens a dialog by a command of the palette; the section under it stays. */
const dialog = (name: string, says: string, title: string): Screen => [
  name,
  async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'All commands' }).getByRole('option', { name: says }).first().click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  },
];

/** What there is of the app, whatever it holds. */
const SCREENS: readonly Screen[] = [
  ...SECTIONS.map((name): Screen => [name, (page) => goTo(page, name)]),
  ...FURTHER_SETTINGS.map((name): Screen => [`Settings, ${name}`, (page) => openSettings(page, name)]),
  ['a delivery', (page) => openDelivery(page, 'order.paid')],
];

/** What is opened from there, once `fillForReach` has filled it. */
const FURTHER_SCREENS: readonly Screen[] = [
  [
    'an endpoint',
    async (page) => {
      await goTo(page, 'Endpoints');
      await page.getByText('Orders WWW').first().click();
      await expect(page.getByRole('main', { name: /^Endpoint Orders/ })).toBeVisible();
    },
  ],
  [
    'a scenario',
    async (page) => {
      await goTo(page, 'Scenarios');
      await page
        .getByRole('navigation', { name: 'Scenarios' })
        .getByRole('button', { name: /^Fianto/ })
        .first()
        .click();
      await expect(main(page)).toContainText('It can be run.');
    },
  ],
  [
    'a policy that is written',
    async (page) => {
      await goTo(page, 'Policies');
      await main(page).getByRole('button', { name: 'Edit a copy' }).click();
      await expect(main(page).getByRole('radio', { name: 'Form' })).toBeVisible();
    },
  ],
  dialog('adding an endpoint', 'Add an endpoint', 'Add an endpoint'),
  dialog('adding a route', 'Add a route to the receiver', 'New route'),
  dialog('exporting', 'Export the log', 'Export'),
  dialog('the runs', 'Runs: open', 'Runs'),
  dialog('the keys', 'Show the keys', 'Keys'),
  dialog('the signature lab', 'Signature lab', 'Signature lab'),
];

/** Something of each kind, with names that are long. */
export async function fillForReach(page: Page, endpoint: EndpointProcess): Promise<void> {
  await addEndpoint(page, { name: `Orders ${'W'.repeat(60)}`, url: endpoint.url, policy: 'Fianto' });
  await sendEvent(page, { type: 'order.paid' });
  await endpoint.received(1);
}

/**
 * What of the page cannot be seen or pressed by scrolling as a person does: where the page is wider than its window,
 * and each control that stays outside it, or comes into it only by a scroll that no person could make.
 */
const outOfReach = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const html = document.documentElement;
    const found: string[] = [];
    if (html.scrollWidth > html.clientWidth)
      found.push(`the page is ${html.scrollWidth} px wide of ${html.clientWidth}`);
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, select, summary, [role="option"]',
    );
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.closest('[aria-hidden="true"], .tl-unseen') !== null) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const called = `${control.localName} ${name.replace(/\s+/g, ' ').trim().slice(0, 60)}`;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) found.push(`${called} stays outside`);
      for (let holder = control.parentElement; holder !== null; holder = holder.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(holder);
        const across = overflowX === 'hidden' && holder.scrollLeft !== 0;
        const down = overflowY === 'hidden' && holder.scrollTop !== 0;
        if (across || down) found.push(`${called} is cut off by ${holder.localName}.${holder.className}`);
        if (across) holder.scrollLeft = 0;
        if (down) holder.scrollTop = 0;
      }
    }
    return found;
  });

/**
 * Words that run over what holds them, and panes that are wider than they are long to scroll. A list in columns, code and
 * a strip of tabs may be scrolled sideways: they say so by their edge.
 */
const spilt = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const sideways =
      '.cm-editor, .code, .inspector-tabs, .list, .segments, .tabs, table, [role="grid"], [role="tablist"], pre';
    const named = (element: Element): string =>
      `${element.localName}.${element.className} “${(element.textContent ?? '').trim().slice(0, 50)}”`;
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(sideways) !== null) continue;
      if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || element.clientWidth === 0) continue;
      if (element.scrollWidth > element.clientWidth + 1) found.add(`${named(element)} scrolls sideways`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || (text.textContent ?? '').trim() === '') continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest(`.tl-unseen, [aria-hidden="true"], svg, .sr-only, ${sideways}`) !== null) continue;
      range.selectNodeContents(text);
      const { right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let holder: Element | null = parent; holder !== null; holder = holder.parentElement) {
        const { display, overflowX, position } = getComputedStyle(holder);
        if (overflowX !== 'visible') break;
        if (display !== 'inline' && display !== 'contents' && right > holder.getBoundingClientRect().right + 1) {
          found.add(`the words “${(text.textContent ?? '').trim().slice(0, 50)}” run over ${named(holder)}`);
        }
        if (position === 'absolute' || position === 'fixed') break;
      }
    }
    return [...found];
  });

/** Below this width, in CSS px, which only a zoomed small window has, words may run over; they are within reach. */
const ROOM_FOR_WORDS_PX = 640;

/** Opens every screen and wants all of it within reach, and every word in its place where there is room for it. */
export async function allWithinReach(page: Page): Promise<void> {
  const found: string[] = [];
  const hasRoom = (await page.evaluate(() => window.innerWidth)) >= ROOM_FOR_WORDS_PX;
  for (const [name, open] of [...SCREENS, ...FURTHER_SCREENS]) {
    await open(page);
    for (const what of [...(await outOfReach(page)), ...(hasRoom ? await spilt(page) : [])])
      found.push(`${name}: ${what}`);
    await closeDialogs(page);
  }
  expect(found.join('\n')).toBe('');
}

async function closeDialogs(page: Page): Promise<void> {
  const open = page.getByRole('dialog');
  await expect(async () => {
    if (await open.first().isVisible()) await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

export function withinReach(test: AppTest): void {
  test('in a window of 900 by 600 everything can be seen and pressed', async ({ app, startEndpoint }) => {
    await fillForReach(app.page, await startEndpoint([200]));
    await app.resize(900, 600);
    await allWithinReach(app.page);
  });

  test('nothing moves by itself for who asked for reduced motion', async ({ app, startEndpoint }) => {
    const { page } = app;
    const moving = (): Promise<number> =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    const endpoint = await startEndpoint(['hang']);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);
    const pane = await openDelivery(page, 'order.paid');
    await expect(pane).toBeVisible();
    // The mark of what is in flight turns.
    await expect.poll(moving).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
    for (const [, open] of SCREENS) {
      await open(page);
      expect(await moving()).toBe(0);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'All commands' })).toBeVisible();
    expect(await moving()).toBe(0);
  });
}
