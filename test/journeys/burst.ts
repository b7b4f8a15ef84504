import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, clockBadge, composeEvent, goTo, sendButton, sendEvent } from './person';

/** Reserved: it leads nowhere, and is not this computer. */
const ELSEWHERE = 'https://shop.invalid/hooks';

const question = (page: Page, title: string) => page.getByRole('dialog', { name: title });

export function burst(test: AppTest): void {
  test('a burst to another computer is asked for once in a run, with its number and peak', async ({ app, picture }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Far', url: ELSEWHERE, policy: 'Fianto' });
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    await sendEvent(page, { type: 'order.paid', count: 10 });

    // While it is paused nothing goes, whatever the pace is; it is asked when the clock is to run.
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Let the clock run on' }).click();
    const resume = question(page, 'Let the clock run on');
    // F2: eight attempts for each of ten.
    await expect(resume).toContainText(/About 80 requests .* to shop\.invalid, at most 80 a second/);
    await picture('asked');
    await resume.getByRole('button', { name: 'Leave it' }).click();
    await expect(clockBadge(page)).toHaveText('paused');

    await page.keyboard.press('Space');
    await question(page, 'Let the clock run on').getByRole('button', { name: 'Run them' }).click();
    await expect(clockBadge(page)).toHaveText('skip');
    // Agreed for this run and this host: neither a later burst nor another pace asks again.
    await goTo(page, 'Endpoints');
    await sendEvent(page, { type: 'order.paid', count: 2 });
    await page.getByRole('radiogroup', { name: 'Speed' }).getByRole('radio', { name: '600×', exact: true }).click();
    await expect(clockBadge(page)).toHaveText('600×');
  });

  test('events for another computer are asked for while the clock is fast', async ({ app }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Far', url: ELSEWHERE, policy: 'Kestrel' });
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(page)).toHaveText('skip');
    const form = await composeEvent(page);
    await form.getByLabel('How many').fill('3');
    await sendButton(form).click();
    const asked = question(page, 'Send 3 events');
    // K7: six attempts each.
    await expect(asked).toContainText('About 18 requests');
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(form).toBeVisible();
    await sendButton(form).click();
    await asked.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(form).toBeHidden();
    await goTo(page, 'Deliveries');
    await expect(page.getByRole('tab', { name: /^All/ })).toContainText('3');
  });
}
