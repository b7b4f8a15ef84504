import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { attemptsIn, clockBadge, deliveryOptions, goTo, openDelivery, sendButton, timelineRow } from './person';

const banner = (page: Page): Locator => page.getByRole('region', { name: 'Looking at the past' });
const handle = (page: Page): Locator => page.getByRole('slider', { name: 'Time that is looked at' });

/** The first door under skip waits, paused at its end: 503, 503, 503, then 200. */
async function threeFailuresThenSuccess(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip waits' }).click();
  await expect(clockBadge(page)).toHaveText('skip');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');
  await page.getByRole('button', { name: 'Pause the clock' }).click();
  await expect(clockBadge(page)).toHaveText('paused');
}

/** The log ends with: retry 2, claim 3, retry 3, claim 4, deliver, pause. */
const BACK_TO_RETRY_2 = 6;

export function scrubber(test: AppTest): void {
  test('the past shows a delivery as it was between two attempts, and Esc goes back to live', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await threeFailuresThenSuccess(page);
    await expect(handle(page)).toHaveAttribute('aria-valuetext', 'Live, now');
    for (let i = 0; i < BACK_TO_RETRY_2; i++) await page.keyboard.press('[');
    await expect(banner(page)).toContainText('503 Service Unavailable. Next attempt in');
    await expect(banner(page)).toContainText('before now');
    await expect(handle(page)).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d\.\d{3}, .+ before now$/);
    await expect(clockBadge(page)).toHaveText('past');
    // Kestrel gives 6 attempts (K6); two are made, and the third is planned.
    const row = timelineRow(page, 'order.paid');
    await expect(row).toContainText('Retrying');
    await expect(row).toContainText(/1: 503 .*; 2: 503 /);
    await expect(row).not.toContainText('3: 503');
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('2/6');
    await expect(page.getByText('Retrying', { exact: true }).first().locator('xpath=ancestor::dl')).toContainText('1');
    await picture('live-at-retry-2');

    await goTo(page, 'Deliveries');
    await expect(deliveryOptions(page)).toHaveText(/^Retrying.*order\.paid/);
    await expect(page.getByRole('tab', { name: /^Delivered/ })).toContainText('0');
    const pane = await openDelivery(page, 'order.paid');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3Planned/]);
    await expect(pane.getByRole('button', { name: 'Retry now' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Send event' })).toBeDisabled();
    await picture('deliveries-at-retry-2');

    // One step on, the third attempt is in flight, and nobody knows its end.
    await page.keyboard.press(']');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3Sending/]);
    // Ten steps back the log begins, before there was any delivery; ten on it ends.
    await page.keyboard.press('Shift+{');
    await expect(pane).toContainText('At this time there was no delivery');
    await expect(deliveryOptions(page)).toHaveCount(0);
    await page.keyboard.press('Shift+}');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3503/, /^4200/]);
    await page.keyboard.press('Escape');
    await expect(banner(page)).toBeHidden();
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3503/, /^4200/]);
    await expect(deliveryOptions(page)).toHaveText(/^Delivered.*order\.paid/);
    await expect(clockBadge(page)).toHaveText('paused');
    await picture('live-again');
  });

  test('the now line of the overview is a handle: by hand and by key, with what comes meanwhile left out', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await threeFailuresThenSuccess(page);
    const box = await handle(page).boundingBox();
    if (box === null) throw new Error('the handle is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x - 40, box.y + 20, { steps: 4 });
    await expect(banner(page)).toBeVisible();
    await page.mouse.move(box.x - 120, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect(timelineRow(page, 'order.paid')).not.toContainText('Delivered');
    await picture('dragged');
    // To the hand's end: now.
    const there = await handle(page).boundingBox();
    if (there === null) throw new Error('the handle is not drawn');
    await page.mouse.move(there.x + there.width / 2, there.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect(banner(page)).toBeHidden();

    await handle(page).focus();
    await page.keyboard.press('Home');
    await expect(banner(page)).toContainText('Clock: skip waits.');
    await page.keyboard.press('ArrowRight');
    await expect(banner(page)).toContainText('Accepted; the first attempt is due at once.');
    await expect(timelineRow(page, 'order.paid')).toContainText('Queued');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(timelineRow(page, 'order.paid')).toContainText('Queued');
    // The clock may be held and let go; what happens then does not move what is looked at.
    const seen = await banner(page).getByRole('time').getAttribute('datetime');
    await page.getByRole('button', { name: 'Let the clock run on' }).click();
    await expect(page.getByRole('button', { name: 'Pause the clock' })).toBeVisible();
    await expect(timelineRow(page, 'order.paid')).toContainText('Queued');
    expect(await banner(page).getByRole('time').getAttribute('datetime')).toBe(seen);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('You are looking at the past, where nothing can be changed.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await handle(page).focus();
    await page.keyboard.press('End');
    await expect(banner(page)).toBeHidden();
    await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(sendButton(page.getByRole('dialog', { name: 'Send an event' }))).toBeVisible();
  });

  test('the clock jumps to a time that is typed, and the past is looked at instead', async ({ app, picture }) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(page, 'order.paid')).toContainText('Queued');
    const time = page.getByRole('region', { name: 'Clock' }).getByRole('time');
    const before = Date.parse((await time.getAttribute('datetime')) ?? '');
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Jump to a time' });
    const field = dialog.getByLabel('Time or span');
    await field.fill('tomorrow');
    await expect(dialog).toContainText('Write a time such as 14:36');
    await expect(dialog.getByRole('button', { name: 'Jump', exact: true })).toBeDisabled();
    await field.fill('2h');
    await expect(dialog).toContainText('in 2 h');
    await picture('jump');
    await dialog.getByRole('button', { name: 'Jump', exact: true }).click();
    // Kestrel's waits are at most 10 s, 20 s, 40 s … (K7): within two hours all four attempts are made, and time stands.
    await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');
    await expect(clockBadge(page)).toHaveText('paused');
    const after = Date.parse((await time.getAttribute('datetime')) ?? '');
    expect(after - before).toBe(2 * 3_600_000);

    await page.keyboard.press('t');
    await field.fill(new Date(before).toISOString().slice(0, 19).replace('T', ' '));
    await expect(dialog).toContainText('the clock never goes back');
    await dialog.getByRole('button', { name: 'Look at it' }).click();
    await expect(banner(page)).toContainText('2 h');
    await page.keyboard.press('Escape');
    await expect(banner(page)).toBeHidden();
  });
}
