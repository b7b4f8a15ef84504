import { expect, type Page } from '@playwright/test';
import type { EndpointProcess } from '../../support/servers/endpoint-process';
import { addEndpoint, clockBadge, sendEvent, timelineRow } from '../person';
import { pause } from './scene';

/** Answers for the endpoint that `fill` sends to: one of each hue. */
export const FILL_ANSWERS = [200, 404, 301, 500] as const;

/** Thirteen attempts, without their waits. */
const SUSPENDED_MS = 120_000;

/** Makes deliveries that are delivered, that wait here and elsewhere, an endpoint that is closed, and pauses the clock. */
export async function fill(page: Page, endpoint: EndpointProcess): Promise<void> {
  await page.getByRole('button', { name: 'Skip waits' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(timelineRow(page, 'order.paid')).toContainText('Delivered');
  await page.getByRole('button', { name: 'Skip waits' }).click();
  await expect(clockBadge(page)).toHaveText('1×');
  await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
  for (const [index, type] of ['order.created', 'order.refunded', 'order.moved', 'order.lost'].entries()) {
    await sendEvent(page, { type });
    await endpoint.received(index + 1);
  }
  await addEndpoint(page, { name: 'Far', url: 'http://no-such-host.invalid/webhooks', policy: 'Alphorn' });
  await sendEvent(page, { type: 'order.far' });
  await addEndpoint(page, { name: 'Old', url: 'http://no-such-host.invalid/webhooks', policy: 'Kestrel' });
  await disable(page, 'Enable');
  await pause(page);
}

/** Disables the endpoint whose page is open, which then offers this. */
async function disable(page: Page, offers: string): Promise<void> {
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('group', { name: 'Disable' }).getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: offers })).toBeVisible();
}

/** Makes an endpoint of every condition, and pauses the clock: active, moving, disabled, gone, suspended, unproven. */
export async function fillConditions(page: Page, well: EndpointProcess, failing: EndpointProcess): Promise<void> {
  await page.getByRole('button', { name: 'Skip waits' }).click();
  await addEndpoint(page, { name: 'Tired', url: failing.url, policy: 'Infraspeak' });
  await sendEvent(page, { type: 'order.paid' });
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible({ timeout: SUSPENDED_MS });
  await page.getByRole('button', { name: 'Skip waits' }).click();
  // A challenge is sent while the clock runs.
  await addEndpoint(page, { name: 'Moving', url: well.url, policy: 'Fianto', verification: 'Any 2xx passes' });
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByRole('button', { name: 'Verify again' })).toBeHidden();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('URL').fill(failing.url);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Verify the newer URL' })).toBeVisible();
  await pause(page);
  await addEndpoint(page, { name: 'Unproven', url: failing.url, policy: 'Fianto', verification: 'Any 2xx passes' });
  await expect(page.getByRole('button', { name: 'Verify again' })).toBeVisible();
  await addEndpoint(page, { name: 'Gone', url: well.url, policy: 'Fianto' });
  await disable(page, 'Duplicate this endpoint');
  await addEndpoint(page, { name: 'Old', url: well.url, policy: 'Kestrel' });
  await disable(page, 'Enable');
}
