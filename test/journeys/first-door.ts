import { expect } from '@playwright/test';
import { asRootOnLinux } from '../../scripts/project.mjs';
import type { AppTest } from '../support/launch/app-test';
import { attemptsIn, clockBadge, goTo, listOf, notices, openDelivery, rowsOf, timelineRow } from './person';

const DOORS = ['Try it with the built-in receiver', 'Point it at my endpoint', 'Open a scenario'];

export function firstDoor(test: AppTest): void {
  test('a first run shows three doors, and one click brings an attempt onto the timeline', async ({ app, picture }) => {
    const { page } = app;
    for (const door of DOORS) await expect(page.getByRole('region', { name: door })).toBeVisible();
    await picture('first-run');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(page, 'order.paid')).toContainText('1: 503 Service Unavailable');
    await picture('first-attempt');
    await expect(timelineRow(page, 'order.paid')).toContainText('2: 503 Service Unavailable');
    await picture('first-retry');
  });

  test('the screen says what it runs in, and whether the sandbox is on', async ({ app, dataDir, picture }) => {
    const { page, kind } = app;
    const rail = page.getByRole('navigation', { name: 'Sections' });
    await rail.getByRole('button', { name: kind === 'browser' ? 'Browser' : 'Window' }).click();
    const about = page.getByRole('dialog', { name: /^Retryscope \d+\.\d+\.\d+$/ });
    await expect(about).toContainText(
      kind === 'browser' ? /A browser, served by Node \d+/ : /A window of Electron \d+/,
    );
    await expect(about).toContainText(dataDir);
    const sandbox = kind === 'browser' ? 'The browser’s own' : asRootOnLinux ? 'Off, because' : 'On';
    await expect(about).toContainText(sandbox);
    await picture('about');
    const warning = notices(page).getByText('The window runs without its sandbox');
    await expect(warning).toHaveCount(kind === 'window' && asRootOnLinux ? 1 : 0);
  });

  test('under skip waits the first door fails three times and succeeds, and a restart keeps it all', async ({
    app,
    picture,
  }) => {
    await app.page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(app.page)).toHaveText('skip');
    await app.page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(timelineRow(app.page, 'order.paid')).toContainText('Delivered');
    await picture('delivered');

    for (const life of ['first', 'second']) {
      const { page } = app;
      await expect(clockBadge(page)).toHaveText('skip');
      await expect(timelineRow(page, 'order.paid')).toContainText(/1: 503 .*; 2: 503 .*; 3: 503 .*; 4: 200 OK/);
      const pane = await openDelivery(page, 'order.paid');
      await expect(attemptsIn(pane)).toHaveText([/^1503/, /^2503/, /^3503/, /^4200/]);
      await picture(`attempts-${life}-life`);
      await goTo(page, 'Receiver');
      await page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: '/try' }).click();
      const captures = rowsOf(listOf(page, 'Captures'));
      await expect(captures).toHaveCount(4);
      await expect(captures).toHaveText([/4th200/, /3rd503/, /2nd503/, /new503/]);
      await picture(`captures-${life}-life`);
      if (life === 'first') await app.restart();
    }
  });
}
