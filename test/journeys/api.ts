import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, goTo, openSettings, timelineRow } from './person';

export function api(test: AppTest): void {
  test('the local API is switched on, and an event posted to it appears', async ({
    app,
    dataDir,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Kestrel' });
    await openSettings(page, 'Local API');
    const part = page.getByRole('region', { name: 'Local API' });
    const off = part.getByRole('radio', { name: 'Off' });
    const inWindow = await off.isVisible();
    if (inWindow) {
      // In a browser it is on always, beside the page.
      await expect(part.getByRole('status')).toHaveText('Off. Nothing listens.');
      await picture('off');
      await part.getByRole('radio', { name: 'On' }).click();
    }
    await expect(part.getByRole('status')).toContainText(
      /At http:\/\/127\.0\.0\.1:\d+\/v1, reached from this computer/,
    );
    await picture('on');
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        Reflect.set(window, 'copied', text);
      };
    });
    const copy = async (name: string): Promise<string> => {
      await part.getByRole('button', { name }).click();
      await expect(part.getByRole('button', { name: 'Copied' })).toBeVisible();
      await expect(part.getByRole('button', { name: 'Copied' })).toHaveCount(0);
      return page.evaluate<string>(() => Reflect.get(window, 'copied'));
    };
    const url = await copy('Copy URL');
    const token = await copy('Copy token');
    expect(token).toBe((await readFile(join(dataDir, 'serve.token'), 'utf8')).trim());

    const bearing = (offered: string) => ({ authorization: `Bearer ${offered}`, 'content-type': 'application/json' });
    const listed = await (await fetch(`${url}/endpoints`, { headers: bearing(token) })).json();
    const body = JSON.stringify({ type: 'order.posted', endpointIds: [listed.data[0].id], data: { id: 7 } });
    expect((await fetch(`${url}/events`, { method: 'POST', headers: bearing(token), body })).status).toBe(201);
    await endpoint.received(1);
    await goTo(page, 'Live');
    await expect(timelineRow(page, 'order.posted')).toHaveCount(1);

    await openSettings(page, 'Local API');
    await part.getByRole('button', { name: 'New token' }).click();
    await part.getByRole('button', { name: 'Make a new token' }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The API has a new token.');
    const renewed = (await readFile(join(dataDir, 'serve.token'), 'utf8')).trim();
    const status = async (offered: string) => (await fetch(url, { headers: bearing(offered) })).status;
    expect([await status(token), await status(renewed)]).toEqual([401, 200]);
    // The page came back with it: what is asked of it now is answered.
    await page.reload();
    await openSettings(page, 'Local API');
    await expect(part.getByRole('status')).toContainText('reached from this computer');
    if (!inWindow) return;
    await part.getByRole('radio', { name: 'Off' }).click();
    await expect(part.getByRole('status')).toHaveText('Off. Nothing listens.');
    await expect(fetch(url)).rejects.toThrow();
  });
}
