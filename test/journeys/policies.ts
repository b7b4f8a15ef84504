import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo } from './person';

const main = (page: Page) => page.getByRole('main', { name: 'Policies' });
const list = (page: Page) => page.getByRole('navigation', { name: 'Policies' });
const said = (page: Page) => page.getByRole('region', { name: 'Messages' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const save = (page: Page) => main(page).getByRole('button', { name: 'Save policy' });

async function copyFianto(page: Page): Promise<void> {
  await goTo(page, 'Policies');
  await list(page)
    .getByRole('button', { name: /^Fianto/ })
    .click();
  await main(page).getByRole('button', { name: 'Edit a copy' }).click();
  await expect(main(page).getByRole('article', { name: 'Edit Fianto copy' })).toBeVisible();
}

export function policies(test: AppTest): void {
  test('a copy of Fianto is edited as a form and as text, used, and an endpoint takes its new version', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await copyFianto(page);
    await expect(preview(page)).toContainText(
      '8 attempts, the last one 22 h 04 m 48 s to 33 h 07 m 12 s, nominal 27 h 36 m',
    );
    await main(page).getByLabel('Name', { exact: true }).fill('Fianto, faster');
    await expect(main(page).getByLabel('Id', { exact: true })).toHaveValue('fianto-faster');
    await main(page).getByLabel('Attempts in all').fill('3');
    await main(page).getByLabel('Waits, one after the other').fill('10s, 1m');
    await expect(preview(page)).toContainText('3 attempts, the last one 56 s to 1 m 24 s, nominal 1 m 10 s');
    await expect(preview(page).getByRole('row')).toHaveCount(4);
    await picture('form');

    // What is wrong is said at its field, and the preview stays as it was.
    await main(page).getByLabel('Attempts in all').fill('0');
    await expect(main(page).getByRole('alert')).toHaveText('This is 1 or more.');
    await expect(save(page)).toBeDisabled();
    await expect(preview(page)).toContainText('As it was when it was valid last: 3 attempts');
    await picture('form-wrong');
    await main(page).getByLabel('Attempts in all').fill('3');

    await main(page).getByRole('radio', { name: 'Text' }).click();
    const text = main(page).getByRole('textbox', { name: 'Policy as text' });
    await expect(text).toContainText('extends: fianto');
    await expect(text).toContainText('schedule: [ 10s, 1m ]');
    const written =
      'retryscope: policy\nversion: 1\n# For a quick look\nname: Fianto, faster\nextends: fianto\nattempts: 4\n';
    await text.fill(`${written}schedule: [10s, 1 minute]\njiter: none\n`);
    await expect(main(page)).toContainText('Line 7, column 17: A duration is a number and a unit');
    await expect(main(page)).toContainText('Line 8, column 1: “jiter” is not known here. Did you mean jitter?');
    await expect(save(page)).toBeDisabled();
    await expect(preview(page)).toContainText('As it was when it was valid last: 3 attempts');
    await picture('text-wrong');
    await text.fill(`${written}schedule: [10s, 1m, 5m]\njitter: none\n`);
    await expect(preview(page)).toContainText('4 attempts, the last one 6 m 10 s after the first.');
    await main(page).getByRole('radio', { name: 'Form' }).click();
    await expect(main(page).getByLabel('Waits, one after the other')).toHaveValue('10s, 1m, 5m');
    await main(page).getByRole('radio', { name: 'Text' }).click();
    await expect(text).toContainText('# For a quick look');
    await save(page).click();
    await expect(said(page)).toContainText('Fianto, faster is saved.');
    await expect(main(page).getByRole('heading', { name: 'Fianto, faster', level: 1 })).toBeVisible();
    await picture('saved');

    await addEndpoint(page, { url: 'http://127.0.0.1:9/hook', name: 'Orders', policy: 'Fianto, faster' });
    await goTo(page, 'Policies');
    await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await main(page).getByLabel('Attempts in all').fill('2');
    await save(page).click();
    const older = main(page).getByRole('region', { name: 'Endpoints under an older version' });
    await expect(older).toContainText('1 endpoint of 1 runs under an older version');
    await expect(older).toContainText('Attempts4 2');
    await picture('older');
    await goTo(page, 'Endpoints');
    const endpoint = page.getByRole('main', { name: 'Endpoint Orders' });
    await expect(endpoint).toContainText('There is a newer version of this policy.');
    await picture('endpoint');
    await endpoint.getByRole('button', { name: 'Use the new version' }).click();
    await expect(said(page)).toContainText('Orders runs under the new version of Fianto, faster.');
    await expect(endpoint).not.toContainText('There is a newer version of this policy.');
    await goTo(page, 'Policies');
    await expect(older).toBeHidden();
  });

  test('a policy is written to a file and read from it again, and what is not saved is asked about', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await copyFianto(page);
    await main(page).getByLabel('Attempts in all').fill('4');
    await goTo(page, 'Live');
    await goTo(page, 'Policies');
    await expect(main(page).getByLabel('Attempts in all')).toHaveValue('4');
    // Nor does it go with the page.
    await page.reload();
    await goTo(page, 'Policies');
    await expect(main(page).getByLabel('Attempts in all')).toHaveValue('4');
    await list(page)
      .getByRole('button', { name: /^Kestrel/ })
      .click();
    const asked = page.getByRole('dialog', { name: 'Fianto copy is not saved' });
    await expect(asked).toBeVisible();
    await picture('asked');
    await asked.getByRole('button', { name: 'Go on editing' }).click();
    await save(page).click();
    await expect(said(page)).toContainText('Fianto copy is saved.');

    const file = await app.savedBy(() => main(page).getByRole('button', { name: 'Export file' }).click());
    expect(file.name).toBe('fianto-copy.yaml');
    const text = file.bytes.toString('utf8');
    expect(text).toBe(
      'retryscope: policy\nversion: 1\nid: fianto-copy\nname: Fianto copy\nextends: fianto\nattempts: 4\n',
    );

    await main(page).getByRole('button', { name: 'Remove' }).click();
    await main(page).getByRole('group', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
    await expect(said(page)).toContainText('Fianto copy is removed.');
    await expect(list(page).getByRole('button', { name: /^Fianto copy/ })).toHaveCount(0);

    const chooser = page.waitForEvent('filechooser');
    await list(page).getByRole('button', { name: 'Import file' }).click();
    await (await chooser).setFiles({ name: file.name, mimeType: 'text/yaml', buffer: file.bytes });
    await expect(main(page).getByLabel('Attempts in all')).toHaveValue('4');
    await save(page).click();
    await expect(list(page).getByRole('button', { name: /^Fianto copy/ })).toHaveCount(1);
  });
}
