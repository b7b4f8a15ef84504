import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { goTo, timelineRow } from './person';

const main = (page: Page) => page.getByRole('main', { name: 'Scenarios' });
const list = (page: Page) => page.getByRole('navigation', { name: 'Scenarios' });
const said = (page: Page) => page.getByRole('region', { name: 'Messages' });
const editor = (page: Page) => main(page).getByRole('textbox', { name: 'Scenario as text' });
const run = (page: Page) => main(page).getByRole('button', { name: 'Run', exact: true });
const itsRun = (page: Page) => main(page).getByRole('region', { name: 'Its run' });
const verdicts = (page: Page) => main(page).getByRole('list', { name: 'Expectations' }).getByRole('listitem');

const TEXT = (script: string): string =>
  [
    'retryscope: 1',
    'name: A short outage',
    'seed: 5',
    'start: 2026-01-01T00:00:00Z',
    'endpoints:',
    '  - { name: orders, policy: kestrel, receiver: orders }',
    'receiver:',
    `  - { route: orders, script: ${script} }`,
    'send:',
    '  - { endpoint: orders, type: order.paid, body: { id: 1 } }',
    'expect:',
    '  - { deliveries: { delivered: 1 } }',
    '  - { attempts: 3 }',
    '',
  ].join('\n');

export function scenarios(test: AppTest): void {
  test('an example is broken, mended, run and saved, and its expectations stand at their lines', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Scenarios');
    await list(page)
      .getByRole('button', { name: /^Kestrel/ })
      .first()
      .click();
    await expect(main(page)).toContainText('It can be run.');
    await picture('example');

    await editor(page).fill(TEXT('[{ reply: 503, tims: 2 }, { reply: 200 }]'));
    const problem = main(page).getByRole('list', { name: 'Problems' }).getByRole('button');
    await expect(problem).toHaveText('Line 8, column 45“tims” is not known here. Did you mean times?');
    await expect(run(page)).toBeDisabled();
    await picture('broken');
    await problem.click();
    // The writing mark stands at what is wrong.
    await page.keyboard.type('x');
    await expect(editor(page)).toContainText('xtims');

    await editor(page).fill(TEXT('[{ reply: 503, times: 1 }, { reply: 200 }]'));
    await expect(main(page)).toContainText('It can be run. 2 expectations.');
    await run(page).click();
    await expect(itsRun(page)).toContainText('It is over. 1 of 2 expectations holds.');
    await expect(verdicts(page)).toHaveText([/holdsdeliveries line 12/, /failsattempts line 13expected 3, got 2/]);
    await expect(editor(page)).toContainText('✓ deliveries: 1 delivered');
    await expect(editor(page)).toContainText('✗ attempts: expected 3, got 2');
    await expect(itsRun(page)).toContainText('2 attempts. Seed 5.');
    await picture('verdicts');

    await main(page).getByRole('button', { name: 'Save in the app' }).click();
    await expect(said(page)).toContainText('“A short outage” is saved in the app.');
    await expect(list(page).getByRole('button', { name: /^A short outage/ })).toBeVisible();
    const file = await app.savedBy(() => main(page).getByRole('button', { name: 'Save to a file' }).click());
    expect(file.name).toBe('a-short-outage.yaml');
    expect(file.bytes.toString('utf8')).toBe(TEXT('[{ reply: 503, times: 1 }, { reply: 200 }]'));

    await itsRun(page).getByRole('button', { name: 'Its timeline' }).click();
    await expect(timelineRow(page, 'order.paid')).toBeVisible();

    // What is not saved is asked about, and outlives the page.
    await goTo(page, 'Scenarios');
    await editor(page).fill(TEXT('[{ reply: 200 }]'));
    await page.reload();
    await goTo(page, 'Scenarios');
    await expect(editor(page)).toContainText('script: [{ reply: 200 }]');
    await list(page).getByRole('button', { name: 'New scenario' }).click();
    const asked = page.getByRole('dialog', { name: 'A short outage is not saved' });
    await asked.getByRole('button', { name: 'Go on editing' }).click();
    await expect(editor(page)).toContainText('script: [{ reply: 200 }]');

    await list(page).getByRole('button', { name: 'Delete A short outage' }).click();
    await expect(list(page).getByRole('button', { name: /^A short outage/ })).toHaveCount(0);
    await said(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(list(page).getByRole('button', { name: /^A short outage/ })).toHaveCount(1);
  });

  test('what is on screen is saved as a scenario, run, and run with another script: what changed is shown', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Scenarios');
    await list(page).getByRole('button', { name: 'New scenario' }).click();
    await editor(page).fill(TEXT('[{ reply: 503, times: 2 }, { reply: 200 }]'));
    await run(page).click();
    await expect(itsRun(page)).toContainText('It is over. 2 of 2 expectations hold.');
    await main(page).getByRole('button', { name: 'Save in the app' }).click();

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('save what is on screen');
    await page.keyboard.press('Enter');
    await expect(editor(page)).toContainText('# Saved from the run “A short outage”.');
    await expect(main(page).getByRole('region', { name: 'What it does not say' })).toContainText(
      'Secrets are left out: each endpoint gets a new one.',
    );
    await expect(main(page)).toContainText('It can be run.');
    await picture('saved-from-run');
    await run(page).click();
    await expect(itsRun(page)).toContainText('It is over. 5 of 5 expectations hold.');
    await itsRun(page).getByRole('button', { name: 'Compare with the run before' }).click();
    await expect(main(page)).toContainText('Deliveries: 1 same. Attempts: 3 same.');

    await main(page).getByRole('button', { name: 'Close' }).click();
    await main(page).getByRole('button', { name: 'Save in the app' }).click();
    await list(page)
      .getByRole('button', { name: /^A short outage/ })
      .last()
      .click();
    await editor(page).fill(TEXT('[{ reply: 503, times: 3 }, { reply: 200 }]'));
    await run(page).click();
    await expect(itsRun(page)).toContainText('It is over. 1 of 2 expectations holds.');
    await editor(page).fill(TEXT('[{ reply: 500, times: 2 }, { reply: 200 }]'));
    await run(page).click();
    await expect(itsRun(page)).toContainText('It is over. 2 of 2 expectations hold.');
    await itsRun(page).getByRole('button', { name: 'Compare with the run before' }).click();
    await expect(main(page)).toContainText('Attempts: 3 changed, 1 gone (3 status).');
    const table = main(page).getByRole('table', { name: 'Changes' });
    await expect(table.getByRole('row').filter({ hasText: 'attempt 1' })).toContainText('503500status');
    await expect(table.getByRole('row').filter({ hasText: 'attempt 4' })).toContainText('not theregone');
    await picture('changed');
    await main(page).getByRole('radio', { name: 'Everything' }).click();
    await expect(table.getByRole('row').filter({ hasText: 'deliveries' })).toContainText('holds: 1 delivered');
    await table.getByRole('button', { name: 'Compare attempt 1 of orders, event 1' }).click();
    await expect(page.getByRole('dialog', { name: /Compare/ })).toBeVisible();
    await picture('attempts');
  });
}
