import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, clockBadge, deliveryOptions, goTo, listOf, rowsOf, sendEvent } from './person';

const topOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;
const chip = (page: Page): Locator => page.getByRole('button', { name: /^[\d,]+ new$/ });

/** An endpoint under Fianto at a clock that stands still, and deliveries that wait for it. */
async function waiting(page: Page, url: string, count: number): Promise<void> {
  await addEndpoint(page, { name: 'Shop', url, policy: 'Fianto' });
  await page.getByRole('button', { name: 'Pause the clock' }).click();
  await expect(clockBadge(page)).toHaveText('paused');
  await sendEvent(page, { type: 'order.paid', count });
  await goTo(page, 'Deliveries');
  await expect(deliveryOptions(page).first()).toBeVisible();
}

export function lists(test: AppTest): void {
  test('a list follows its newest row until one is read, which then stays where it is', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await waiting(page, (await startEndpoint([200])).url, 60);
    const list = listOf(page, 'Deliveries');
    const newest = (): Promise<string | null> => rowsOf(list).first().getAttribute('data-row');

    // Nobody reads: the new one comes on top.
    const before = await newest();
    await sendEvent(page, { type: 'order.first', count: 1 });
    await expect(rowsOf(list).first()).toContainText('order.first');
    expect(await newest()).not.toBe(before);
    await expect(chip(page)).toHaveCount(0);

    // A row is open: it stays under the pointer while others come above it.
    const read = rowsOf(list).nth(4);
    const id = await read.getAttribute('data-row');
    const mine = page.locator(`[data-row="${id}"]`);
    await read.click();
    const top = await topOf(mine);
    await sendEvent(page, { type: 'order.later', count: 3 });
    await expect(chip(page)).toHaveText('3 new');
    await expect(page.getByRole('status').filter({ hasText: '3 new' })).toHaveCount(1);
    expect(await topOf(mine)).toBe(top);
    await expect(mine).toHaveAttribute('aria-selected', 'true');
    await picture('three new');

    // The chip goes to the newest and follows again, with the row still open and the keys in the list.
    await chip(page).click();
    await expect(chip(page)).toHaveCount(0);
    await expect(rowsOf(list).first()).toBeInViewport();
    await expect(rowsOf(list).first()).toContainText('order.later');
    await expect(list).toBeFocused();
    await sendEvent(page, { type: 'order.again', count: 1 });
    await expect(rowsOf(list).first()).toContainText('order.again');
    await expect(rowsOf(list).first()).toBeInViewport();
    await expect(chip(page)).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Delivery' })).toBeVisible();

    // Scrolled away from the top it is read too.
    await page.keyboard.press('Escape');
    await list.hover();
    await page.mouse.wheel(0, 600);
    await expect(rowsOf(list).first()).not.toBeInViewport();
    await sendEvent(page, { type: 'order.last', count: 1 });
    await expect(chip(page)).toHaveText('1 new');
    await page.mouse.wheel(0, -5_000);
    await expect(chip(page)).toHaveCount(0);
  });

  test('columns are chosen, sized and sorted by, kept over a reload, and reset', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await waiting(page, (await startEndpoint([200])).url, 3);
    const header = (name: string): Locator =>
      listOf(page, 'Deliveries').getByRole('columnheader', { name: new RegExp(`^${name}`) });
    const menu = page.getByRole('menu');
    await page.getByRole('button', { name: 'Columns' }).click();
    await menu.getByRole('menuitemcheckbox', { name: 'Last error' }).click();
    await menu.getByRole('menuitemcheckbox', { name: 'Attempts' }).click();
    await picture('the menu');
    await page.keyboard.press('Escape');
    await expect(header('Last error')).toBeVisible();
    await expect(header('Attempts')).toHaveCount(0);

    // By its edge with the keys: 8 px a step, 40 with Shift.
    const edge = page.getByRole('separator', { name: 'Width of Created' });
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '92');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '132');
    await page.keyboard.press('Enter');
    await expect(edge).toHaveAttribute('aria-valuenow', '84');
    // By dragging it.
    const box = await edge.boundingBox();
    if (box === null) throw new Error('The edge has no place on the page.');
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 30, box.y + 8, { steps: 3 });
    await page.mouse.up();
    await expect(edge).toHaveAttribute('aria-valuenow', '114');

    await expect(header('Created')).toHaveAttribute('aria-sort', 'descending');
    await header('Created').getByRole('button').click();
    await expect(header('Created')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('grid', { name: 'Deliveries, oldest first' })).toBeVisible();
    await header('State').getByRole('button').click();
    await expect(header('State')).toHaveAttribute('aria-sort', 'ascending');
    await expect(header('Created')).toHaveAttribute('aria-sort', 'none');
    await expect(page.getByRole('grid', { name: 'Deliveries, by state' })).toBeVisible();

    await page.reload();
    await goTo(page, 'Deliveries');
    await expect(page.getByRole('grid', { name: 'Deliveries, by state' })).toBeVisible();
    await expect(header('Last error')).toBeVisible();
    await expect(edge).toHaveAttribute('aria-valuenow', '114');
    await picture('after a reload');

    await page.getByRole('button', { name: 'Columns' }).click();
    await menu.getByRole('menuitem', { name: 'Reset columns' }).click();
    await expect(header('Attempts')).toBeVisible();
    await expect(header('Last error')).toHaveCount(0);
    await expect(edge).toHaveAttribute('aria-valuenow', '84');
    await expect(page.getByRole('grid', { name: 'Deliveries, newest first' })).toBeVisible();
  });

  test('F32: what is selected and chosen stays so outside of the filter, and the quota stands before the click', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 4 });
    await endpoint.received(4);
    await goTo(page, 'Deliveries');
    const bulk = page.getByRole('region', { name: 'Chosen deliveries' });
    const rows = deliveryOptions(page);
    await expect(rows).toHaveCount(4);
    await rows.nth(0).click();
    await rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await rows.nth(3).click({ modifiers: ['ControlOrMeta'] });
    await expect(bulk).toContainText('2 chosen');
    await expect(bulk).toContainText('60 of 60 left in 1 h (F32)');

    await page.getByRole('tab', { name: /^Failed/ }).click();
    await expect(bulk).toContainText('2 chosen, not in this filter');
    await page.getByLabel('Filter deliveries').fill('order');
    await expect(bulk).toContainText('2 chosen, not in this filter');
    await page.getByRole('tab', { name: /^All/ }).click();
    await expect(rows).toHaveCount(4);
    await expect(bulk.getByText('2 chosen', { exact: true })).toBeVisible();

    // The open one is not of this filter any more; it stays open, and the list says where it is.
    await page.getByLabel('Filter deliveries').fill('evt_');
    await expect(rows).toHaveCount(4);
    await page.getByLabel('Filter deliveries').fill('no.such.type');
    await expect(page.getByText('1 selected, not in this filter')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Delivery' })).toBeVisible();
    await picture('outside of the filter');
    await page.getByRole('button', { name: 'Clear the filter' }).first().click();
    await expect(rows).toHaveCount(4);
    await expect(page.getByText('1 selected, not in this filter')).toHaveCount(0);
    await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');

    await bulk.getByRole('button', { name: 'Redeliver' }).click();
    await endpoint.received(6);
    await expect(bulk).toHaveCount(0);
  });

  test('a word of the app says what it means on hover and on focus, and all of them stand in the glossary', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await waiting(page, (await startEndpoint([200])).url, 1);
    const term = listOf(page, 'Deliveries').getByText('Attempts', { exact: true });
    const tip = page.getByRole('tooltip').filter({ hasText: 'One request of a delivery' });
    await term.hover();
    await expect(tip).toHaveCount(1);
    await page.mouse.move(0, 0, { steps: 4 });
    await expect(tip).toHaveCount(0);
    await term.focus();
    await expect(tip).toHaveCount(1);
    await expect(term).toHaveAttribute('aria-describedby', /./);
    await picture('a term');

    await page.keyboard.press('ControlOrMeta+k');
    await page
      .getByRole('dialog', { name: 'All commands' })
      .getByRole('option', { name: /^Glossary/ })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Glossary' });
    await expect(sheet.getByLabel('Find a word')).toBeFocused();
    await picture('the glossary');
    await sheet.getByLabel('Find a word').fill('jitter b');
    await expect(sheet.getByRole('term').first()).toHaveText('jitter band');
    await sheet.getByLabel('Find a word').fill('no such word');
    await expect(sheet).toContainText('No word has this in it.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Shift+/');
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Glossary' }).click();
    await expect(sheet).toBeVisible();
  });
}
