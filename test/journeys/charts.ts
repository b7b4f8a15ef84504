import { expect, type Locator, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import type { LaunchedApp, SavedFile } from '../support/launch/launched-app';
import { addEndpoint, clockBadge, goTo, sendEvent } from './person';

const card = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** Width and height of a PNG, from its first chunk. */
function sizeOf({ bytes }: SavedFile): readonly [width: number, height: number] {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(bytes.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** How many colours are in a picture: an empty one has a single colour. */
function coloursIn(page: Page, { bytes }: SavedFile): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    if (context === null) return 0;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, bytes.toString('base64'));
}

/** Looks at a chart, at the same as a table, and saves it. `first` is the text of the table's first row. */
async function lookAt(app: LaunchedApp, title: string, file: string, first: RegExp): Promise<void> {
  const { page } = app;
  const chart = card(page, title);
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator('figcaption')).not.toBeEmpty();
  await expect(chart.locator('.chart-plot svg').first()).toBeVisible();
  await chart.getByRole('button', { name: `${title} as a table` }).click();
  const table = chart.getByRole('table', { name: title });
  await expect(table.locator('tbody').getByRole('row').first()).toHaveText(first);
  await expect(chart.locator('.chart-plot svg')).toHaveCount(0);
  await chart.getByRole('button', { name: `${title} as a chart` }).click();
  const saved = await app.savedBy(() => chart.getByRole('button', { name: `Save ${title} as PNG` }).click());
  expect(saved.name).toBe(file);
  const [width, height] = sizeOf(saved);
  const box = await chart.boundingBox();
  // Twice the size that it has on the page.
  expect(Math.abs(width - 2 * (box?.width ?? 0))).toBeLessThanOrEqual(2);
  expect(height).toBeGreaterThan(400);
  expect(await coloursIn(page, saved)).toBeGreaterThan(10);
}

