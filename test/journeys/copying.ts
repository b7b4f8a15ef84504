import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { addEndpoint, attemptsIn, goTo, listOf, openDelivery, receiverPort, rowsOf, sendEvent } from './person';

/** What the app puts on the clipboard, instead of the system's. */
async function catchCopies(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'copied', text);
  });
  return () => page.evaluate<string>(() => Reflect.get(window, 'copied') ?? '');
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menu', { name: 'Copy', exact: true }).getByRole('menuitem', { name, exact: true }).click();
}

export function copying(test: AppTest): void {
  test('a delivery, an attempt and a request are copied by id, URL, headers, body and as a whole', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Infraspeak' });
    await sendEvent(page, { type: 'order.paid', body: '{"n":1.00}' });
    await openDelivery(page, 'order.paid');
    const pane = page.getByRole('complementary', { name: 'Delivery' });
    await expect(attemptsIn(pane)).toHaveText([/^1200/]);
    const copied = await catchCopies(page);

    const open = pane.getByRole('button', { name: 'Copy', exact: true });
    await open.click();
    await picture('menu');
    await choose(page, 'Request body');
    await expect.poll(copied).toBe('{"n":1.00}');
    await expect(open).toBeFocused();
    await open.click();
    await choose(page, 'URL');
    await expect.poll(copied).toBe(endpoint.url);
    await open.click();
    await choose(page, 'Whole exchange');
    await expect.poll(copied).toMatch(/^POST \S+ HTTP\/1\.1\n[\s\S]*\{"n":1\.00\}\n\nHTTP\/1\.1 200 OK\n/);

    await listOf(page, 'Deliveries').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
    await choose(page, 'The event’s id');
    await expect.poll(copied).toMatch(/^evt_/);

    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    const answer = await fetch(`http://127.0.0.1:${port}/a?b=c`, {
      method: 'POST',
      body: 'plain',
      headers: { 'x-mine': 'one' },
    });
    expect(answer.status).toBeGreaterThan(0);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^All requests/ })
      .click();
    await rowsOf(listOf(page, 'Captures')).first().click();
    const capture = page.getByRole('complementary', { name: 'Capture' });
    const openCapture = capture.getByRole('button', { name: 'Copy', exact: true });
    await openCapture.click();
    await choose(page, 'Headers');
    await expect.poll(copied).toContain('x-mine: one');
    await openCapture.click();
    await choose(page, 'URL');
    await expect.poll(copied).toBe(`http://127.0.0.1:${port}/a?b=c`);

    await rowsOf(listOf(page, 'Captures')).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
    await choose(page, 'Body');
    await expect.poll(copied).toBe('plain');
  });
}
