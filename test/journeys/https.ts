import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo, openDelivery, sendEvent } from './person';

/** Opens the form of the endpoint whose page is open, at what it says of TLS. */
async function editTls(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Secure' });
  const more = dialog.getByText('Proxy and TLS');
  if (!(await dialog.getByLabel('Do not verify the certificate').isVisible())) await more.click();
  return dialog;
}

/** What a route may be reached over, and what a delivery then says. */
const FAULTS = [
  ['https, self-signed', 'The certificate is self-signed and not trusted here.'],
  ['https, expired', 'The certificate has expired.'],
  ['https, for another host', 'The certificate is for another-host.invalid, not for 127.0.0.1'],
  ['https, no shared TLS version', 'No shared TLS version: TLS 1.2 and 1.3 are spoken here.'],
] as const;

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

export function https(test: AppTest): void {
  test('an https route fails by name, is trusted with one tick, and a red mark says what is not verified', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    await page.getByRole('button', { name: 'New route' }).first().click();
    const form = page.getByRole('dialog', { name: 'New route' });
    await form.getByLabel('Path').fill('/secure');
    await form.getByRole('combobox', { name: 'Reached over' }).click();
    await page.getByRole('option', { name: 'https', exact: true }).click();
    await picture('new-https-route');
    await form.getByRole('button', { name: 'Add route' }).click();
    await expect(form).toBeHidden();
    const shown = page.getByText(/^https:\/\/127\.0\.0\.1:\d+\/secure$/);
    const url = (await shown.textContent()) ?? '';
    await expect(page.getByRole('list', { name: 'Ports for https' })).toContainText(new URL(url).port);
    await picture('https-route');

    await addEndpoint(page, { url, name: 'Secure', policy: 'Kestrel' });
    await sendEvent(page, { type: 'cert.unknown' });
    let pane = await openDelivery(page, 'cert.unknown');
    await expect(pane.getByText(/comes from an authority that is not known here/).first()).toBeVisible();
    await goTo(page, 'Receiver');
    await page.getByRole('button', { name: /^All requests/ }).click();
    await expect(page.getByText(/It most likely refuses the certificate/).first()).toBeVisible();
    await picture('https-refused');

    await goTo(page, 'Endpoints');
    let dialog = await editTls(page);
    await dialog.getByLabel('Trust the certificate of the built-in receiver').check();
    await save(dialog);
    await sendEvent(page, { type: 'cert.trusted' });
    pane = await openDelivery(page, 'cert.trusted');
    await expect(pane.getByText('Delivered').first()).toBeVisible();

    for (const [tls, says] of FAULTS) {
      await goTo(page, 'Receiver');
      await page
        .getByRole('navigation', { name: 'Routes' })
        .getByRole('button', { name: /^\/secure/ })
        .click();
      await page.getByRole('combobox', { name: 'Reached over' }).click();
      await page.getByRole('option', { name: tls, exact: true }).click();
      await expect(page.getByText(/^https:\/\/127\.0\.0\.1:\d+\/secure$/)).not.toHaveText(url);
      await goTo(page, 'Endpoints');
      const type = `cert.${FAULTS.findIndex(([name]) => name === tls)}`;
      await sendEvent(page, { type });
      pane = await openDelivery(page, type);
      await expect(pane.getByText(says).first()).toBeVisible();
    }

    await goTo(page, 'Endpoints');
    dialog = await editTls(page);
    await dialog.getByLabel('Do not verify the certificate').check();
    await picture('do-not-verify');
    await save(dialog);
    const main = page.getByRole('main', { name: 'Endpoint Secure' });
    await expect(main.getByText('TLS not verified')).toBeVisible();
    await expect(main.getByRole('note').filter({ hasText: 'Certificates are not verified' })).toBeVisible();
    await picture('not-verified');
    await main.getByRole('button', { name: 'Endpoints', exact: true }).click();
    await expect(page.getByRole('main', { name: 'Endpoints' }).getByText('TLS not verified')).toBeVisible();
  });
}
