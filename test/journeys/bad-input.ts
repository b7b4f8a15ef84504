import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import {
  addEndpoint,
  attemptsIn,
  composeEvent,
  deliveryOptions,
  goTo,
  notices,
  openDelivery,
  paste,
  sendButton,
  sendEvent,
  timelineRow,
} from './person';

const MEBIBYTE = 1_048_576;

/** The one thing that is wrong on the page right now. */
const alert = (page: Page) => page.getByRole('alert');

export function badInput(test: AppTest): void {
  test('a URL that is none is refused at its field, and stays there to be mended', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    const door = page.getByRole('region', { name: 'Point it at my endpoint' });
    const field = door.getByLabel('URL');
    for (const [typed, says] of [
      ['', 'Enter a URL, such as http://localhost:3000/webhooks.'],
      ['localhost:3000', '“localhost:3000” is not a URL. Write it in full, such as http://localhost:3000/webhooks.'],
      ['ftp://example.com/x', 'Only http and https are sent to, not ftp.'],
      ['http://127.0.0.1:99999/', 'Port 99999 does not exist. A port is 1 to 65535.'],
    ] as const) {
      await field.fill(typed);
      await door.getByRole('button', { name: 'Add endpoint' }).click();
      await expect(alert(page)).toHaveText(says);
      await expect(field).toHaveAccessibleDescription(says);
      await expect(field).toHaveValue(typed);
    }
    await picture('no-url');
    await field.fill(endpoint.url);
    await expect(alert(page)).toHaveCount(0);
    await door.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(door.getByText(endpoint.url)).toBeVisible();
  });

  test('a host that does not resolve and a port without a server are outcomes that name it', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const gone = await startEndpoint([200]);
    await gone.close();
    for (const [name, url] of [
      ['Nowhere', 'http://no-such-host.invalid/webhooks'],
      ['Gone', gone.url],
    ] as const) {
      await addEndpoint(page, { name, url, policy: 'Fianto' });
      await sendEvent(page, { type: `to.${name}` });
    }
    const pane = await openDelivery(page, 'to.Nowhere');
    await expect(attemptsIn(pane).first()).toHaveText(/^1Host not found.*“no-such-host\.invalid”/);
    await pane.getByRole('tab', { name: 'Response' }).click();
    await expect(pane.getByRole('tabpanel')).toContainText(/No response was read.*no-such-host\.invalid.*Check/);
    await picture('not-found');
    const refused = await openDelivery(page, 'to.Gone');
    await expect(attemptsIn(refused).first()).toHaveText(new RegExp(`^1Refused.*127\\.0\\.0\\.1:${gone.port}`));
    await picture('refused');
  });

  test('a proxy that is none is refused at its field; one that is there is asked for the whole URL', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const proxy = await startEndpoint([200]);
    const address = new URL(proxy.url).origin;
    await goTo(page, 'Endpoints');
    await page.getByRole('main', { name: 'Endpoints' }).getByRole('button', { name: 'Add endpoint' }).click();
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    await form.getByLabel('URL').fill('http://shop.invalid/hook');
    await form.getByLabel('Name').fill('Behind');
    await form.getByRole('radio', { name: 'Infraspeak' }).click();
    await form.getByText('Proxy and TLS', { exact: true }).click();
    const field = form.getByLabel('Proxy', { exact: true });
    await field.fill(`${address}/path`);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const says = 'A proxy has no path. Write only its address, such as http://proxy.local:8080.';
    await expect(alert(page)).toHaveText(says);
    await expect(field).toHaveAccessibleDescription(new RegExp(`${says.replaceAll('.', '\\.')}$`));
    await field.scrollIntoViewIfNeeded();
    await picture('no-proxy');
    await field.fill(address);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByRole('main', { name: 'Endpoint Behind' })).toBeVisible();

    await sendEvent(page, { type: 'through.proxy' });
    const pane = await openDelivery(page, 'through.proxy');
    await expect(attemptsIn(pane).first()).toHaveText(/^1200/);
    expect(proxy.seen.map(({ target }) => target)).toEqual(['http://shop.invalid/hook']);
  });

  test('a body over the limit is not sent, and nothing of it is lost', async ({ app, startEndpoint, picture }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const form = await composeEvent(page);
    const body = form.getByLabel('Body');
    for (const [bytes, size] of [
      [MEBIBYTE + 1, '1.0 MB'],
      [6 * MEBIBYTE, '6.0 MB'],
    ] as const) {
      await paste(body, 'x'.repeat(bytes));
      await sendButton(form).click();
      await expect(alert(page)).toHaveText('An event carries at most 1 MiB.');
      await body.press('ControlOrMeta+End');
      await body.press('y');
      await expect(form.getByText(`${size}, not JSON`)).toBeVisible();
    }
    await picture('too-large');
    await paste(body, 'x'.repeat(MEBIBYTE));
    await sendButton(form).click();
    await expect(form).toBeHidden();
    await endpoint.received(1);
    expect(endpoint.seen.map((request) => request.body.length)).toEqual([MEBIBYTE]);
  });

  test('a port in use names its holder and a free one, and the receiver stays where it is', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const holder = await startEndpoint([200]);
    await app.page.getByRole('button', { name: 'Start', exact: true }).click();
    await goTo(app.page, 'Receiver');
    const address = app.page.getByText(/^127\.0\.0\.1:\d+$/);
    const before = await address.textContent();
    await app.page.getByRole('button', { name: 'Change the port' }).click();
    const port = app.page.getByLabel('Port');
    await port.fill(String(holder.port));
    await app.page.getByRole('button', { name: `Listen on ${holder.port}` }).click();
    await expect(alert(app.page)).toHaveText(
      new RegExp(`^Port ${holder.port} is taken by node \\(pid ${holder.pid}\\)\\. Use \\d+\\.$`),
    );
    await picture('port-taken');
    await expect(address).toHaveText(before ?? '');

    // The field proposes the free one; taking it moves the receiver and the endpoints that point at it.
    const free = Number(await port.inputValue());
    await app.page.getByRole('button', { name: `Listen on ${free}` }).click();
    await expect(address).toHaveText(`127.0.0.1:${free}`);
    await goTo(app.page, 'Endpoints');
    await expect(app.page.getByRole('list', { name: 'Endpoints' })).toContainText(`http://127.0.0.1:${free}/try`);
    await goTo(app.page, 'Live');
    await expect(timelineRow(app.page, 'order.paid')).toContainText('Delivered', { timeout: 40_000 });
    await picture('moved');
  });

  test('a file that is no database is set aside whole, and the app says where', async ({ dataDir, launch }) => {
    const garbage = Buffer.from('these are my notes, not a database\n'.repeat(400));
    await writeFile(join(dataDir, 'retryscope.db'), garbage);
    const app = await launch();
    await expect(notices(app.page)).toContainText(
      /retryscope\.db could not be used .* It was renamed to .+, and a new, empty retryscope\.db was made\. Nothing was deleted\./,
    );
    const aside = (await readdir(dataDir)).filter((name) => /^retryscope\.db\.damaged/.test(name));
    expect(aside).toHaveLength(1);
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    expect(hash(await readFile(join(dataDir, aside[0] ?? '')))).toBe(hash(garbage));
    await app.page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(app.page, 'order.paid')).toContainText('1: 503');
  });

  test('a data folder that another instance holds is left to it', async ({ app, dataDir }) => {
    const { page, kind } = app;
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(page, 'order.paid')).toContainText('1: 503');
    const second = await app.startAgain();
    if (kind === 'window') {
      expect(second.output).toContain(`Retryscope is open on ${dataDir} already; its window was brought to the front.`);
      expect(second.code).toBe(0);
    } else {
      expect(second.output).toContain(`The data folder ${dataDir} is in use by another Retryscope (serve, process `);
      expect(second.output).toContain('Close that one, or choose another data folder.');
      expect(second.code).toBe(2);
    }
    await goTo(page, 'Deliveries');
    await expect(deliveryOptions(page)).toHaveCount(1);
  });
}
