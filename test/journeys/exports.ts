import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo, sendEvent } from './person';

type Row = Readonly<Record<string, unknown>>;

const rowsIn = (bytes: Buffer): readonly Row[] =>
  bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

async function openRedaction(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Redaction' }).click();
}

export function exportsJourney(test: AppTest): void {
  test('what was recorded goes out as a file, without secrets unless it is asked for them', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: `${endpoint.url}?token=tok-123`, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', body: '{"card":4111,"id":1}', count: 2 });
    await endpoint.received(2);

    await openRedaction(page);
    const paths = page.getByLabel('Places in JSON bodies');
    await paths.fill('card');
    await expect(page.getByRole('alert')).toHaveText('card: A path begins with $, such as $.card.number.');
    await picture('redaction, wrong');
    await paths.fill('$.card');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.getByLabel('More headers').fill('webhook-id');
    await page.getByLabel('More headers').blur();
    await picture('redaction');
    await app.restart();
    await openRedaction(app.page);
    await expect(app.page.getByLabel('Places in JSON bodies')).toHaveValue('$.card');
    await expect(app.page.getByLabel('More headers')).toHaveValue('webhook-id');

    const dialog = app.page.getByRole('dialog', { name: 'Export' });
    await goTo(app.page, 'Deliveries');
    await app.page.getByRole('main').getByRole('button', { name: 'Export' }).click();
    await expect(dialog.getByRole('combobox', { name: 'What to export' })).toContainText('The live run');
    await picture('export');
    const redacted = await app.savedBy(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    await expect(dialog).toBeHidden();
    expect(redacted.name).toMatch(/^retryscope-.+\.ndjson$/);
    const rows = rowsIn(redacted.bytes);
    expect(rows.at(-1)).toMatchObject({ kind: 'end', rows: { delivery: 2, attempt: 2 }, redacted: { json: 2 } });
    expect(rows.find(({ kind }) => kind === 'event')).toMatchObject({ body: { text: '{"card":"REDACTED","id":1}' } });
    expect(redacted.bytes.toString('utf8')).not.toContain('tok-123');
    await expect(app.page.getByText(/Redacted: .*2 values in bodies/)).toBeVisible();

    await app.page.getByRole('main').getByText('order.paid').first().click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Export' }).click();
    await expect(dialog.getByRole('combobox', { name: 'What to export' })).toContainText('of order.paid');
    await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Kept' }).click();
    const whole = await app.savedBy(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    expect(JSON.parse(whole.bytes.toString('utf8'))).toMatchObject({
      header: { scope: 'deliveries', redaction: null },
      endpoints: [{ url: `${endpoint.url}?token=tok-123` }],
      deliveries: [{ eventType: 'order.paid' }],
    });
  });

  test('an export with its secrets comes back as a frozen run; a redacted one says what is missing', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid', count: 2 });
    await endpoint.received(2);
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const data = page.getByRole('region', { name: 'Data' });
    const exportRun = async (secrets: 'Redacted' | 'Kept'): Promise<Buffer> => {
      await data.getByRole('button', { name: 'Export the log' }).click();
      await dialog.getByRole('radio', { name: secrets }).click();
      const { bytes } = await app.savedBy(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
      return bytes;
    };
    const importFile = async (buffer: Buffer): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await data.getByRole('button', { name: 'Import a log' }).click();
      await (await asked).setFiles({ name: 'log.ndjson', mimeType: 'application/x-ndjson', buffer });
    };
    await goTo(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Data' }).click();
    await expect(data).toContainText('2 attempts');
    await importFile(await exportRun('Redacted'));
    await expect(data.getByRole('alert')).toContainText('This log is redacted');
    await picture('import, redacted');
    const whole = await exportRun('Kept');
    await importFile(whole);
    await expect(data.getByRole('alert')).toContainText('This folder has the run');

    await data.getByRole('button', { name: 'Reset everything' }).click();
    await data.getByRole('group', { name: 'Reset' }).getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page.getByRole('main', { name: 'Live' })).toBeVisible();
    await goTo(page, 'Settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Data' }).click();
    await importFile(whole);
    await expect(page.getByText(/came in, frozen\. Nothing was sent\./)).toBeVisible();
    await expect(data).toContainText('2 attempts');
    await page.getByRole('button', { name: 'Runs', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Runs' })).toContainText('2 deliveries, 2 attempts');
    await picture('imported');
  });
}
