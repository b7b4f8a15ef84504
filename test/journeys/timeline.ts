import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, goTo, sendEvent, timelineRow } from './person';
import {
  brushLeft,
  card,
  enter,
  middleOf,
  press,
  ring,
  spanInView,
  timeline,
  toggle,
  twoWaiting,
} from './timeline-parts';

export function timelineJourney(test: AppTest): void {
  test('the timeline is walked by keyboard: marks, rows, why, open', async ({ app, startEndpoint, picture }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    await enter(page);
    await expect(card(page)).toBeVisible();
    await press(page, 'Home');
    const first = await middleOf(ring(page));
    await press(page, 'ArrowRight');
    expect((await middleOf(ring(page))).x).toBeGreaterThan(first.x);
    await press(page, 'Home');
    expect((await middleOf(ring(page))).x).toBeCloseTo(first.x, 0);
    await press(page, 'ArrowDown');
    // Rows are 24 px high.
    expect((await middleOf(ring(page))).y).toBeCloseTo(first.y + 24, 0);
    await press(page, 'ArrowUp');
    expect((await middleOf(ring(page))).y).toBeCloseTo(first.y, 0);
    await press(page, 'Home');
    await expect(card(page)).toContainText('500');
    await picture('why-by-keyboard');
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: 'Delivery' });
    await expect(pane.getByRole('heading', { name: 'order.paid' })).toBeVisible();
    // The second attempt was meant.
    await expect(attemptsIn(pane).nth(1)).toHaveAttribute('aria-current', 'true');
    await expect(pane).toBeFocused();
    // The timeline is still there, and Esc leads back to the mark.
    await expect(timelineRow(page, 'order.created')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
    await expect(timeline(page)).toBeFocused();
    await expect(ring(page)).toBeVisible();
    await expect(card(page)).toBeVisible();
  });

  test('a rule on the why card says its sentence and leads to its place on the policy’s page', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    await enter(page);
    // The wait for the fourth attempt: 30 min, ±20 %.
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect(card(page)).toContainText('Waiting for attempt 4 of 8');
    await expect(card(page)).toContainText('After the 3rd failure Fianto waits 30 m');
    await expect(card(page)).toContainText(/Drawn fromseed \d+, key 1\.\d+\.3: 0\.\d{6}/);
    await page.keyboard.press('Tab');
    const rule = card(page).getByRole('button', { name: 'F4' }).first();
    await expect(rule).toBeFocused();
    await expect(page.getByRole('tooltip')).toContainText('F4: Everything else failed');
    await picture('why-rule');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Policies' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Fianto' })).toBeVisible();
    await expect(page.locator('[data-pointed]')).toContainText('F4');
    await expect(page.locator('[data-pointed]')).toBeInViewport();
    await picture('policy-rule');
  });

  test('hover shows why, a click selects and opens the attempt, the menu has its acts', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    await enter(page);
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'g');
    const third = await middleOf(ring(page));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fit' }).focus();
    await expect(ring(page)).toBeHidden();
    await expect(card(page)).toBeHidden();

    await page.mouse.move(third.x, third.y);
    await expect(card(page)).toContainText('500');
    await picture('why-by-pointer');
    // The pointer may enter the card; away from both it closes.
    await card(page).hover();
    await expect(card(page)).toBeVisible();
    await page.mouse.move(third.x, third.y + 300);
    await expect(card(page)).toBeHidden();

    await page.mouse.click(third.x, third.y);
    await expect(page.locator('.tl-row.is-selected')).toContainText('order.paid');
    const pane = page.getByRole('complementary', { name: 'Delivery' });
    await expect(attemptsIn(pane).nth(2)).toHaveAttribute('aria-current', 'true');

    await page.locator('.tl-row.is-selected').click({ button: 'right' });
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: /^Redeliver/ })).toBeDisabled();
    await expect(menu).toContainText('Retrying: no redelivery before it has ended (F29).');
    await expect(menu.getByRole('menuitem', { name: /^Retry now/ })).toBeVisible();
    await picture('menu');
    await page.keyboard.press('Escape');
  });

  test('wheel, drag and keys move the view; fold, follow and fit are switches of one bar', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    await expect(page.getByRole('main').locator('.toolbar')).toHaveCount(1);
    const whole = await spanInView(page).textContent();
    const box = await timeline(page).boundingBox();
    if (box === null) throw new Error('the timeline is not in sight');
    const at = { x: box.x + box.width * 0.7, y: box.y + box.height * 0.7 };
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -240);
    await page.keyboard.up('Control');
    await expect(spanInView(page)).not.toHaveText(whole ?? '');
    await picture('zoomed');

    await toggle(page, 'Follow').click();
    await expect(toggle(page, 'Follow')).toBeChecked();
    const followed = await brushLeft(page);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 200, at.y, { steps: 5 });
    await page.mouse.up();
    // Dragged to the right, an earlier time comes into view, and following ends.
    await expect(toggle(page, 'Follow')).not.toBeChecked();
    await expect.poll(() => brushLeft(page)).toBeLessThan(followed);

    await timeline(page).focus();
    await page.keyboard.press('n');
    await expect(toggle(page, 'Follow')).toBeChecked();
    await expect.poll(() => brushLeft(page)).toBeCloseTo(followed, 0);
    await page.keyboard.press('f');
    await expect(toggle(page, 'Follow')).not.toBeChecked();
    await expect(spanInView(page)).toHaveText(whole ?? '');
    await page.keyboard.press('+');
    await expect(spanInView(page)).not.toHaveText(whole ?? '');
    await page.keyboard.press('-');
    await expect(spanInView(page)).toHaveText(whole ?? '');

    await expect(toggle(page, 'Fold')).toBeChecked();
    await page.keyboard.press('z');
    await expect(toggle(page, 'Fold')).not.toBeChecked();
    await toggle(page, 'Fold').click();
    await expect(toggle(page, 'Fold')).toBeChecked();
    const collapse = page.getByRole('button', { name: /the deliveries of Shop$/ });
    await collapse.click();
    await expect(timelineRow(page, 'order.paid')).toHaveCount(0);
    await collapse.click();
    await expect(timelineRow(page, 'order.paid')).toHaveCount(1);
  });

  test('F17, F20, F25: a suspension and what it held stay on the timeline once they are over', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    // F2: five deliveries of eight attempts each fail, then the endpoint is well.
    const endpoint = await startEndpoint([...Array<number>(40).fill(503), 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 5 });
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(page.getByRole('main')).toContainText('5 exhausted in a row. New events are held.', {
      timeout: 60_000,
    });
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await sendEvent(page, { type: 'order.held', count: 3 });
    await expect(page.getByRole('main')).toContainText('3 of 10,000');
    await expect(page.getByRole('main')).toContainText('delivery_failures');
    const past = page.getByRole('list', { name: /^When endpoints received nothing/ });
    await goTo(page, 'Live');
    await expect(past).toContainText('still closed: 5 exhausted in a row (F17, F18), delivery_failures');
    await expect(past).toContainText('3 held now');
    await goTo(page, 'Endpoints');
    await page.getByRole('button', { name: 'Verify again' }).click();
    await endpoint.received(43);
    await goTo(page, 'Live');
    await expect(past).toContainText(/closed from .*, until .*: 5 exhausted in a row \(F17, F18\), delivery_failures/);
    await expect(past).toContainText('0 held now, 3 at most');
    await picture('over');
  });
}
