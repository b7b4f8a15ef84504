import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, deliveryOptions, goTo, listOf, rowsOf, sendEvent } from './person';

export function filter(test: AppTest): void {
  test('deliveries are filtered by status, text of their bodies and brackets, and the filter is kept', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const up = await startEndpoint([200]);
    const down = await startEndpoint([503]);
    await addEndpoint(page, { name: 'Up and well', url: up.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 2 });
    await up.received(2);
    await addEndpoint(page, { name: 'Down', url: down.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'invoice.sent', count: 1 });
    await down.received(1);
    await goTo(page, 'Deliveries');
    const rows = deliveryOptions(page);
    const bar = page.getByRole('combobox', { name: 'Filter deliveries' });
    await expect(rows.filter({ hasText: 'invoice.sent' }).first()).toBeVisible();
    const all = await rows.count();

    // What can be typed is offered, and taken by the keys alone.
    await bar.fill('sta');
    const offers = page.getByRole('listbox', { name: 'What can be filtered by' });
    await expect(offers.getByRole('option')).toHaveText([/^status:/, /^state:/]);
    await picture('offers');
    await bar.press('ArrowDown');
    await bar.press('Enter');
    await expect(bar).toHaveValue('status:');
    await expect(offers.getByRole('option').first()).toHaveText(/^status:5xx/);
    await bar.press('ArrowDown');
    await bar.press('Enter');
    await expect(bar).toHaveValue('status:5xx ');
    await bar.press('Escape');
    await expect(offers).toBeHidden();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('invoice.sent');

    await bar.fill('not(or(status:5xx, type:invoice.*))');
    await expect(rows).toHaveCount(all - 1);
    await expect(rows.filter({ hasText: 'invoice.sent' })).toHaveCount(0);
    await bar.fill('endpoint:"Up and well" currency');
    await expect(rows.filter({ hasText: 'order.paid' }).first()).toBeVisible();
    await expect(rows.filter({ hasText: 'invoice.sent' })).toHaveCount(0);
    await bar.fill('header:content-type=json body:no-such-text');
    await expect(rows).toHaveCount(0);

    // What cannot be read is said, and the list stays as it was.
    await bar.fill('type:invoice.*');
    await expect(rows).toHaveCount(1);
    await bar.fill('type:invoice.* state:lost');
    await expect(page.getByText('There is no state “lost”.')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await picture('cannot be read');

    await bar.fill('type:invoice.*');
    await expect(page.getByText('There is no state “lost”.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Save this filter' }).click();
    await app.restart();
    await goTo(app.page, 'Deliveries');
    await app.page.getByRole('button', { name: 'Saved filters' }).click();
    await app.page.getByRole('menuitem', { name: 'type:invoice.*' }).click();
    await expect(deliveryOptions(app.page)).toHaveCount(1);
  });

  test('captures are filtered by what was sent and what was answered', async ({ app, picture }) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Start' }).click();
    await goTo(page, 'Receiver');
    await page.getByRole('button', { name: /^\/try/ }).click();
    const captures = listOf(page, 'Captures');
    await expect(rowsOf(captures).filter({ hasText: '200' })).toHaveCount(1, { timeout: 60_000 });
    await expect(rowsOf(captures)).toHaveCount(4);
    const bar = page.getByRole('combobox', { name: 'Filter captures' });
    await bar.fill('status:5xx');
    await expect(rowsOf(captures)).toHaveCount(3);
    await bar.fill('status:5xx seen:new');
    await expect(rowsOf(captures)).toHaveCount(1);
    await bar.fill('header:content-type=json not(status:5xx)');
    await expect(rowsOf(captures)).toHaveCount(1);
    await picture('captures');
    await bar.fill('no such text');
    await expect(page.getByText('No request on this path fulfils “no such text”.')).toBeVisible();
  });
}
