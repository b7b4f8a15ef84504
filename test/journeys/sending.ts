import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, clockBadge, composeEvent, goTo, paste, sendButton } from './person';

export function sending(test: AppTest): void {
  test('a body goes out byte for byte as it was pasted, whatever ends its lines', async ({ app, startEndpoint }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const form = await composeEvent(page);
    const body = '{\r\n\t"big": 12345678901234567890.10, "name": "Zoë \\u00e9",\r "end": 1}\n\n';
    await paste(form.getByLabel('Body'), body);
    await expect(form).toContainText('Valid JSON');
    await sendButton(form).click();
    await endpoint.received(1);
    expect(endpoint.seen[0]?.body.toString()).toBe(body);
  });

  test('events go out at a rate, are seen coming, and stop when asked', async ({ app, startEndpoint, picture }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const form = await composeEvent(page);
    await form.getByRole('combobox', { name: 'Begin with a sample' }).click();
    await page.getByRole('option', { name: 'invoice.paid' }).click();
    await expect(form.getByLabel('Type', { exact: true })).toHaveValue('invoice.paid');
    await form.getByLabel('How many').fill('5');
    await form.getByLabel('One every').fill('1h');
    await expect(form).toContainText('5 events, the last one 4 h after the first, in virtual time');
    await picture('a plan');
    await sendButton(form).click();
    await endpoint.received(1);
    await goTo(page, 'Events');
    const coming = page.getByRole('list', { name: 'Being sent' });
    await expect(coming).toContainText('4 invoice.paid to come, one every 1 h');
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await page.getByRole('button', { name: 'Step to the next event' }).click();
    await endpoint.received(2);
    await expect(coming).toContainText('3 invoice.paid to come');
    await picture('being sent');
    await coming.getByRole('button', { name: 'Stop sending invoice.paid' }).click();
    await expect(coming).toBeHidden();
    await page.getByRole('button', { name: 'Let the clock run on' }).click();
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(page)).toHaveText('skip');
    await expect(page.getByText('Nothing is waiting')).toBeVisible();
    expect(endpoint.seen).toHaveLength(2);
  });
}
