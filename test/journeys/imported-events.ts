import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, composeEvent, paste, sendButton } from './person';

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
}
