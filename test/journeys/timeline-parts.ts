import { expect, type Locator, type Page } from '@playwright/test';
import { addEndpoint, clockBadge, goTo, sendEvent, timelineRow } from './person';

export const timeline = (page: Page): Locator => page.getByRole('application', { name: /^Timeline of deliveries/ });
export const card = (page: Page): Locator => page.getByRole('group', { name: 'Why', exact: true });
export const spanInView = (page: Page): Locator =>
  page.getByRole('group', { name: 'Zoom' }).getByTitle('Virtual time in view');
export const toggle = (page: Page, name: string): Locator => page.getByRole('switch', { name: new RegExp(`^${name}`) });

/** The ring around the mark that the keyboard is on. */
export const ring = (page: Page): Locator => page.locator('.tl-ring');
export const brushLeft = (page: Page): Promise<number> =>
  page.locator('.tl-brush').evaluate((brush) => brush.getBoundingClientRect().left);

/** What a key moved is drawn in the frames after it: a few of them have passed when this resolves. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Presses keys, one after the other, and waits until what they moved is drawn. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
}

export async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it is not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Puts the focus on the timeline as the Tab key would. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit' }).focus();
  // What a key has moved shows where it is.
  await page.keyboard.press('Tab');
  await timeline(page).focus();
  await expect(ring(page)).toBeVisible();
}

/** Two deliveries with three failures each, waiting for their fourth attempts, and the clock paused. */
export async function twoWaiting(page: Page, url: string): Promise<void> {
  await addEndpoint(page, { name: 'Shop', url, policy: 'Fianto' });
  await page.getByRole('radiogroup', { name: 'Speed' }).getByRole('radio', { name: '60×', exact: true }).click();
  for (const type of ['order.created', 'order.paid']) await sendEvent(page, { type });
  await goTo(page, 'Live');
  for (const type of ['order.created', 'order.paid']) {
    await expect(timelineRow(page, type)).toContainText('3: 500', { timeout: 60_000 });
  }
  await page.getByRole('button', { name: 'Pause the clock' }).click();
  await expect(clockBadge(page)).toHaveText('paused');
  await page.getByRole('button', { name: 'Fit' }).click();
}
