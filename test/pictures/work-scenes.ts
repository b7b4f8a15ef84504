import { expect, type Locator, type Page } from '@playwright/test';
import { openExample } from '../journeys/crawl/delivery-scenes';
import { openPolicies } from '../journeys/crawl/policy-scenes';
import { composeEvent, goTo, listOf, openDelivery, rowsOf } from '../journeys/person';
import type { PictureScene } from './scenes';

async function openCapture(page: Page): Promise<Locator> {
  await goTo(page, 'Receiver');
  await page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: '/orders' }).click();
  await rowsOf(listOf(page, 'Captures')).first().click();
  const pane = page.getByRole('complementary', { name: 'Capture' });
  await expect(pane).toBeVisible();
  return pane;
}

/** Where one works on something: forms, editors, what is compared and looked into. */
export const WORK_SCENES: readonly PictureScene[] = [
  {
    name: 'send-event',
    open: async (page) => {
      await goTo(page, 'Live');
      await composeEvent(page);
    },
  },
  {
    name: 'compare',
    open: async (page) => {
      await openDelivery(page, 'stock.changed');
      await page.keyboard.press('v');
      await expect(page.getByRole('dialog', { name: 'Compare' }).getByRole('status')).toContainText('difference');
    },
  },
  {
    name: 'capture',
    open: async (page) => {
      const pane = await openCapture(page);
      await pane.getByRole('tab', { name: /^Timeline/ }).click();
    },
  },
  {
    name: 'send-on',
    open: async (page) => {
      const pane = await openCapture(page);
      await pane.getByRole('button', { name: 'Send on' }).click();
      await expect(page.getByRole('dialog', { name: 'Send a request on' })).toBeVisible();
    },
  },
  {
    name: 'signature-lab',
    open: async (page) => {
      const pane = await openCapture(page);
      await pane.getByRole('tab', { name: /^Signature/ }).click();
      await pane.getByRole('button', { name: 'Signature lab' }).click();
      await expect(page.getByRole('dialog', { name: 'Signature lab' })).toBeVisible();
    },
  },
  {
    name: 'step',
    open: async (page) => {
      await goTo(page, 'Receiver');
      await page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: '/orders' }).click();
      await page.getByRole('button', { name: /^Step 2: / }).click();
    },
  },
  { name: 'scenarios', open: (page) => goTo(page, 'Scenarios') },
  { name: 'scenario', open: async (page) => void (await openExample(page)) },
  {
    name: 'policy-editor',
    open: async (page) => {
      await openPolicies(page);
      await page.getByRole('main').getByRole('button', { name: 'Edit a copy' }).click();
      await expect(page.getByRole('main').getByRole('radio', { name: 'Form' })).toBeVisible();
    },
  },
  // What was begun in the editor is discarded, so that no later picture shows it.
  {
    name: 'policies',
    open: async (page) => {
      await openPolicies(page);
      await page.getByRole('main').getByRole('figure').first().waitFor();
    },
  },
];
