import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { rawExchange, statusOf } from '../support/servers/raw-exchange';
import { goTo, listOf, receiverPort, rowsOf } from './person';

/** Every byte there is, so that whatever is rewritten, cut or decoded on the way shows. */
const BODY = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const ODD_HEAD = [
  'PURGE /in?b=2&a=%2F&b=1 HTTP/1.1',
  'hOsT: receiver.example',
  'X-HuB-SiGnAture: first',
  'x-hub-signature: second',
  'X-Empty:',
  'X-Latin: caf\xe9',
  'X-HuB-SiGnAture: third',
  'Content-Type: application/octet-stream',
  `Content-Length: ${BODY.length}`,
  'Connection: close',
];

/** A hex dump made by hand: offset, two times eight bytes, what is printable. */
function hexDump(bytes: Uint8Array): string[] {
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, line) => {
    const row = [...bytes.slice(line * 16, line * 16 + 16)];
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    const halves = `${row.slice(0, 8).map(hex).join(' ')}  ${row.slice(8).map(hex).join(' ')}`;
    return `${(line * 16).toString(16).padStart(8, '0')}  ${halves}  ${text}`;
  });
}

export function receiver(test: AppTest): void {
  test('a request with odd headers and a binary body is listed byte for byte', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    expect(statusOf(await rawExchange(port, [`${ODD_HEAD.join('\r\n')}\r\n\r\n`, BODY]))).toBe(200);
    const capture = rowsOf(listOf(page, 'Captures'));
    await expect(capture).toHaveText(/200.*256 B$/);
    await capture.click();
    const pane = page.getByRole('complementary', { name: 'Capture' });
    await pane.getByRole('tab', { name: 'Headers' }).click();
    await expect(pane.getByRole('region', { name: 'Headers' }).getByRole('term')).toHaveText([
      'hOsT',
      'X-HuB-SiGnAture',
      'x-hub-signature',
      'X-Empty',
      'X-Latin',
      'X-HuB-SiGnAture',
      'Content-Type',
      'Content-Length',
      'Connection',
    ]);
    await expect(pane.getByRole('region', { name: 'Headers' }).getByRole('definition')).toHaveText([
      'receiver.example',
      'first',
      'second',
      '',
      'café',
      'third',
      'application/octet-stream',
      '256',
      'close',
    ]);
    await expect(pane.getByText('PURGE /in?b=2&a=%2F&b=1 HTTP/1.1')).toBeVisible();
    await picture('capture');
    await pane.getByRole('tab', { name: 'Body' }).click();
    const dump = pane.getByRole('region', { name: /^Body, hex/ });
    for (const line of hexDump(BODY)) await expect(dump.getByText(line, { exact: true })).toHaveCount(1);
    await pane.getByRole('tab', { name: 'Timeline' }).click();
    await expect(pane.getByRole('region', { name: 'Phases' }).getByRole('img')).toHaveAccessibleName(
      /^Headers [\d.]+ ms, Body [\d.]+ ms, Wait [\d.]+ ms, Answer [\d.]+ ms$/,
    );
    await picture('capture-timeline');
  });

  test('a script that is edited on the screen answers the next request', async ({ app, picture }) => {
    const { page } = app;
    await goTo(page, 'Receiver');
    const port = await receiverPort(page);
    const ask = () => rawExchange(port, ['GET /in HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n']);
    expect(statusOf(await ask())).toBe(200);

    await page.getByRole('button', { name: /^Step 1: 200/ }).click();
    const step = page.getByRole('region', { name: 'Step 1' });
    await step.getByLabel('Status').fill('418');
    await step.getByLabel('Headers, one a line').fill('X-Kettle: on\nRetry-After: 7');
    await step.getByLabel('Body').fill('short and stout');
    await picture('edited');
    await page.getByRole('button', { name: 'Save script' }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('/in has a new script');
    const answer = await ask();
    expect(statusOf(answer)).toBe(418);
    expect(answer).toContain('\r\nX-Kettle: on\r\nRetry-After: 7\r\n');
    expect(answer.endsWith('\r\n\r\nshort and stout')).toBe(true);

    await page.getByRole('button', { name: 'New route' }).click();
    const dialog = page.getByRole('dialog', { name: 'New route' });
    await dialog.getByLabel('Path').fill('/hooks');
    await dialog.getByRole('radio', { name: /^Fails 3, then OK/ }).click();
    await dialog.getByRole('radio', { name: 'All requests' }).click();
    await picture('new-route');
    await dialog.getByRole('button', { name: 'Add route' }).click();
    await expect(page.getByRole('main', { name: 'Receiver' }).getByText('/hooks').first()).toBeVisible();
    const statuses: (number | null)[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push(
        statusOf(await rawExchange(port, ['GET /hooks HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'])),
      );
    }
    expect(statuses).toEqual([503, 503, 503, 200]);
    const captures = rowsOf(listOf(page, 'Captures'));
    await expect(captures).toHaveCount(4);
    await picture('captures');
  });
}
