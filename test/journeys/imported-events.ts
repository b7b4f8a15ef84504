import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, composeEvent, goTo, listOf, paste, rowsOf, sendButton } from './person';

export function importedEvents(test: AppTest): void {
  test('a cURL command that is pasted becomes an event, byte for byte', async ({ app, startEndpoint, picture }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const form = await composeEvent(page);
    await form.getByRole('button', { name: 'cURL command' }).click();
    const field = form.getByRole('textbox', { name: 'cURL command' });
    await expect(field).toBeFocused();
    await paste(field, 'curl -d @body.json http://x.example');
    await expect(form.getByRole('alert')).toContainText('The command reads its body from a file');
    await picture('refused');
    await field.fill('');
    const body = '{"type":"order.paid",\r\n "id":12345678901234567890, "by":"Zo\\u00eb\'s"}\n';
    const quoted = `'${body.replaceAll("'", "'\\''")}'`;
    await paste(
      field,
      `curl http://x.example -H 'Content-Type: application/json' -H 'Authorization: s3cret' --data-raw ${quoted}`,
    );
    await expect(form.getByLabel('Type', { exact: true })).toHaveValue('order.paid');
    await expect(form.getByLabel('Type', { exact: true })).toBeFocused();
    await expect(form).toContainText('Left out: the address, the header Authorization.');
    await expect(form).not.toContainText('s3cret');
    await picture('taken');
    await sendButton(form).click();
    await endpoint.received(1);
    expect(endpoint.seen[0]?.body.toString()).toBe(body);
    await expect(page.getByText('1 event sent, 1 delivery queued.')).toBeVisible();
  });

  test('two requests of a HAR file become two events, byte for byte and in order', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await goTo(page, 'Events');
    const give = async (text: string): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'HAR file' }).click();
      await (await asked).setFiles({ name: 'saved.har', mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await give('{"log":{}}');
    await expect(page.getByText('saved.har: This file has no log.entries.')).toBeVisible();
    const bodies = ['{"type":"order.paid",\r\n "n":12345678901234567890}', 'a=Zoë\n'];
    const entries = [...bodies, ''].map((text) => ({
      request: { method: 'POST', url: 'https://x.example/in?token=s3cret', postData: { mimeType: 'text/plain', text } },
    }));
    await give(JSON.stringify({ log: { entries } }));
    const dialog = page.getByRole('dialog', { name: 'Events from a HAR file' });
    await expect(dialog).toContainText('saved.har: 2 requests have a body, 1 has none.');
    await expect(dialog).not.toContainText('s3cret');
    await dialog.getByRole('button', { name: 'None' }).click();
    await expect(dialog.getByRole('button', { name: /^Send/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'All' }).click();
    await dialog.getByRole('button', { name: 'Send 2 events' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('An event needs a type, such as order.paid.');
    await picture('a HAR file');
    await dialog.getByLabel('Type', { exact: true }).fill('form.sent');
    await dialog.getByRole('button', { name: 'Send 2 events' }).click();
    await expect(page.getByText('2 events of saved.har sent.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await endpoint.received(2);
    expect(endpoint.seen.map(({ body }) => body.toString()).sort()).toEqual([...bodies].sort());
    const rows = rowsOf(listOf(page, 'Events'));
    await expect(rows).toHaveCount(2);
    // Newest first.
    await expect(rows.first()).toContainText('form.sent');
    await expect(rows.last()).toContainText('order.paid');

    const held = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.har'));
        return data;
      },
      JSON.stringify({ log: { entries } }),
    );
    await page.getByRole('main', { name: 'Events' }).dispatchEvent('drop', { dataTransfer: held });
    await expect(dialog).toContainText('dropped.har: 2 requests have a body, 1 has none.');
  });
}
