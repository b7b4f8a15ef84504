import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import {
  addEndpoint,
  attemptsIn,
  clockBadge,
  deliveryOptions,
  goTo,
  listOf,
  openDelivery,
  rowsOf,
  sendEvent,
} from './person';

const linked = (pane: Locator): Locator => pane.getByRole('list', { name: 'Linked deliveries' }).getByRole('listitem');
const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Delivery' });
const header = (request: { readonly headers: readonly (readonly [string, string])[] }, wanted: string): string =>
  request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** F34, f13: 92 days after the first event the daily clean-up has taken it. */
const OLD = `
retryscope: 1
name: An old event
seed: 7
start: 2026-01-01T00:00:00Z
endpoints:
  - { name: orders, policy: fianto, receiver: orders }
receiver:
  - { route: orders, script: [{ reply: 200 }] }
send:
  - { endpoint: orders, type: order.old, body: { id: 1 } }
  - { endpoint: orders, type: order.young, body: { id: 2 }, at: 92d }
`;

export function again(test: AppTest): void {
  test('A37, A39: Alphorn resends the same record, and its counter goes on', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([404, 200]);
    await addEndpoint(page, { name: 'Ops', url: endpoint.url, policy: 'Alphorn' });
    await sendEvent(page, { type: 'alert.fired' });
    const open = await openDelivery(page, 'alert.fired');
    await expect(attemptsIn(open)).toHaveText([/^1404/]);
    // A10, A43: a permanent failure uses the budget, so exactly one more try is given.
    await expect(open).toContainText('One more try on the same record; the counter goes on from 5 (A39).');
    await picture('cost');
    await open.getByRole('button', { name: /^Resend/ }).click();
    await expect(attemptsIn(open)).toHaveText([/^1404/, /^2200/]);
    await expect(deliveryOptions(page)).toHaveCount(1);
    await expect(linked(open)).toHaveCount(0);
  });

  test('F28, F32, F33, R8: Fianto redelivers as a new delivery with the same id, linked both ways', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid' });
    await openDelivery(page, 'order.paid');
    await expect(pane(page)).toContainText('59 of 60 redeliveries are left this hour (F28, F32).');
    await expect(pane(page)).toContainText('A receiver that remembers ids skips a redelivery.');
    // By its key, without a dialog.
    await page.keyboard.press('r');
    await endpoint.received(2);
    expect(new Set(endpoint.seen.map((request) => header(request, 'webhook-id'))).size).toBe(1);
    await expect(linked(pane(page))).toHaveText([/^Redelivered as.*Delivered/]);
    await expect(pane(page)).toContainText('58 of 60 redeliveries are left this hour');
    await expect(deliveryOptions(page)).toHaveCount(2);
    await expect(
      deliveryOptions(page)
        .first()
        .getByRole('img', { name: /^Redelivery of / }),
    ).toBeVisible();
    await expect(deliveryOptions(page).last().getByRole('img', { name: 'Redelivered once' })).toBeVisible();
    await picture('original');

    await linked(pane(page)).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(linked(pane(page))).toHaveText([/^Redelivery of.*Delivered/]);
    // The keyboard is in the new pane: its link is a few Tabs away, not in the page's beginning.
    await expect(pane(page)).toBeFocused();
    await picture('copy');
    await linked(pane(page)).getByRole('button').press('Enter');
    await expect(linked(pane(page))).toHaveText([/^Redelivered as/]);

    await goTo(page, 'Endpoints');
    await expect(page.getByRole('main')).toContainText('Redeliveries left 59 of 60');
    await expect(page.getByRole('list', { name: 'Advice to receivers' })).toContainText('F5');
  });

  test('K18, K19, R8: Kestrel replays with a record of its own, from the row’s menu', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Payments', url: endpoint.url, policy: 'Kestrel' });
    await sendEvent(page, { type: 'payment.captured' });
    await openDelivery(page, 'payment.captured');
    await expect(attemptsIn(pane(page))).toHaveText([/^1200/]);
    // Shift F10 opens it for the selected row, as the menu key does.
    await listOf(page, 'Deliveries').focus();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /^Replay/ })).toContainText('A record of its own with 6 attempts');
    await picture('menu');
    await menu.getByRole('menuitem', { name: /^Replay/ }).click();
    await endpoint.received(2);
    await expect(deliveryOptions(page)).toHaveCount(2);
    await expect(linked(pane(page))).toHaveText([/^Replayed as.*Delivered/]);

    await deliveryOptions(page).first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Only Payments' }).click();
    await expect(page.getByRole('combobox', { name: 'Endpoint' })).toContainText('Payments');
  });

  test('I14, R9: Infraspeak has no redelivery; its event is sent again as a new one', async ({
    app,
    startEndpoint,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Works', url: endpoint.url, policy: 'Infraspeak' });
    await sendEvent(page, { type: 'work.closed' });
    const open = await openDelivery(page, 'work.closed');
    await expect(open).toContainText('Its policy has no redelivery: sending again makes a new event.');
    await open.getByRole('button', { name: /^Send again as a new event/ }).click();
    const form = page.getByRole('dialog', { name: 'Send an event' });
    await expect(form.getByLabel('Type', { exact: true })).toHaveValue('work.closed');
  });

  test('R8: many are replayed at once, each original once, with a stop that leaves the rest as it was', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Payments', url: (await startEndpoint([200])).url, policy: 'Kestrel' });
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    await sendEvent(page, { type: 'payment.captured', count: 1_000 });
    await goTo(page, 'Deliveries');
    await deliveryOptions(page).first().click();
    await page.keyboard.press('x');
    const bulk = page.getByRole('region', { name: 'Chosen deliveries' });
    await bulk.getByRole('button', { name: 'Choose all 1,000' }).click();
    await expect(bulk).toContainText('1,000 chosen');
    await picture('chosen');
    // Stopped as soon as it can be: in its first page of 500.
    await page.evaluate(() => {
      const stop = (): void =>
        [...document.querySelectorAll('button')].find((button) => button.textContent === 'Stop here')?.click();
      new MutationObserver(stop).observe(document.body, { childList: true, subtree: true });
    });
    await bulk.getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByText('500 replayed, 500 left as they were.')).toBeVisible();
    await expect(page.getByRole('tab', { name: /^All/ })).toContainText('1,500');
    await expect(bulk).toContainText('1,000 chosen');
  });

  test('F34, R11: an event that the provider has deleted is marked, and says why it is not redelivered', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('region', { name: 'Open a scenario' }).getByRole('button', { name: 'Open a file' }).click();
    await (await chosen).setFiles({ name: 'old.yaml', mimeType: 'text/yaml', buffer: Buffer.from(OLD) });
    await expect(page.getByRole('button', { name: /An old event/ })).toBeVisible();
    await page.getByRole('button', { name: 'Skip waits' }).click();
    const open = await openDelivery(page, 'order.old');
    await expect(open).toContainText('Deleted by Fianto after 90 days (F34). The history here stays.');
    await expect(open).toContainText('Deleted by Fianto after 90 days (F34): it cannot be sent again.');
    await expect(open.getByRole('button', { name: /^Redeliver/ })).toBeDisabled();
    const old = deliveryOptions(page).filter({ hasText: 'order.old' });
    await expect(old.getByRole('img', { name: 'Deleted by Fianto after 90 days (F34)' })).toBeVisible();
    const young = deliveryOptions(page).filter({ hasText: 'order.young' });
    await expect(young).toHaveCount(1);
    await expect(young.getByRole('img', { name: /^Deleted/ })).toHaveCount(0);
    await picture('purged');
    await goTo(page, 'Events');
    const events = rowsOf(listOf(page, 'Events'));
    const gone = { name: 'Deleted by Fianto after 90 days (F34)' };
    await expect(events.filter({ hasText: 'order.old' }).getByRole('img', gone)).toBeVisible();
    await expect(events.filter({ hasText: 'order.young' })).toHaveCount(1);
    await expect(events.filter({ hasText: 'order.young' }).getByRole('img', gone)).toHaveCount(0);
  });
}
