import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';
import {
  addEndpoint,
  attemptsIn,
  deliveryOptions,
  goTo,
  listOf,
  openDelivery,
  receiverPort,
  rowsOf,
  sendEvent,
} from './person';

/** Beyond 2^53, with a zero at its end, a name twice: what passes through JS numbers and objects shows. */
const ORDER = '{"orderId":4634343214213523454,"x":1.00,"x":[true,{"deep":"\\u00fc"}]}';

async function post(port: number, headers: readonly string[], body: Uint8Array | string): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = [
    'POST /in HTTP/1.1',
    'Host: 127.0.0.1',
    ...headers,
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ];
  expect(statusOf(await rawExchange(port, [`${head.join('\r\n')}\r\n\r\n`, bytes]))).toBe(200);
}

const captures = (page: Page): Locator => rowsOf(listOf(page, 'Captures'));
const tabOf = (pane: Locator, name: string): Promise<void> => pane.getByRole('tab', { name }).click();
const showAs = (pane: Locator, name: string): Promise<void> =>
  pane.getByRole('radiogroup', { name: 'How the body is shown' }).getByRole('radio', { name }).click();

export function inspector(test: AppTest): void {
  test('a coded JSON body is read in every form, digit for digit, and its bytes stay what they are', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const coded = gzipSync(ORDER);
    const port = await receiverPort(page);
    await post(
      port,
      ['Content-Type: application/cloudevents+json', 'Content-Encoding: gzip', 'X-Hub-Signature: sha1=00'],
      coded,
    );
    await captures(page).first().click();
    const pane = page.getByRole('complementary', { name: 'Capture' });
    await expect(pane.getByRole('tab')).toHaveText([
      /^Summary/,
      /^Headers/,
      /^Body/,
      /^Response/,
      /^Timeline/,
      /^Signature/,
      /^Raw/,
    ]);
    await picture('summary');

    await tabOf(pane, 'Headers');
    await pane.getByRole('button', { name: 'Content-Encoding' }).focus();
    await expect(page.getByRole('tooltip')).toContainText('Which codings were put on the body');
    await picture('headers');
    await page.keyboard.press('ArrowDown');
    await expect(pane.getByRole('button', { name: 'X-Hub-Signature' })).toBeFocused();

    await tabOf(pane, 'Body');
    await expect(pane.getByRole('tabpanel')).toContainText(/Shown without gzip: .*The stored bytes are unchanged/);
    const formatted = pane.getByRole('region', { name: /^Body, formatted/ });
    await expect(formatted.getByText('4634343214213523454')).toBeVisible();
    await expect(formatted.getByText('1.00')).toBeVisible();
    await picture('formatted');

    await showAs(pane, 'Tree');
    const tree = pane.getByRole('tree', { name: 'Body, tree, 7 values' });
    await expect(tree.getByRole('treeitem')).toHaveCount(7);
    await tree.focus();
    await page.keyboard.press('End');
    await expect(pane.getByText('$.x[1].deep', { exact: true })).toBeVisible();
    await picture('tree');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem')).toHaveCount(6);
    await expect(pane.getByText('$.x[1]', { exact: true })).toBeVisible();

    await showAs(pane, 'Hex');
    await expect(pane.getByRole('region', { name: /^Body, hex/ })).toContainText('7b 22 6f 72 64 65 72 49');
    const stored = await app.savedBy(() => pane.getByRole('button', { name: 'Save body' }).click());
    expect(stored.bytes).toEqual(coded);
    expect(stored.name).toMatch(/^capture-[0-9a-z]{4}\.json\.gz$/);
    const decoded = await app.savedBy(() => pane.getByRole('button', { name: 'Save decoded' }).click());
    expect(decoded.bytes.toString()).toBe(ORDER);
    await tabOf(pane, 'Raw');
    await expect(pane.getByText('Reconstructed', { exact: true })).toBeVisible();
    await tabOf(pane, 'Signature');
    await expect(pane.getByRole('region', { name: 'Signing headers' }).getByRole('term')).toHaveText([
      'X-Hub-Signature',
    ]);
  });

  test('forms, parts, charsets and pictures are shown as what they are', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    const pane = page.getByRole('complementary', { name: 'Capture' });
    const open = async (headers: readonly string[], body: Uint8Array | string, count: number): Promise<void> => {
      await post(port, headers, body);
      await expect(captures(page)).toHaveCount(count);
      await captures(page).first().click();
      await tabOf(pane, 'Body');
    };
    await open(['Content-Type: application/x-www-form-urlencoded'], 'a=1&b=x+y&a=%C3%BC', 1);
    const fields = pane.getByRole('region', { name: 'Body, 3 fields' });
    await expect(fields.getByRole('term')).toHaveText(['a', 'b', 'a']);
    await expect(fields.getByRole('definition')).toHaveText(['1', 'x y', 'ü']);
    await picture('form');

    const part =
      'Content-Disposition: form-data; name="note"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello';
    await open(['Content-Type: multipart/form-data; boundary=XX'], `--XX\r\n${part}\r\n--XX--\r\n`, 2);
    const parts = pane.getByRole('list', { name: 'Body, 1 part' });
    await expect(parts).toContainText('a.txt');
    await parts.getByRole('button', { name: 'Show' }).click();
    await expect(parts.getByRole('region', { name: /^Body, text/ })).toContainText('hello');
    await picture('parts');

    await open(['Content-Type: text/plain; charset=windows-1253'], Uint8Array.of(0xc1, 0xc8, 0xc7, 0xcd, 0xc1), 3);
    await expect(pane.getByRole('region', { name: /^Body, text/ })).toContainText('ΑΘΗΝΑ');
    await expect(pane.getByRole('tabpanel')).toContainText('windows-1253');

    const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
    await open(['Content-Type: image/gif'], gif, 4);
    await expect(pane.getByRole('img')).toHaveCount(0);
    await pane.getByRole('button', { name: 'Show the picture' }).click();
    await expect(pane.getByRole('img', { name: 'The body, image/gif, 1 × 1' })).toBeVisible();
  });

  test('a body of 5 MB on one line asks first, and is formatted while the page stays free', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const entry = '{"id":4634343214213523454,"n":1.00},';
    const body = `[${entry.repeat(145_000)}0]`;
    await post(await receiverPort(page), ['Content-Type: application/json'], body);
    await captures(page).first().click();
    const pane = page.getByRole('complementary', { name: 'Capture' });
    await tabOf(pane, 'Body');
    await expect(pane.getByRole('tabpanel')).toContainText('5.0 MB is a large body');
    await picture('asks');
    await pane.getByRole('button', { name: 'Show as formatted' }).click();
    // Each entry takes four lines, and there are the brackets and the last one.
    const formatted = pane.getByRole('region', { name: 'Body, formatted, 580,003 lines' });
    await expect(formatted.getByText('4634343214213523454').first()).toBeVisible();
    await formatted.focus();
    await page.keyboard.press('End');
    await expect(formatted.getByText('580,003').or(formatted.getByText('580003'))).toBeVisible();
    await showAs(pane, 'Tree');
    await expect(pane.getByRole('tree', { name: 'Body, tree, 435,002 values' })).toBeVisible();
    await picture('tree');
  });

  test('two requests of the list are compared, differences first', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await post(port, ['Content-Type: application/json', 'X-A: 1', 'X-B: 2'], '{"n":1.0,"same":true,"list":[1,2,3]}');
    await post(port, ['Content-Type: application/json', 'X-B: 2', 'x-a: 9'], '{"n":2,"same":true,"list":[1,3]}');
    await expect(captures(page)).toHaveCount(2);
    await captures(page).first().click();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Compare the two' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    await expect(dialog.getByRole('status')).toHaveText(
      // Content-Length; X-A moved and changed | n changed, an entry gone.
      '4 differences: 2 in the request headers, 2 in the request body.',
    );
    const rows = dialog.getByRole('region', { name: 'Comparison' }).getByRole('listitem');
    await expect(rows.filter({ hasText: '$.n' })).toContainText(/1\.0.*2/);
    await expect(rows.filter({ hasText: '$.list[1]' })).toContainText('only left');
    await expect(rows.filter({ hasText: 'X-A' })).toContainText(/written x-a at the right/);
    await picture('differences');
    await expect(rows.filter({ hasText: 'X-B' })).toHaveCount(0);
    await dialog.getByRole('radio', { name: 'All' }).click();
    await expect(rows.filter({ hasText: 'X-B' })).toHaveCount(1);
    await picture('all');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('an attempt is compared with the one before it by one key, and with any other that is kept', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503, 200]);
    await addEndpoint(page, { name: 'Orders', url: endpoint.url, policy: 'Kestrel' });
    await sendEvent(page, { type: 'order.paid', body: ORDER });
    const pane = await openDelivery(page, 'order.paid');
    await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2200/], { timeout: 30_000 });
    await tabOf(pane, 'Timeline');
    await expect(pane.getByRole('region', { name: 'Attempt 2, phases' }).getByRole('img')).toHaveAccessibleName(
      /First byte .* limit headers 10 s/,
    );
    await picture('timeline');
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    const rows = dialog.getByRole('region', { name: 'Comparison' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'HTTP/1.1 503' })).toContainText('HTTP/1.1 200');
    // The event's own bytes go out again; a comparison of equals says so.
    await expect(rows.filter({ hasText: 'Request body' })).toContainText('the same');
    await picture('attempts');
    await page.keyboard.press('Escape');

    await attemptsIn(pane).first().click();
    await page.keyboard.press('v');
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('It is the first attempt.');
    await pane.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('menuitem', { name: /^Compare with another/ }).click();
    await attemptsIn(pane).nth(1).click();
    await pane.getByRole('button', { name: 'Compare' }).click();
    await picture('menu');
    await page.getByRole('menuitem', { name: /^Compare with attempt 1 of order.paid/ }).click();
    await expect(rows.filter({ hasText: 'HTTP/1.1 503' })).toContainText('HTTP/1.1 200');
    await page.keyboard.press('Escape');

    await deliveryOptions(page).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare its last two attempts' }).click();
    await expect(rows.filter({ hasText: 'HTTP/1.1 503' })).toContainText('HTTP/1.1 200');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await sendEvent(page, { type: 'order.refunded', body: ORDER.replace('1.00', '1.0') });
    await expect(deliveryOptions(page)).toHaveCount(2);
    const refunded = await openDelivery(page, 'order.refunded');
    await expect(attemptsIn(refunded)).toHaveText([/^1200/]);
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page
      .getByRole('region', { name: 'Chosen deliveries' })
      .getByRole('button', { name: 'Compare the two' })
      .click();
    await expect(rows.filter({ hasText: '$.data.x' })).toContainText('respelt; the same value, written otherwise');
    await picture('two-deliveries');
  });
}
