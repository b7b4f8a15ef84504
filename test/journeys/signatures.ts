import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange } from '../support/servers/raw-exchange';
import { addEndpoint, goTo, listOf, rowsOf } from './person';

const GITHUB_SECRET = "It's a Secret to Everybody";
/** GitHub's own example: `Hello, World!` under that secret. */
const GITHUB_SIGNATURE = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

const sha256 = (body: string): string => createHmac('sha256', GITHUB_SECRET).update(body).digest('hex');

const post = (body: string, signature: string): string =>
  [
    'POST /in HTTP/1.1',
    'Host: x',
    `X-Hub-Signature-256: sha256=${signature}`,
    'X-GitHub-Delivery: 72d3162e',
    `webhook-id: ${body.length}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

async function receiverPort(page: Page): Promise<number> {
  const address = await page.getByText(/^127\.0\.0\.1:\d+$/).textContent();
  return Number(address?.split(':')[1]);
}

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(words);
  await page.getByRole('option', { name: new RegExp(`^${words}`) }).click();
}

export function signatures(test: AppTest): void {
  test('a route checks a provider’s signatures, and the lab names what a relay did', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await page.getByRole('button', { name: 'Signatures' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signatures on /in' });
    await dialog.getByRole('radio', { name: 'A secret of its own' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter the secret to check with.');
    await dialog.getByLabel('Secret', { exact: true }).fill(GITHUB_SECRET);
    await picture('route-check');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await rawExchange(port, [post('Hello, World!', GITHUB_SIGNATURE)]);
    const captures = rowsOf(listOf(page, 'Captures'));
    await expect(captures).toHaveCount(1);
    await captures.click();
    await page
      .getByRole('complementary', { name: 'Capture' })
      .getByRole('tab', { name: /^Signature/ })
      .click();
    const card = page.getByRole('complementary', { name: 'Capture' }).getByRole('region', { name: 'Signature' });
    await expect(card).toContainText('Valid. It is the signature under the route’s own secret.');

    // A relay printed the JSON anew: its spaces are gone, the signature is of what was there before.
    await rawExchange(port, [post('{"a":1,"b":[2]}', sha256('{"a": 1, "b": [2]}'))]);
    await expect(captures).toHaveCount(2);
    await captures.first().click();
    await page
      .getByRole('complementary', { name: 'Capture' })
      .getByRole('tab', { name: /^Signature/ })
      .click();
    await expect(card).toContainText('No match.');
    await picture('capture');
    await card.getByRole('button', { name: 'Signature lab' }).click();
    const lab = page.getByRole('dialog', { name: 'Signature lab' });
    const result = lab.getByRole('region', { name: 'Result' });
    await expect(result).toContainText(
      'The received value was made over the body’s JSON parsed and printed again, with a space after each comma and colon',
    );
    await expect(result).toContainText(`sha256=${sha256('{"a":1,"b":[2]}')}`);
    await expect(result.getByRole('region', { name: 'What is signed, 1 line' })).toContainText('{"a":1,"b":[2]}');
    await picture('lab');
    await lab.getByRole('tab', { name: 'Python' }).click();
    await expect(lab.getByRole('region', { name: 'Code that verifies the signature' })).toContainText(
      'hmac.compare_digest',
    );
    await lab.getByRole('button', { name: 'Close' }).first().click();
    await expect(lab).toBeHidden();
  });

  test('every request is listed, whatever its path and however broken', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await rawExchange(port, ['GET /nowhere HTTP/1.1\r\nHost: x\r\nwebhook-id: twice\r\nConnection: close\r\n\r\n']);
    await rawExchange(port, ['GET /in HTTP/1.1\r\nHost: x\r\nwebhook-id: twice\r\nConnection: close\r\n\r\n']);
    await rawExchange(port, ['nonsense\r\n\r\n']);
    await page
      .getByRole('navigation', { name: 'Routes' })
      .getByRole('button', { name: /^All requests/ })
      .click();
    const captures = rowsOf(listOf(page, 'Captures'));
    await expect(captures).toHaveCount(3);
    await expect(captures.nth(0)).toContainText('Rejected, not HTTP that can be read');
    await expect(captures.nth(2)).toContainText('GET /nowhere: no route has this path');
    await captures.nth(1).click();
    const pane = page.getByRole('complementary', { name: 'Capture' });
    await expect(pane).toContainText('2nd time this id arrives');
    await picture('all');
    await pane.getByRole('button', { name: 'Show the first' }).click();
    await expect(pane).toContainText('first time');
    await expect(pane.getByText('/nowhere').first()).toBeVisible();
  });

  test('the lab checks a pasted request from the palette, with an endpoint’s secret by its name', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    await addEndpoint(page, { url: 'http://127.0.0.1:9/hook', name: 'Orders', policy: 'Kestrel' });
    await fromPalette(page, 'Signature lab');
    const lab = page.getByRole('dialog', { name: 'Signature lab' });
    await lab.getByLabel('Headers, one a line').fill(`X-Hub-Signature-256: sha256=${GITHUB_SIGNATURE}`);
    await lab.getByLabel('Body', { exact: true }).fill('Hello, World!');
    await lab.getByRole('combobox', { name: 'Scheme' }).click();
    await page.getByRole('option', { name: 'GitHub' }).click();
    await lab.getByLabel('The secret, as the provider gave it').fill(GITHUB_SECRET);
    await lab.getByRole('button', { name: 'Check' }).click();
    const result = lab.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('ValidIt is the signature under the secret that you typed.');
    await lab.getByLabel('Body', { exact: true }).fill('Hello, World!\n');
    await lab.getByRole('button', { name: 'Check' }).click();
    await expect(result).toContainText('The received value was made over the body without the newline at its end.');
    await expect(result.getByRole('region', { name: /^What is signed/ })).toContainText('Hello,·World!¶');
    await picture('pasted');

    await lab.getByRole('combobox', { name: 'Scheme' }).click();
    await page.getByRole('option', { name: 'A template of your own' }).click();
    await lab.getByLabel('What is signed').fill('{url}');
    await lab.getByRole('button', { name: 'Check' }).click();
    await expect(lab.getByRole('alert')).toHaveText('{url} stands for nothing. Use {id}, {timestamp} or {body}.');
    await picture('template');
    await lab.getByRole('combobox', { name: 'Secret' }).click();
    await page.getByRole('option', { name: 'Secret of Orders' }).click();
    await expect(lab.getByLabel('The secret, as the provider gave it')).toBeHidden();
  });

  test('the lab opens from an attempt, with the secret of its endpoint', async ({ app, picture }) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await goTo(page, 'Deliveries');
    await rowsOf(listOf(page, 'Deliveries')).first().click();
    const pane = page.getByRole('complementary', { name: 'Delivery' });
    await pane.getByRole('tab', { name: 'Signature' }).click();
    await pane.getByRole('button', { name: 'Signature lab' }).click();
    const lab = page.getByRole('dialog', { name: 'Signature lab' });
    await expect(lab.getByRole('region', { name: 'Result' })).toContainText('Valid');
    await picture('attempt');
  });
}
