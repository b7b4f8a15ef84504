import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo, listOf, openDelivery, openSettings, sendEvent } from './person';

/** Presses what is named as a keyboard does. */
async function pressByKey(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await button.focus();
  await page.keyboard.press('Enter');
}

export function keyboard(test: AppTest): void {
  test('the focus goes to the next sensible thing, and never to nothing', async ({ app, startEndpoint }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    // A dialog that closes gives it back to what opened it.
    await pressByKey(page, /^Send event/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Send event/ }).first()).toBeFocused();
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);

    // A button that is off while its command is answered has it again afterwards, however short that was.
    const sending = page.getByRole('button', { name: /^Send event/ }).first();
    await sending.evaluate(async (button: HTMLButtonElement) => {
      button.focus();
      button.disabled = true;
      await Promise.resolve();
      // A browser takes the focus from what is disabled when it draws next.
      button.blur();
      button.disabled = false;
    });
    await expect(sending).toBeFocused();

    // A pane that closes, to the list whose row it showed.
    await openDelivery(page, 'order.paid');
    await pressByKey(page, 'Close the delivery');
    await expect(listOf(page, 'Deliveries')).toBeFocused();

    // A question that is taken back, to what asked it.
    await openSettings(page, 'Data');
    await pressByKey(page, 'Delete all now');
    // The only delivery of a run stays.
    await expect(page.getByRole('group', { name: 'Delete deliveries' }).getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Delete all now' }).first()).toBeFocused();

    // A row that is deleted, to what stands in its place.
    await page.keyboard.press('ControlOrMeta+Shift+o');
    const runs = page.getByRole('dialog', { name: 'Runs' });
    await runs.getByRole('button', { name: 'New run' }).click();
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Shift+o');
    await runs.getByRole('button', { name: 'Delete First run' }).focus();
    await page.keyboard.press('Enter');
    await expect(runs.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(runs.getByRole('button', { name: /First run$/ }).first()).toBeFocused();
    await page.keyboard.press('Escape');

    // Where nothing of it is left, to the section itself.
    await goTo(page, 'Receiver');
    await page.getByRole('main').getByRole('button').first().focus();
    await page.keyboard.press('ControlOrMeta+3');
    await expect(page.getByRole('main', { name: 'Events' })).toBeFocused();
  });

  test('what a browser keeps for itself has other keys there, which the sheet shows', async ({ app }) => {
    const { page } = app;
    const inBrowser = app.kind === 'browser';
    await goTo(page, 'Live');
    await page.keyboard.press('ControlOrMeta+Shift+Slash');
    const line = page.getByRole('dialog', { name: 'Keys' }).getByText('Deliveries', { exact: true }).locator('..');
    await expect(line.locator('.key')).toHaveText(inBrowser ? [/^(Ctrl|Cmd) 2$/, '2'] : [/^(Ctrl|Cmd) 2$/]);
    // Not while something lies over the section.
    await page.keyboard.press('2');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('2');
    await expect(page.getByRole('main', { name: inBrowser ? 'Deliveries' : 'Live' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+3');
    await expect(page.getByRole('main', { name: 'Events' })).toBeVisible();
    // Nor where figures are typed.
    await goTo(page, 'Deliveries');
    await page.getByLabel('Filter deliveries').fill('');
    await page.getByLabel('Filter deliveries').press('4');
    await expect(page.getByLabel('Filter deliveries')).toHaveValue('4');
    await expect(page.getByRole('main', { name: 'Deliveries' })).toBeVisible();

    await openSettings(page, 'Keyboard');
    await page.getByRole('button', { name: /^Skip waits: S\. Change/ }).click();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('alert')).toHaveText(/^(Ctrl|Cmd) V is always “Paste”\. Press another, or Esc\.$/);
    await page.keyboard.press('Escape');
  });

  test('the desktop’s settings are there in a browser too, and say why they are off', async ({ app, picture }) => {
    const { page } = app;
    await openSettings(page, 'Desktop');
    const part = page.getByRole('region', { name: 'Desktop', exact: true });
    const controls = part.getByRole('checkbox').or(part.getByRole('button'));
    await expect(controls).toHaveCount(8);
    await picture('desktop');
    if (app.kind === 'window') {
      for (const control of await controls.all()) await expect(control).toBeEnabled();
      return;
    }
    for (const control of await controls.all()) {
      await expect(control).toBeDisabled();
      await expect(control).toHaveAccessibleDescription(/needs the desktop window/);
    }
  });
}
