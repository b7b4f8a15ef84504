import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, composeEvent, goTo, openSettings, sendEvent } from './person';

export function settings(test: AppTest): void {
  test('theme, times and a key do something at once, and are kept over a restart', async ({ app, picture }) => {
    const html = () => app.page.locator('html');
    await goTo(app.page, 'Live');
    await app.page.keyboard.press('ControlOrMeta+,');
    await expect(app.page.getByRole('main', { name: 'Settings' })).toBeVisible();
    for (const [name, theme] of [
      ['Light', 'light'],
      ['Dark', 'dark'],
      ['Light', 'light'],
    ] as const) {
      await app.page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name }).click();
      await expect(html()).toHaveAttribute('data-theme', theme);
    }
    await app.page.getByRole('radio', { name: 'ISO 8601' }).click();
    const page = app.page.getByRole('region', { name: 'Appearance' });
    await expect(page).toContainText(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/);
    await app.page.getByRole('radio', { name: 'This computer’s zone' }).click();
    await expect(page.getByRole('radio', { name: 'This computer’s zone' })).toBeChecked();
    await picture('appearance');

    await openSettings(app.page, 'Keyboard');
    const key = app.page.getByRole('button', { name: /^Skip waits: S\. Change/ });
    await key.click();
    await app.page.keyboard.press('j');
    await expect(app.page.getByRole('alert')).toContainText('J is “Next” already');
    await app.page.keyboard.press('w');
    await expect(app.page.getByRole('button', { name: /^Skip waits: W\. Change/ })).toBeVisible();
    await picture('keyboard');

    await app.restart();
    await expect(html()).toHaveAttribute('data-theme', 'light');
    await goTo(app.page, 'Live');
    const skip = app.page.getByRole('button', { name: 'Skip waits' });
    await app.page.keyboard.press('s');
    await app.page.keyboard.press('w');
    await expect(skip).toHaveAttribute('aria-pressed', 'true');
    await app.page.keyboard.press('ControlOrMeta+Shift+Slash');
    const sheet = app.page.getByRole('dialog', { name: 'Keys' });
    await expect(sheet.getByText('Skip waits').locator('..')).toContainText('W');
    await app.page.keyboard.press('Escape');
    await openSettings(app.page, 'Appearance');
    await expect(app.page.getByRole('radio', { name: 'ISO 8601' })).toBeChecked();
    await expect(app.page.getByRole('radio', { name: 'This computer’s zone' })).toBeChecked();
    await expect(app.page.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  test('defaults are what the forms propose, limits are checked, and both are kept', async ({ app, picture }) => {
    const { page } = app;
    await openSettings(page, 'Defaults');
    await page.getByRole('radio', { name: /^Kestrel/ }).click();
    await page.getByRole('radio', { name: 'Any 2xx passes' }).click();
    await page.getByLabel('Content type of a new event').fill('text/plain');
    await page.getByLabel('Content type of a new event').press('Enter');
    await picture('defaults');
    await openSettings(page, 'Engine');
    await page.getByLabel('Requests at once, one endpoint').fill('0');
    await page.getByLabel('Requests at once, one endpoint').press('Enter');
    await expect(page.getByRole('alert')).toHaveText('An endpoint gets 1 to 4,096 requests at once.');
    await page.getByLabel('Requests at once, one endpoint').fill('3');
    await page.getByLabel('Requests at once, one endpoint').press('Enter');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.getByRole('radio', { name: 'A loss of power too' }).click();
    await page.getByRole('radio', { name: 'Virtual time' }).click();
    await picture('engine');
    await app.restart();
    await openSettings(app.page, 'Engine');
    await expect(app.page.getByLabel('Requests at once, one endpoint')).toHaveValue('3');
    await expect(app.page.getByRole('radio', { name: 'A loss of power too' })).toBeChecked();
    await expect(app.page.getByRole('radio', { name: 'Virtual time' })).toBeChecked();
    await goTo(app.page, 'Endpoints');
    await app.page.getByRole('button', { name: 'Add endpoint' }).click();
    const form = app.page.getByRole('dialog');
    await expect(form.getByRole('radio', { name: /^Kestrel/ })).toBeChecked();
    await form.getByRole('radio', { name: /^Fianto/ }).click();
    await expect(form.getByRole('radio', { name: 'Any 2xx passes' })).toBeChecked();
    await form.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await expect((await composeEvent(app.page)).getByLabel('Content type')).toHaveValue('text/plain');
    await app.page.keyboard.press('Escape');
  });

  test('history goes only when asked, by kind, and everything begins again in two steps', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 3 });
    await endpoint.received(3);
    await openSettings(page, 'Data');
    const data = page.getByRole('region', { name: 'Data' });
    await expect(data).toContainText('3 deliveries');
    await picture('data');
    await data.getByRole('button', { name: 'Delete all now' }).first().click();
    const ask = data.getByRole('group', { name: 'Delete deliveries' });
    // The newest delivery of a run stays.
    await expect(ask).toContainText('Deletes 2 deliveries with their attempts, for good.');
    await picture('delete?');
    await ask.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(data.getByRole('status')).toContainText('Deleted 2 deliveries');
    await expect(data).toContainText('1 delivery, 1 attempt');
    await data.getByRole('button', { name: 'Reset everything' }).click();
    const reset = data.getByRole('group', { name: 'Reset' });
    await expect(reset).toContainText('deletes 1 run with endpoints, secrets and routes, 1 event, 1 delivery');
    await reset.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'See what a webhook provider will do to your endpoint' }),
    ).toBeVisible();
  });

  test('a workspace goes out as a file and comes in again, and says first what it adds', async ({
    app,
    dataDir,
    picture,
  }) => {
    const { page } = app;
    await openSettings(page, 'Workspace');
    const text = [
      'retryscope: workspace',
      'version: 1',
      'settings: { theme: light }',
      'routes:',
      '  - { path: /orders, script: { steps: [{ reply: 503, times: 2 }, { reply: 200 }] } }',
      'endpoints:',
      '  - { name: Orders, policy: kestrel, route: /orders }',
    ].join('\n');
    const choose = async (name: string, content: string): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a workspace file' }).click();
      await (await asked).setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(content) });
    };
    await choose('wrong.yaml', text.replace('kestrel', 'kestral'));
    await expect(page.getByRole('alert')).toContainText(
      'wrong.yaml:7:29: endpoints[0].policy: There is no policy “kestral”',
    );
    await choose('orders.yaml', text);
    const plan = page.getByRole('region', { name: 'What the file would add' });
    await expect(plan).toContainText('Endpoint Orders');
    await expect(plan).toContainText('Route /orders');
    await expect(plan).toContainText('1 setting would change: theme');
    await picture('import?');
    await plan.getByRole('button', { name: 'Import' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await goTo(page, 'Endpoints');
    await expect(page.getByRole('list', { name: 'Endpoints' })).toContainText('Orders');
    await openSettings(page, 'About');
    await expect(page.getByRole('region', { name: 'About' })).toContainText(/SQLite\s*3\./);
    await expect(page.getByText(/^better-sqlite3 \d+\.\d+\.\d+, MIT/)).toBeVisible();
    await expect(page.getByText(/^react \d+\.\d+\.\d+, MIT/)).toBeVisible();
    await picture('about');
    expect(await readFile(`${dataDir}/logs/retryscope.log`, 'utf8')).toContain('started with');
  });
}
