import { expect, type Page } from '@playwright/test';
import { clockBadge, goTo, openDelivery, openSettings, type Section } from '../journeys/person';
import { FURTHER_SETTINGS } from '../journeys/settings-parts';
import { WORK_SCENES } from './work-scenes';

/** A picture to take and the way to it, from wherever the one before it ended. */
export type PictureScene = { readonly name: string; readonly open: (page: Page) => Promise<void> };

const section = (name: Section): PictureScene => ({ name: name.toLowerCase(), open: (page) => goTo(page, name) });

/** A section whose charts come a moment later. */
const charted = (name: Section): PictureScene => ({
  name: name.toLowerCase(),
  open: async (page) => {
    await goTo(page, name);
    await charts(page);
  },
});

const charts = (page: Page): Promise<void> => page.getByRole('main').getByRole('figure').first().waitFor();

/** Closes what the scene before has left open, and unfocuses. */
export async function tidy(page: Page): Promise<void> {
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.mouse.move(0, 0);
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const all = page.getByRole('dialog', { name: 'All commands' });
  await all.getByRole('option', { name }).first().click();
  await expect(all).toBeHidden();
}

async function listOfEndpoints(page: Page): Promise<void> {
  await goTo(page, 'Endpoints');
  const crumb = page.getByRole('main').getByRole('button', { name: 'Endpoints', exact: true });
  if (await crumb.isVisible()) await crumb.click();
}

/** Each part of the settings but the first, with which the section opens. */
const SETTINGS: readonly PictureScene[] = FURTHER_SETTINGS.map((part) => ({
  name: `settings-${part.toLowerCase().replace(' ', '-')}`,
  open: (page) => openSettings(page, part),
}));

const appearance: PictureScene = { name: 'settings', open: (page) => openSettings(page, 'Appearance') };

export const EMPTY: readonly PictureScene[] = [
  section('Live'),
  section('Deliveries'),
  section('Events'),
  section('Endpoints'),
  section('Receiver'),
  charted('Policies'),
  section('Scenarios'),
  section('Overview'),
  section('Settings'),
  { name: 'commands', open: async (page) => page.keyboard.press('ControlOrMeta+k') },
];

export const FULL: readonly PictureScene[] = [
  {
    name: 'live',
    open: async (page) => {
      await goTo(page, 'Live');
      await page.getByRole('button', { name: 'Fit' }).click();
    },
  },
  {
    name: 'answers',
    open: async (page) => {
      await openDelivery(page, 'order.created');
      await goTo(page, 'Live');
      await page.getByRole('main').getByRole('button', { name: 'What Orders API answers' }).click();
    },
  },
  { name: 'delivery', open: async (page) => void (await openDelivery(page, 'stock.changed')) },
  {
    name: 'why',
    open: async (page) => {
      const pane = await openDelivery(page, 'stock.changed');
      await pane.getByRole('tab', { name: /^Why/ }).click();
    },
  },
  section('Events'),
  { name: 'endpoints', open: listOfEndpoints },
  {
    name: 'endpoint',
    open: async (page) => {
      await listOfEndpoints(page);
      await page.getByRole('list', { name: 'Endpoints' }).getByRole('button').filter({ hasText: 'Orders API' }).click();
      await charts(page);
    },
  },
  {
    name: 'add-endpoint',
    open: async (page) => {
      await command(page, 'Add an endpoint');
      await expect(page.getByRole('dialog', { name: 'Add an endpoint' })).toBeVisible();
    },
  },
  section('Receiver'),
  ...WORK_SCENES,
  charted('Overview'),
  appearance,
  ...SETTINGS,
  { name: 'keys', open: async (page) => page.keyboard.press('ControlOrMeta+Shift+Slash') },
  { name: 'commands', open: async (page) => page.keyboard.press('ControlOrMeta+k') },
  {
    name: 'runs',
    open: async (page) => {
      await command(page, 'Runs: open');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  // At the end: Esc, with which the next scene begins, leaves the past again.
  {
    name: 'past',
    open: async (page) => {
      await goTo(page, 'Live');
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await page.keyboard.press('Shift+[');
      await expect(clockBadge(page)).toHaveText('past');
    },
  },
];