export function charts(test: AppTest): void {
  test('charts say what one sees, switch to a table, and are saved as pictures', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await goTo(page, 'Overview');
    await expect(page.getByText('This run has no endpoint yet. Live shows three ways to begin.')).toBeVisible();
    const endpoint = await startEndpoint([503, 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await expect(card(page, 'Outcomes')).toContainText('No attempt has ended yet. Send an event.');
    await expect(card(page, 'Schedule')).toContainText(
      '8 attempts over 22 h 04 m 48 s to 33 h 07 m 12 s, nominal 27 h 36 m.',
    );
    await picture('nothing');

    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(page)).toHaveText('skip');
    await sendEvent(page, { type: 'order.paid' });
    await expect(card(page, 'Outcomes')).toContainText('1 of 2 attempts was answered with 5xx');
    await expect(card(page, 'Drawn jitter')).toContainText(
      /One draw, [\d.]+ % of the way from the shortest wait to the longest\./,
    );
    await expect(card(page, 'Attempts per delivery')).toContainText('The one delivery made 2 attempts.');
    await picture('one');
    // It follows what happens.
    await sendEvent(page, { type: 'order.paid' });
    await expect(card(page, 'Outcomes')).toContainText('1 of 3 attempts was answered with 5xx');

    const shop = (title: string): string => `retryscope-first-run-shop-${title}.png`;
    // By second, or by half: the first attempt; then come the retry after a minute and the second event.
    await lookAt(app, 'Outcomes', shop('outcomes'), /^\d\d:\d\d:\d\d(\.\d{3})?011$/);
    await lookAt(app, 'Latency', shop('latency'), /^\d\d:\d\d:\d\d(\.\d{3})?1([\d.]+ m?s){3}$/);
    await lookAt(app, 'Attempts per delivery', shop('attempts-per-delivery'), /^110001$/);
    await lookAt(app, 'Drawn jitter', shop('drawn-jitter'), /^11[\d.]+ %[01]{16}$/);
    await lookAt(app, 'Schedule', 'retryscope-first-run-fianto-schedule.png', /^#1(at once){6}$/);
    await picture('some');

    await goTo(page, 'Overview');
    await lookAt(app, 'Endpoints', 'retryscope-first-run-endpoints.png', /^Shop213/);
    await lookAt(app, 'Outcomes', 'retryscope-first-run-outcomes.png', /011$/);
    await picture('overview');
    await goTo(page, 'Policies');
    await page
      .getByRole('navigation', { name: 'Policies' })
      .getByRole('button', { name: /^Fianto/ })
      .click();
    await expect(card(page, 'Drawn jitter')).toContainText('One draw');
    await page
      .getByRole('navigation', { name: 'Policies' })
      .getByRole('button', { name: /^Infraspeak/ })
      .click();
    await expect(card(page, 'Drawn jitter')).toContainText(
      'Infraspeak has no jitter: every wait is as long as it is printed.',
    );
    await picture('policy');
  });

  test('throttle windows, what is held and the failure streak are charted under their limits', async ({
    app,
    picture,
  }) => {
    const { page } = app;
    const openSample = async (words: string, run: string, endpoint: string): Promise<void> => {
      await expect(clockBadge(page)).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await page.getByRole('dialog').getByRole('option', { name: words }).first().click();
      await expect(page.getByRole('button', { name: new RegExp(`^Runs ${run}`) })).toBeVisible();
      await goTo(page, 'Endpoints');
      await page.getByRole('list', { name: 'Endpoints' }).getByRole('button').filter({ hasText: endpoint }).click();
    };
    await openSample('45 Telegram', 'Alphorn, 45 Telegram', 'on-call');
    // A15, A16: 45 messages go 20, 20, 5; what is over the first window's limit is deferred.
    const windows = card(page, 'Throttle windows');
    await windows.scrollIntoViewIfNeeded();
    await expect(windows).toContainText(
      'The fullest minute was 12:00, with 20 of 20 (A15); 25 requests were deferred.',
    );
    await windows.getByRole('button', { name: 'Throttle windows as a table' }).click();
    await expect(windows.locator('tbody').getByRole('row')).toHaveText(['12:00202025', '12:0120200', '12:025200']);
    await picture('windows');

    // F17, F20, F25: five exhausted in a row suspend the endpoint, the other five are held, and sent after Verify again.
    await openSample('down for two days', 'Fianto, an endpoint', 'orders');
    const held = card(page, 'Held');
    // What is out of sight is not read again.
    await held.scrollIntoViewIfNeeded();
    await expect(held).toContainText(/Nothing is held now; the most were 5, at Fri 2 Jan \d\d:\d\d:\d\d\./);
    const streak = card(page, 'Failure streak');
    await streak.scrollIntoViewIfNeeded();
    await expect(streak).toContainText(/No streak now; the most were 5, at Fri 2 Jan \d\d:\d\d:\d\d\./);
    await streak.getByRole('button', { name: 'Failure streak as a table' }).click();
    await expect(streak.locator('tbody').getByRole('row')).toHaveText([/0$/, /1$/, /2$/, /3$/, /4$/, /5$/, /0$/]);
    await lookAt(app, 'Held', 'retryscope-fianto-an-endpoint-that-is-down-for-two-orders-held.png', /0$/);
    await picture('levels');
  });

  test('a chart keeps to the span that is chosen, and says what to do when nothing is in it', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([503, 503, 503, 503, 503, 503, 503, 503]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await sendEvent(page, { type: 'order.lost' });
    await endpoint.received(8);
    await expect(card(page, 'Outcomes')).toContainText('8 of 8 attempts were answered with 5xx');
    await page.getByRole('radio', { name: '1 h', exact: true }).click();
    // The last wait of Fianto's schedule is 8 hours at least.
    await expect(card(page, 'Outcomes')).toContainText('The one attempt was answered with 5xx');
    await picture('last-hour');
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect(card(page, 'Outcomes')).toContainText('8 of 8 attempts');
  });
}
