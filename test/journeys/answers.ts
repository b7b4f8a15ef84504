import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, clockBadge, goTo, openDelivery, sendEvent, timelineRow } from './person';

async function choose(page: Page, item: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Answers of/ })
    .click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
}

const said = (page: Page) => page.getByRole('region', { name: 'Messages' });

export function answers(test: AppTest): void {
  test('what an endpoint answers is set where one watches it, and counts from the next request', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');

    await page.getByRole('main').getByRole('button', { name: 'Answers of /try' }).click();
    const menu = page.getByRole('menu', { name: 'Answers of /try' });
    await expect(menu).toContainText('/try answers 503 × 3, then 200, each delivery id by itself.');
    await expect(menu.getByRole('menuitemcheckbox', { name: /^Fails 3, then OK/ })).toBeChecked();
    await picture('menu');
    await menu.getByRole('menuitemcheckbox', { name: /^Up/ }).click();
    await expect(said(page)).toContainText('/try answers always 200, from the next request on.');
    await sendEvent(page, { type: 'order.up' });
    await expect(timelineRow(page, 'order.up')).toContainText(/1: 200 OK/);

    // In the head of its group too, one click from the rows.
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByRole('button', { name: /^What .* answers$/ })
      .click();
    const head = page.getByRole('menu', { name: /^What .* answers$/ });
    await expect(head).toContainText('/try answers always 200, each delivery id by itself.');
    await picture('head');
    await head.getByRole('menuitemcheckbox', { name: /^Down ?always/ }).click();
    await expect(said(page)).toContainText('/try answers always 503, from the next request on.');
    await choose(page, 'Up');

    await choose(page, 'Fail the next requests');
    const dialog = page.getByRole('dialog', { name: 'Fail the next requests to /try' });
    await dialog.getByLabel('How many').fill('2');
    await expect(dialog).toContainText('It answers 503 × 2, then 200, to each delivery id by itself.');
    await picture('fail-next');
    await dialog.getByRole('button', { name: 'Fail them' }).click();
    await sendEvent(page, { type: 'order.twice' });
    await expect(timelineRow(page, 'order.twice')).toContainText(/1: 503 .*; 2: 503 .*; 3: 200 OK/);

    await choose(page, 'Open the script');
    await expect(page.getByRole('main', { name: 'Receiver' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Script' }).getByRole('listitem')).toHaveCount(3);
  });

  test('an endpoint elsewhere is managed from its page and from the timeline', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503, 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await expect(page.getByRole('button', { name: /^Answers/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Manage Shop' }).click();
    const menu = page.getByRole('menu', { name: 'Manage Shop' });
    await picture('page');
    await menu.getByRole('menuitem', { name: /^Rotate its secret/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit Shop' });
    await expect(form.getByLabel('New secret')).toBeFocused();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);

    await goTo(page, 'Live');
    await expect(timelineRow(page, 'order.paid')).toContainText('1: 503');
    await page.getByRole('button', { name: 'Manage Shop' }).click();
    await picture('live');
    await menu.getByRole('menuitem', { name: /^Disable/ }).click();
    await page.getByRole('dialog', { name: 'Disable Shop' }).getByRole('button', { name: 'Keep it' }).click();
    const pane = await openDelivery(page, 'order.paid');
    await goTo(page, 'Live');
    await page.getByRole('button', { name: 'Manage Shop' }).click();
    await menu.getByRole('menuitem', { name: /^Retry now/ }).click();
    await endpoint.received(2);
    await expect(clockBadge(page)).toHaveText('1×');
    await goTo(page, 'Deliveries');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2200/]);
  });
}
