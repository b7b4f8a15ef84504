import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import type { EndpointProcess } from '../support/servers/endpoint-process';
import { addEndpoint, goTo, openDelivery, openSettings, type Section, sendEvent } from './person';
import { FURTHER_SETTINGS } from './settings-parts';

const SECTIONS: readonly Section[] = [
  'Live',
  'Deliveries',
  'Events',
  'Endpoints',
  'Receiver',
  'Policies',
  'Overview',
  'Settings',
];

type Screen = readonly [name: string, open: (page: Page) => Promise<unknown>];

const SCREENS: readonly Screen[] = [
  ...SECTIONS.map((name): Screen => [name, (page) => goTo(page, name)]),
  ...FURTHER_SETTINGS.map((name): Screen => [`Settings, ${name}`, (page) => openSettings(page, name)]),
  ['a delivery', (page) => openDelivery(page, 'order.paid')],
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

/** Opens every screen and wants all of it within reach. */
export async function allWithinReach(page: Page): Promise<void> {
  const found: string[] = [];
  for (const [name, open] of SCREENS) {
    await open(page);
    for (const what of await outOfReach(page)) found.push(`${name}: ${what}`);
  }
  expect(found.join('\n')).toBe('');
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
