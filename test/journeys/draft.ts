import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, composeEvent, goTo, sendButton } from './person';

const BODY = '{\n  "order": 7,\n  "note": "half wri';

export function draftJourney(test: AppTest): void {
  test('an event that is being written is there again after a restart, until it is sent or discarded', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const endpoint = await startEndpoint([200]);
    await addEndpoint(app.page, { name: 'Shop', url: endpoint.url, policy: 'Kestrel' });
    const typed = await composeEvent(app.page);
    const begins = (await typed.getByLabel('Body').textContent()) ?? '';
    await expect(typed.getByRole('button', { name: 'Discard' })).toBeHidden();
    await typed.getByLabel('Type', { exact: true }).fill('order.begun');
    await typed.getByLabel('Body').fill(BODY);
    await picture('written');

    const form = app.page.getByRole('complementary', { name: 'Send an event' });
    await app.page.reload();
    await goTo(app.page, 'Events');
    await expect(form.getByLabel('Body')).toContainText('half wri');
    await form.getByLabel('How many').fill('2');
    await app.page.reload();
    await app.killEngine();
    await app.restart();
    await goTo(app.page, 'Events');
    const again = app.page.getByRole('complementary', { name: 'Send an event' });
    await expect(again.getByLabel('Type', { exact: true })).toHaveValue('order.begun');
    await expect(again.getByLabel('How many')).toHaveValue('2');
    await expect(again.getByLabel('Body')).toContainText('half wri');
    await picture('back');

    const discard = again.getByRole('button', { name: 'Discard' });
    await discard.click();
    await expect(discard).toBeHidden();
    await expect(again.getByLabel('Body')).toHaveText(begins);
    await app.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect(again.getByLabel('Body')).toContainText('half wri');
    await expect(discard).toBeVisible();

    await sendButton(again).click();
    await endpoint.received(2);
    await expect(discard).toBeHidden();
    await expect(app.page.getByRole('region', { name: 'Messages' })).toContainText('2 events sent');
    await app.restart();
    await goTo(app.page, 'Events');
    const anew = app.page.getByRole('complementary', { name: 'Send an event' });
    await expect(anew.getByLabel('Body')).toHaveText(begins);
    await expect(anew.getByRole('button', { name: 'Discard' })).toBeHidden();
  });
}
