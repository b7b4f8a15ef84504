import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, goTo, sendEvent, timelineRow } from './person';
import { card, drawn, enter, middleOf, press, ring, spanInView, timeline, toggle, twoWaiting } from './timeline-parts';

const pane = (page: Page) => page.getByRole('complementary', { name: 'Delivery' });

/** f1: Fianto's schedule ends 33 h 07 m after its beginning at the latest; there is some room at both ends. */
const WHOLE_DELIVERY = /^3\d h$/;

/** The plot without the labels at its left, in px of the window. */
async function plotOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator('.tl-stick canvas').boundingBox();
  if (box === null) throw new Error('the plot is not in sight');
  return box;
}

/** Where marks of the first row stand, by the keyboard; the focus is elsewhere afterwards. */
async function marksOfFirstRow(page: Page, count: number): Promise<readonly { x: number; y: number }[]> {
  await enter(page);
  const places: { x: number; y: number }[] = [];
  await press(page, 'Home');
  for (let i = 0; i < count; i++) {
    places.push(await middleOf(ring(page)));
    await press(page, 'ArrowRight');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fit' }).focus();
  await expect(card(page)).toBeHidden();
  return places;
}

export function timelineByHand(test: AppTest): void {
  test('a click opens the attempt beside the timeline, a pinned card stays, empty ground clears', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    // Without folds the three failures are too near to each other for a click of their own.
    const [, , third] = await marksOfFirstRow(page, 3);
    if (third === undefined) throw new Error('there is no third mark');
    const before = await plotOf(page);

    // A double click does no more than a click.
    await page.mouse.dblclick(third.x, third.y);
    await expect(attemptsIn(pane(page)).nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('main', { name: 'Live' })).toBeVisible();
    await picture('opened');
    // The attempts of the pane can still be chosen, and it leads to the list.
    await attemptsIn(pane(page)).nth(0).click();
    await expect(attemptsIn(pane(page)).nth(0)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await expect(pane(page)).toBeHidden();
    await expect.poll(async () => (await plotOf(page)).width).toBe(before.width);
    // What was opened was kept in sight: the view has moved.
    await page.getByRole('button', { name: 'Fit' }).click();
    await drawn(page);

    await page.mouse.move(third.x, third.y);
    await expect(card(page)).toBeVisible();
    await page.keyboard.down('Alt');
    await page.mouse.click(third.x, third.y);
    await page.keyboard.up('Alt');
    await expect(pane(page)).toBeHidden();
    const pin = card(page).getByRole('button', { name: 'Keep this card open' });
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    const ground = { x: before.x + 40, y: before.y + before.height - 30 };
    await page.mouse.move(ground.x, ground.y);
    await page.mouse.move(ground.x + 5, ground.y);
    await drawn(page);
    await expect(card(page)).toBeVisible();
    await picture('pinned');

    await expect(page.locator('.tl-row.is-selected')).toHaveCount(1);
    await page.mouse.click(ground.x, ground.y);
    await expect(card(page)).toBeHidden();
    await expect(page.locator('.tl-row.is-selected')).toHaveCount(0);

    // By the keyboard: P keeps the card while the focus goes on.
    await enter(page);
    await press(page, 'Home', 'p', 'ArrowRight');
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(card(page)).toContainText('Attempt 1');
    await page.keyboard.press('Escape');
    await expect(card(page)).toBeHidden();
  });

  test('a drag with Shift or on the axis zooms to a span, D to the whole of a delivery', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    const whole = await spanInView(page).textContent();
    const plot = await plotOf(page);
    const zoomTo = page.getByRole('button', { name: 'Zoom to selection' });
    await expect(zoomTo).toHaveAttribute('aria-disabled', 'true');
    // It says why it does nothing.
    await zoomTo.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('No delivery is selected.');

    await page.keyboard.down('Shift');
    await page.mouse.move(plot.x + 100, plot.y + 60);
    await page.mouse.down();
    await page.mouse.move(plot.x + 300, plot.y + 60, { steps: 4 });
    await picture('spanning');
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(page.locator('.tl-span')).toHaveCount(0);
    await expect(spanInView(page)).not.toHaveText(whole ?? '');
    // The click that ended the drag opened nothing.
    await expect(pane(page)).toBeHidden();
    const spanned = await spanInView(page).textContent();

    const axis = { x: plot.x + 200, y: plot.y - 14 };
    await page.mouse.move(axis.x, axis.y);
    await page.mouse.down();
    await page.mouse.move(axis.x + 120, axis.y, { steps: 4 });
    // Esc gives it up.
    await page.keyboard.press('Escape');
    await expect(page.locator('.tl-span')).toHaveCount(0);
    await page.mouse.up();
    await drawn(page);
    await expect(spanInView(page)).toHaveText(spanned ?? '');
    await page.mouse.move(axis.x, axis.y);
    await page.mouse.down();
    await page.mouse.move(axis.x + 120, axis.y, { steps: 4 });
    await page.mouse.up();
    await expect(spanInView(page)).not.toHaveText(spanned ?? '');

    // Unfolded, all of it is in view.
    await toggle(page, 'Fold').click();
    await page.locator('.tl-row').filter({ hasText: 'order.created' }).click();
    await expect(zoomTo).toHaveAttribute('aria-disabled', 'false');
    await zoomTo.click();
    await expect(spanInView(page)).toHaveText(WHOLE_DELIVERY);
    await picture('one-delivery');
    await timeline(page).focus();
    await page.keyboard.press('+');
    await expect(spanInView(page)).not.toHaveText(WHOLE_DELIVERY);
    await press(page, 'd');
    await expect(spanInView(page)).toHaveText(WHOLE_DELIVERY);
    await page.keyboard.press('-');
    await expect(spanInView(page)).not.toHaveText(WHOLE_DELIVERY);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('zoom to sel');
    await page.keyboard.press('Enter');
    await expect(spanInView(page)).toHaveText(WHOLE_DELIVERY);
  });

  test('the brush of the overview: its body pans, its edges zoom, by hand and by keyboard', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    const part = page.getByRole('slider', { name: 'Part in view', exact: true });
    const beginning = page.getByRole('slider', { name: 'Beginning of the part in view' });
    const end = page.getByRole('slider', { name: 'End of the part in view' });
    const at = async (slider: Locator): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));
    const drag = async (from: { x: number; y: number }, byPx: number): Promise<void> => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + byPx, from.y, { steps: 4 });
      await page.mouse.up();
      await drawn(page);
    };
    // A straight scale: the edges are then exact.
    await toggle(page, 'Fold').click();
    await page.getByRole('button', { name: 'Fit' }).click();
    await drawn(page);
    const whole = { from: await at(beginning), to: await at(end) };

    await drag(await middleOf(end), -300);
    expect(await at(end)).toBeLessThan(whole.to);
    expect(await at(beginning)).toBeCloseTo(whole.from, -1);
    const shortened = { from: await at(beginning), to: await at(end) };
    await drag(await middleOf(beginning), 200);
    expect(await at(beginning)).toBeGreaterThan(shortened.from);
    expect(Math.abs((await at(end)) - shortened.to)).toBeLessThanOrEqual(2);
    await picture('brushed');

    const span = await spanInView(page).textContent();
    const middle = await at(part);
    await drag(await middleOf(part), 60);
    expect(await at(part)).toBeGreaterThan(middle);
    await expect(spanInView(page)).toHaveText(span ?? '');

    await part.focus();
    const panned = await at(part);
    await press(page, 'ArrowLeft');
    expect(await at(part)).toBeLessThan(panned);
    await expect(spanInView(page)).toHaveText(span ?? '');
    await end.focus();
    const ended = await at(end);
    await press(page, 'ArrowRight');
    expect(await at(end)).toBeGreaterThan(ended);

    // A click beside the brush recentres, a double click fits everything.
    const overview = await page.locator('.tl-overview-plot').boundingBox();
    if (overview === null) throw new Error('the overview is not in sight');
    const box = await middleOf(part);
    const beside = overview.x + 30;
    const before = await at(part);
    await page.mouse.click(beside, box.y);
    await drawn(page);
    expect(await at(part)).not.toBe(before);
    await page.mouse.dblclick(beside, box.y);
    await drawn(page);
    expect(await at(beginning)).toBeCloseTo(whole.from, -1);
    expect(await at(end)).toBeCloseTo(whole.to, -1);
  });

  test('waits that were skipped are marks on the axis, each with its sentence', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await addEndpoint(page, { name: 'Shop', url: (await startEndpoint([500, 500, 200])).url, policy: 'Fianto' });
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await sendEvent(page, { type: 'order.paid' });
    await goTo(page, 'Live');
    await expect(timelineRow(page, 'order.paid')).toContainText('3: 200');
    // F6, F7: the waits of 1 m and 5 m, each stretched or shortened by up to 20 %.
    const told = page.getByRole('list', { name: /^Where time passed at once/ });
    await expect(told.getByRole('listitem')).toHaveText([/^Skipped [456] m.* to /, /^Skipped (1 m|\d\d s).* to /]);
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await page.getByRole('button', { name: 'Fit' }).click();
    await drawn(page);
    // The last one arrived where the third attempt began: just before the mark of its outcome.
    const places = await marksOfFirstRow(page, 3);
    const third = places[2];
    if (third === undefined) throw new Error('there is no third mark');
    const plot = await plotOf(page);
    await page.mouse.move(third.x - 12, plot.y - 5);
    const tip = page.getByRole('tooltip').filter({ hasText: 'Skipped' });
    await expect(tip).toHaveText(/^Skipped [456] m.* to /);
    await picture('leaps');
    await page.mouse.move(third.x, plot.y + 200);
    await expect(tip).toHaveCount(0);
  });
}
