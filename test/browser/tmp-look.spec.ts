import { createHmac } from 'node:crypto';
import { rawExchange } from '../support/servers/raw-exchange';
import { browserTest as test } from '../support/launch/app-test';
import { goTo, listOf, rowsOf } from '../journeys/person';
for (const theme of ['Dark', 'Light'] as const)
  for (const [w, h] of [[1280, 800], [900, 600]] as const)
    test(`look ${theme} ${w}`, async ({ app }) => {
      const { page } = app;
      await page.setViewportSize({ width: w, height: h });
      await page.emulateMedia({ colorScheme: theme === 'Dark' ? 'dark' : 'light' });
      await goTo(page, 'Receiver');
      const address = await page.getByText(/^127\.0\.0\.1:\d+$/).textContent();
      const port = Number(address?.split(':')[1]);
      await page.getByRole('button', { name: 'Signatures' }).click();
      const dialog = page.getByRole('dialog', { name: 'Signatures on /in' });
      await dialog.getByRole('radio', { name: 'A secret of its own' }).click();
      await dialog.getByLabel('Secret', { exact: true }).fill('k');
      await page.screenshot({ path: `/tmp/siglab/${theme}-${w}-check.png` });
      await dialog.getByRole('button', { name: 'Save' }).click();
      const body = '{ "a": 1,\n\t"b": [2] }';
      const sig = createHmac('sha256', 'k').update('{"a":1,"b":[2]}').digest('hex');
      await rawExchange(port, [`POST /in HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=${sig}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`]);
      const captures = rowsOf(listOf(page, 'Captures'));
      await captures.click();
      await page.getByRole('complementary', { name: 'Capture' }).getByRole('tab', { name: /^Signature/ }).click();
      await page.screenshot({ path: `/tmp/siglab/${theme}-${w}-capture.png` });
      await page.getByRole('region', { name: 'Signature' }).getByRole('button').click();
      const lab = page.getByRole('dialog', { name: 'Signature lab' });
      await lab.getByText(/^The received value/).waitFor();
      await page.screenshot({ path: `/tmp/siglab/${theme}-${w}-lab.png` });
    });
