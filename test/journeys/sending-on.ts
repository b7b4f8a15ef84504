import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';
import { addEndpoint, goTo, listOf, openDelivery, paste, receiverPort, rowsOf } from './person';

const BODY = '{"order":4634343214213523454}';
const request = (path: string, body: string): string[] => [
  `POST ${path} HTTP/1.1\r\nHost: a\r\nX-B: 2\r\nx-a: 1\r\nX-B: 1\r\nwebhook-id: msg_1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
];
/** Infraspeak’s first wait is 2 minutes, which are skipped; requests are real. */
const A_WHILE = { timeout: 20_000 };

export function sendingOn(test: AppTest): void {
  test('a captured request is sent on, as it came and edited, and both show where they went', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { url: endpoint.url, name: 'Local app', policy: 'Kestrel' });
    await goTo(page, 'Receiver');
    await rawExchange(await receiverPort(page), request('/in/5?x=1', BODY));
    const capture = rowsOf(listOf(page, 'Captures'));
    await capture.first().click();
    const pane = page.getByRole('complementary', { name: 'Capture' });

    await pane.getByRole('button', { name: 'Send on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a request on' });
    await expect(dialog.getByText(`POST ${endpoint.url}/5?x=1`, { exact: true })).toBeVisible();
    await expect(dialog.getByText(/Left out, since they are for one connection only: Connection\./)).toBeVisible();
    await picture('as-it-came');
    await dialog.getByRole('button', { name: 'Send on' }).click();
    await expect(dialog).toBeHidden();
    await expect(pane.getByRole('list', { name: 'Sent on as' }).getByRole('button')).toHaveText(
      [/Delivered.*Local app/],
      A_WHILE,
    );
    await picture('sent-on');
    const [exact] = endpoint.seen;
    expect(`${exact?.method} ${exact?.target}`).toBe('POST /webhooks/5?x=1');
    expect(exact?.headers).toEqual([
      ['Host', new URL(endpoint.url).host],
      ['X-B', '2'],
      ['x-a', '1'],
      ['X-B', '1'],
      ['webhook-id', 'msg_1'],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(BODY.length)],
    ]);
    expect(exact?.body.toString()).toBe(BODY);

    // From its row’s menu, to a URL, edited.
    await capture.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Send on/ }).click();
    await dialog.getByRole('radio', { name: 'A URL' }).click();
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(`${endpoint.url}?k=1`);
    await dialog.getByRole('radio', { name: 'Edited' }).click();
    await paste(dialog.getByRole('textbox', { name: 'Body' }), '{"edited":true}');
    await expect(dialog.getByText('Content-Length: 15')).toBeVisible();
    await picture('edited');
    await dialog.getByRole('button', { name: 'Send on' }).click();
    await expect(dialog).toBeHidden();
    await expect(pane.getByRole('list', { name: 'Sent on as' }).getByRole('button')).toHaveText(
      [/Delivered.*Sent on to/, /Delivered.*Local app/],
      A_WHILE,
    );
    expect(endpoint.seen.map(({ target, body }) => `${target} ${body.toString()}`)).toEqual([
      `/webhooks/5?x=1 ${BODY}`,
      '/webhooks/5?k=1&x=1 {"edited":true}',
    ]);

    // The delivery leads back to the capture.
    await pane.getByRole('list', { name: 'Sent on as' }).getByRole('button').last().click();
    const delivery = page.getByRole('complementary', { name: 'Delivery' });
    await delivery.getByRole('button', { name: /^Show the captured request/ }).click();
    await expect(page.getByRole('complementary', { name: 'Capture' })).toBeVisible();
  });

  test('a forwarder answers while its target is down, holds what came, and delivers it once the target is up', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const down = await startEndpoint([200]);
    const { url } = down;
    await down.close();
    await addEndpoint(page, { url, name: 'Local app', policy: 'Infraspeak' });
    await goTo(page, 'Receiver');
    await page.getByRole('button', { name: 'New route' }).click();
    const form = page.getByRole('dialog', { name: 'New route' });
    await form.getByLabel('Path').fill('/hooks');
    await form.getByRole('radio', { name: 'Forwards to an endpoint' }).click();
    await expect(form.getByText(`Infraspeak, ${url}`)).toBeVisible();
    await picture('form');
    await form.getByRole('button', { name: 'Add route' }).click();
    await expect(form).toBeHidden();
    const forwarding = page.getByRole('region', { name: 'Forwarding' });
    await expect(forwarding.getByText('Nothing waits at Local app.')).toBeVisible();

    const port = await receiverPort(page);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((body) => rawExchange(port, request(`/hooks/${body}`, body))),
    );
    expect(answers.map(statusOf)).toEqual([202, 202, 202]);
    await expect(forwarding.getByText('3 deliveries wait at Local app.')).toBeVisible(A_WHILE);
    await picture('waiting');

    const up = await startEndpoint([200, 200, 200], Number(new URL(url).port));
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(forwarding.getByText('Nothing waits at Local app.')).toBeVisible(A_WHILE);
    expect(up.seen.map(({ target, body }) => `${target} ${body.toString()}`).sort()).toEqual([
      '/webhooks/one one',
      '/webhooks/three three',
      '/webhooks/two two',
    ]);
    await openDelivery(page, 'POST /hooks/one');
    await picture('delivered');
  });
}
