import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo, type Section, sendEvent } from './person';

const WATCHED: readonly Section[] = ['Live', 'Deliveries', 'Events', 'Endpoints', 'Overview'];
/** So many requests arrive while a section is looked at. */
const MEANWHILE = 6;
/** What moves with the clock or is put in by what arrives: the timeline's own parts, and the rows of lists. */
const MOVES = '[class*="tl-"], [role="grid"]';

/** Begins to note what the browser itself sees moved on the page, but for what a person did. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate((moves) => {
    const moved: string[] = [];
    Reflect.set(window, 'moved', moved);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        for (const { node } of Reflect.get(entry, 'sources') as readonly { readonly node: Node | null }[]) {
          const element = node instanceof Element ? node : (node?.parentElement ?? null);
          if (element === null || element.closest(moves) !== null) continue;
          moved.push(`${element.localName}.${element.className} “${(element.textContent ?? '').slice(0, 40)}”`);
        }
      }
    }).observe({ type: 'layout-shift' });
  }, MOVES);

const moved = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (Reflect.get(window, 'moved') as string[]).splice(0));

export function steady(test: AppTest): void {
  test('while attempts arrive nothing moves but the timeline and the rows of lists', async ({ app, startEndpoint }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Kestrel' });
    await sendEvent(page, { type: 'order.paid', count: 40 });
    await watchShifts(page);
    for (const section of WATCHED) {
      await goTo(page, section);
      // What is opened comes to its place first.
      await page.waitForLoadState('networkidle');
      await moved(page);
      await endpoint.received(endpoint.seen.length + MEANWHILE);
      expect(await moved(page), section).toEqual([]);
    }
  });
}
