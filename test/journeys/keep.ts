import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';
import {
  addEndpoint,
  clockBadge,
  deliveryOptions,
  goTo,
  listOf,
  openDelivery,
  receiverPort,
  rowsOf,
  sendEvent,
} from './person';

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
const captures = (page: Page): Locator => rowsOf(listOf(page, 'Captures'));
const pinsIn = (list: Locator): Locator => list.getByRole('img', { name: /^Pinned/ });
const chosen = (page: Page): Locator => page.getByRole('region', { name: 'Chosen requests' });

/** Requests on the receiver's first path, one after another. */
async function ask(port: number, count: number, path = '/in'): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const head = `POST ${path}?n=${n} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(statusOf(await rawExchange(port, [head]))).toBeGreaterThan(0);
  }
}

export function keep(test: AppTest): void {
  test('what is pinned stays when the requests of a path are cleared, and all of them come back', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await ask(port, 4);
    await expect(captures(page)).toHaveCount(4);

    // By key, by the row's menu, and in the inspector.
    await captures(page).nth(1).click();
    await listOf(page, 'Captures').focus();
    await page.keyboard.press('b');
    await expect(pinsIn(captures(page).nth(1))).toBeVisible();
    await captures(page).nth(3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Pin/ }).click();
    await expect(pinsIn(captures(page))).toHaveCount(2);
    const pin = page.getByRole('complementary', { name: 'Capture' }).getByRole('button', { name: 'Pinned' });
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await pin.click();
    await expect(pinsIn(captures(page))).toHaveCount(1);
    await expect(pin).toBeFocused();
    await picture('pinned');
    await page.getByRole('combobox', { name: 'Filter captures' }).fill('pinned:yes');
    await expect(captures(page)).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Filter captures' }).fill('');
    await expect(captures(page)).toHaveCount(4);

    const clear = page.getByRole('button', { name: 'Clear', exact: true });
    await clear.click();
    await expect(messages(page)).toContainText('3 requests are cleared, 1 pinned one stays. They can be brought back');
    await expect(captures(page)).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: /^\/in/ })).toContainText(
      '1',
    );
    await expect(clear).toBeFocused();
    await picture('cleared');
    // What comes meanwhile is not touched.
    await ask(port, 1);
    await expect(captures(page)).toHaveCount(2);
    await messages(page).getByRole('button', { name: 'Undo' }).click();
    await expect(messages(page)).toContainText('3 requests are back.');
    await expect(captures(page)).toHaveCount(5);

    // The same by its key, after a reload too.
    await clear.click();
    await expect(captures(page)).toHaveCount(1);
    await page.reload();
    await goTo(page, 'Receiver');
    await expect(captures(page)).toHaveCount(1);
    await listOf(page, 'Captures').focus();
    await page.keyboard.press('u');
    await expect(captures(page)).toHaveCount(5);
  });

  test('all that a filter matches is chosen, deleted, and comes back together', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await ask(port, 3);
    await ask(port, 5, '/nowhere');
    await page
      .getByRole('navigation', { name: 'Routes' })
      .getByRole('button', { name: /^All requests/ })
      .click();
    await expect(captures(page)).toHaveCount(8);
    await page.getByRole('combobox', { name: 'Filter captures' }).fill('answer:no-route');
    await expect(captures(page)).toHaveCount(5);
    await captures(page).first().click();
    await listOf(page, 'Captures').focus();
    await page.keyboard.press('x');
    await chosen(page).getByRole('button', { name: 'Choose all that match' }).click();
    await expect(chosen(page)).toContainText('5 chosen');
    await picture('chosen');
    await chosen(page).getByRole('button', { name: 'Delete' }).click();
    await expect(messages(page)).toContainText('5 requests are cleared. They can be brought back');
    await expect(page.getByText('No request fulfils')).toBeVisible();
    await page.getByRole('combobox', { name: 'Filter captures' }).fill('');
    await expect(captures(page)).toHaveCount(3);
    await messages(page).getByRole('button', { name: 'Undo' }).click();
    await expect(captures(page)).toHaveCount(8);
  });

  test('an act on all deliveries that a filter matches goes on page by page, and can be stopped', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Shop', url: (await startEndpoint([200])).url, policy: 'Fianto' });
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    await sendEvent(page, { type: 'order.other', count: 1 });
    for (let n = 0; n < 2; n++) await sendEvent(page, { type: 'order.paid', count: 1_000 });
    await goTo(page, 'Deliveries');
    await page.getByRole('combobox', { name: 'Filter deliveries' }).fill('type:order.paid');
    await expect(deliveryOptions(page).first()).toContainText('order.paid');
    const bar = page.getByRole('region', { name: 'Chosen deliveries' });
    // The list is read anew a moment after the filter was typed: a key that comes just then finds no row.
    await expect(async () => {
      await deliveryOptions(page).first().click();
      await listOf(page, 'Deliveries').focus();
      await page.keyboard.press('x');
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await bar.getByRole('button', { name: 'Choose all that match' }).click();
    await expect(bar).toContainText('2,000 chosen');
    // Stopped by the first sign of progress, as soon as it is there: some pages are done, the rest is as it was.
    await page.evaluate(() => {
      const stopper = new MutationObserver(() => {
        const stop = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Stop here');
        if (stop === undefined) return;
        stopper.disconnect();
        stop.click();
      });
      stopper.observe(document.body, { childList: true, subtree: true });
    });
    await bar.getByRole('button', { name: 'Cancel them' }).click();
    await expect(messages(page)).toContainText('500 cancelled, 1,500 left as they were.');
    await expect(bar).toContainText('2,000 chosen');
    await expect(page.getByRole('tab', { name: /^Cancelled/ })).toContainText('500');
    await bar.getByRole('button', { name: 'Cancel them' }).click();
    await expect(messages(page)).toContainText('1,500 cancelled. 500 were refused: it has ended already.');
    await picture('cancelled');
    await page.getByRole('combobox', { name: 'Filter deliveries' }).fill('type:order.other');
    const other = await openDelivery(page, 'order.other');
    await other.getByRole('button', { name: /^Pin/ }).click();
    await expect(other.getByRole('button', { name: /^Unpin/ })).toBeFocused();
    await picture('pinned delivery');
  });

  test('one kind of a run’s history is cleared, which says first how much goes for good', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Shop', url: (await startEndpoint([200])).url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 3 });
    await goTo(page, 'Deliveries');
    await expect(page.getByRole('tab', { name: /^Delivered/ })).toContainText('3');
    await page.keyboard.press('ControlOrMeta+Shift+O');
    const dialog = page.getByRole('dialog', { name: 'Runs' });
    await dialog.getByRole('button', { name: /^Clear history/ }).click();
    await picture('kinds');
    await dialog.getByRole('button', { name: 'Finished deliveries' }).click();
    // The newest keeps its number from being given again.
    await expect(dialog).toContainText('Deletes 2 deliveries with their attempts, for good.');
    await expect(dialog.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: /^Delivered/ })).toContainText('1');
    await expect(deliveryOptions(page)).toHaveCount(1);
  });
}
