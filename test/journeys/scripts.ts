import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';
import { goTo, listOf, receiverPort, rowsOf } from './person';

const askAt = (port: number, line = 'GET /in HTTP/1.1', ...fields: readonly string[]): Promise<string> =>
  rawExchange(port, [[line, 'Host: 127.0.0.1', 'Connection: close', ...fields, '', ''].join('\r\n')]);

const blocks = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^Step \d+:/ });
const said = (page: Page) => page.getByRole('region', { name: 'Messages' });

async function pick(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

export function scripts(test: AppTest): void {
  test('a script is put together from blocks, and the one in force is marked', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await page.getByRole('radio', { name: 'All requests' }).click();
    await page.getByRole('button', { name: 'Add a step' }).click();
    await pick(page, 'What it does', 'Rate limit');
    // The last step answers whatever comes, so that a limit cannot be it.
    const second = page.getByRole('region', { name: 'Step 2' });
    await expect(second).toContainText('What is within the limit goes to the next step. Add one after it.');
    await expect(page.getByRole('button', { name: 'Save script' })).toBeDisabled();
    await picture('refused');
    await second.getByRole('button', { name: 'Move left' }).click();
    const first = page.getByRole('region', { name: 'Step 1' });
    await first.getByLabel('Requests', { exact: true }).fill('1');
    await first.getByLabel('In', { exact: true }).fill('24h');
    await first.getByRole('radio', { name: 'From then on' }).click();
    await expect(first).toContainText('429 Too Many Requests with Retry-After above 1 request in each 24 h');
    await pick(page, 'Add a condition', 'Method');
    await expect(first.getByRole('textbox', { name: 'Method' })).toHaveValue('POST');
    await picture('limit');
    await page.getByRole('button', { name: 'Save script' }).click();
    await expect(said(page)).toContainText('from the next request on');

    expect(statusOf(await askAt(port))).toBe(200);
    expect(statusOf(await askAt(port, 'POST /in HTTP/1.1', 'Content-Length: 0'))).toBe(200);
    const limited = await askAt(port, 'POST /in HTTP/1.1', 'Content-Length: 0');
    expect(statusOf(limited)).toBe(429);
    expect(Number(/\r\nRetry-After: (\d+)\r\n/.exec(limited)?.[1])).toBeLessThanOrEqual(86_400);
    expect(statusOf(await askAt(port))).toBe(200);
    const line = page.getByRole('region', { name: 'Script' });
    await expect(blocks(page).first()).toHaveAttribute('aria-current', 'step');
    await expect(line).toContainText(/now1 answeredchanges in/);
    await picture('in-force');

    await blocks(page).nth(1).focus();
    await page.keyboard.press('Control+d');
    await expect(blocks(page)).toHaveCount(3);
    await expect(blocks(page).nth(2)).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(blocks(page)).toHaveCount(2);
    await expect(blocks(page).nth(1)).toBeFocused();
    await said(page).getByRole('button', { name: 'Undo' }).click();
    await expect(blocks(page)).toHaveCount(3);
    await blocks(page).nth(0).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(blocks(page).nth(1)).toBeFocused();
    await expect(blocks(page)).toHaveText([/^Step 1:200/, /^Step 2:429/, /^Step 3:200/]);
    await blocks(page).nth(1).dragTo(blocks(page).nth(0));
    await expect(blocks(page)).toHaveText([/^Step 1:429/, /^Step 2:200/, /^Step 3:200/]);
  });

  test('a script is written as text, and what is wrong is said where it stands', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await page.getByRole('radio', { name: 'Text' }).click();
    const editor = page.getByRole('textbox', { name: 'Script as text' });
    await expect(editor).toContainText('{ reply: 200 }');
    const script = page.getByRole('region', { name: 'Script' });
    await editor.fill(
      'scope: all\nrepeat: true\nscript:\n  - { reply: 99, times: 1 }\n  - { garbage: hello, tims: 1 }',
    );
    await expect(script).toContainText('Line 4, column 14: A status is 200 to 599.');
    await expect(script).toContainText('Line 5, column 23: “tims” is not known here. Did you mean times?');
    await expect(page.getByRole('button', { name: 'Save script' })).toBeDisabled();
    await picture('wrong');
    await editor.fill(
      'scope: all\nrepeat: true\nscript:\n  - { reply: 202, times: 1, body: { template: "{{method}} {{nth}}" } }\n  - { garbage: hello, times: 1 }',
    );
    await expect(page.getByRole('button', { name: 'Save script' })).toBeEnabled();
    await page.getByRole('radio', { name: 'Blocks' }).click();
    await expect(blocks(page)).toHaveText([/^Step 1:202/, /^Step 2:Garbage/]);
    await page.getByRole('button', { name: 'Save script' }).click();
    await expect(said(page)).toContainText('/in has a new script');
    expect(await askAt(port)).toMatch(/^HTTP\/1\.1 202 Accepted\r\n.*\r\n\r\nGET 1$/s);
    expect(await askAt(port)).toBe('hello');
    expect(await askAt(port)).toMatch(/\r\n\r\nGET 3$/);
    await picture('saved');
  });

  test('a preset, a file as the body, and an answer that breaks off', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    await pick(page, 'Begin with a preset', 'Login redirect');
    await page.getByRole('button', { name: 'Save script' }).click();
    await expect(said(page)).toContainText('/in has a new script');
    expect(await askAt(port)).toMatch(/^HTTP\/1\.1 302 Found\r\nLocation: \/login\r\n/);

    await blocks(page).first().click();
    await pick(page, 'What it does', 'Close');
    await pick(page, 'Breaks off', 'In body');
    const step = page.getByRole('region', { name: 'Step 1' });
    await step.getByRole('radio', { name: 'Bytes' }).click();
    await step
      .getByLabel('File for body')
      .setInputFiles({ name: 'four.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 254, 255]) });
    await expect(step).toContainText('four.bin, 4 bytes');
    await picture('file');
    await page.getByRole('button', { name: 'Save script' }).click();
    await expect(blocks(page).first()).toHaveText(/^Step 1:Close/);
    expect(await askAt(port)).toBe('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n\x00\x01');
    await expect(rowsOf(listOf(page, 'Captures')).first()).toContainText('close');
  });
}
