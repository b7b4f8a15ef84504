import { expect } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import {
  addEndpoint,
  attemptsIn,
  clockBadge,
  deliveryOptions,
  goTo,
  listOf,
  openDelivery,
  rowsOf,
  sendEvent,
} from './person';

export function transport(test: AppTest): void {
  test('a paused clock sends nothing until it runs again', async ({ app, startEndpoint, picture }) => {
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    await sendEvent(page, { type: 'order.paid' });
    await goTo(page, 'Deliveries');
    await expect(deliveryOptions(page)).toHaveText(/^Queued.*order\.paid/);
    const time = page.getByRole('region', { name: 'Clock' }).getByRole('time');
    const frozen = await time.getAttribute('datetime');
    await picture('paused');
    // A command that goes all the way to the engine and back: time enough for a request to leave, if one did.
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Events' }).click();
    await expect(rowsOf(listOf(page, 'Events'))).toHaveCount(1);
    expect(endpoint.seen).toHaveLength(0);
    expect(await time.getAttribute('datetime')).toBe(frozen);

    await page.getByRole('button', { name: 'Let the clock run on' }).click();
    await expect(clockBadge(page)).toHaveText('1×');
    await endpoint.received(1);
  });

  test('a factor makes hours of waits pass in seconds, and the badge is lit whenever time is not 1×', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint([500, 500, 500, 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    const speed = page.getByRole('radiogroup', { name: 'Speed' });
    for (const factor of ['10×', '60×', '600×', '3600×']) {
      await speed.getByRole('radio', { name: factor, exact: true }).click();
      await expect(speed.getByRole('radio', { name: factor, exact: true })).toBeChecked();
      await expect(clockBadge(page)).toHaveText(factor);
    }
    await sendEvent(page, { type: 'order.paid' });
    const pane = await openDelivery(page, 'order.paid');
    // Fianto's first three waits are 1, 5 and 30 minutes, each up to a fifth longer: 43 minutes at most.
    await expect(attemptsIn(pane)).toHaveText([/^1500/, /^2500/, /^3500/, /^4200/]);
    await picture('delivered-at-3600');
    await expect(page.getByRole('region', { name: 'Clock' })).toContainText('virtual');

    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(page)).toHaveText('skip');
    await page.getByRole('button', { name: 'Skip waits' }).click();
    await expect(clockBadge(page)).toHaveText('1×');
  });

  test('Stop cuts off what is in flight, uncharged, and Resume lets it go again', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    const endpoint = await startEndpoint(['hang', 200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);
    const pane = await openDelivery(page, 'order.paid');
    await expect(attemptsIn(pane)).toHaveText([/^1Sending/]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    const resume = page.getByRole('button', { name: /^Resume/ });
    await expect(resume).toContainText('Stopped, 1 interrupted');
    await expect(resume).toBeInViewport({ ratio: 1 });
    await expect(attemptsIn(pane)).toHaveText([/^1Interruptedstopped by you/, /^2Planned/]);
    await picture('stopped');
    expect(endpoint.seen).toHaveLength(1);

    await resume.click();
    await expect(attemptsIn(pane)).toHaveText([/^1Interrupted/, /^2200/]);
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    expect(endpoint.seen).toHaveLength(2);
  });

  test('everything that the top bar does has a key', async ({ app }) => {
    const { page } = app;
    await expect(clockBadge(page)).toHaveText('1×');
    await page.keyboard.press('Space');
    await expect(clockBadge(page)).toHaveText('paused');
    await page.keyboard.press('Space');
    await expect(clockBadge(page)).toHaveText('1×');
    await page.keyboard.press('s');
    await expect(clockBadge(page)).toHaveText('skip');
    await page.keyboard.press('s');
    await page.keyboard.press('ControlOrMeta+.');
    await expect(page.getByRole('button', { name: /^Resume/ })).toBeVisible();
    for (const [key, dialog] of [
      ['ControlOrMeta+k', 'All commands'],
      ['ControlOrMeta+Shift+Slash', 'Keys'],
      ['ControlOrMeta+Enter', 'Send an event'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    const names = ['Live', 'Deliveries', 'Events', 'Endpoints', 'Receiver', 'Policies', 'Scenarios', 'Overview'];
    for (const [index, name] of names.entries()) {
      await page.keyboard.press(`ControlOrMeta+${index + 1}`);
      await expect(page.getByRole('main', { name })).toBeVisible();
    }
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('speed 60×');
    await page.keyboard.press('Enter');
    await expect(clockBadge(page)).toHaveText('paused');
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(clockBadge(page)).toHaveText('60×');
  });

  test('a window of 900 × 600 keeps clock, pause, next due, in flight and Stop in sight', async ({ app, picture }) => {
    await app.resize(900, 600);
    const { page } = app;
    for (const section of [
      'Live',
      'Deliveries',
      'Events',
      'Endpoints',
      'Receiver',
      'Policies',
      'Scenarios',
      'Overview',
    ] as const) {
      await goTo(page, section);
      for (const part of [
        page.getByRole('region', { name: 'Clock' }),
        page.getByRole('button', { name: 'Pause the clock' }),
        page.getByText('Next due in'),
        page.getByText('In flight').first(),
        page.getByRole('button', { name: 'Stop', exact: true }),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      await picture(section);
    }
    await page.getByRole('button', { name: 'Speed 1×' }).click();
    await page.getByRole('menuitemradio', { name: '600×', exact: true }).click();
    await expect(clockBadge(page)).toHaveText('600×');
    await expect(clockBadge(page)).toBeInViewport({ ratio: 1 });
  });
}
