import { expect, type Locator, type Page } from '@playwright/test';
import type { EndpointProcess } from '../support/servers/endpoint-process';
import { addEndpoint, clockBadge, composeEvent, goTo, openDelivery, sendEvent, timelineRow } from './person';

/** A place in the app and the way there from anywhere, with the clock paused. */
export type Scene = {
  readonly name: string;
  /** Resolves to the part that the scene is about. */
  readonly open: (page: Page) => Promise<Locator>;
};

const main = (page: Page): Locator => page.getByRole('main');
const dialog = (page: Page): Locator => page.getByRole('dialog');

const section = (name: Parameters<typeof goTo>[1]): Scene => ({
  name,
  open: async (page) => {
    await goTo(page, name);
    return main(page);
  },
});

/** A dialog that the palette's commands open from anywhere. */
const byPalette = (name: string, command: string): Scene => ({
  name,
  open: async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await dialog(page).getByRole('option', { name: command }).first().click();
    await expect(dialog(page).getByRole('combobox', { name: 'All commands' })).toBeHidden();
    return dialog(page);
  },
});

const palette: Scene = {
  name: 'All commands',
  open: async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog(page)).toBeVisible();
    return dialog(page);
  },
};

/** What every page has around its section. */
export const frame: Scene = {
  name: 'Frame',
  open: async (page) => {
    await goTo(page, 'Policies');
    return page.getByRole('banner').or(page.getByRole('navigation', { name: 'Sections' }));
  },
};

/** Scenes of an app in which nothing was done yet. */
export const EMPTY_SCENES: readonly Scene[] = [
  section('Live'),
  section('Deliveries'),
  section('Events'),
  section('Endpoints'),
  section('Receiver'),
  section('Policies'),
  section('Overview'),
  palette,
  byPalette('Send an event', 'Send an event'),
  byPalette('Add an endpoint', 'Add an endpoint'),
  byPalette('New route', 'Add a route'),
  byPalette('Keys', 'Show the keys'),
  byPalette('About', 'About Retryscope'),
];

const deliveryTab = (tab: string): Scene => ({
  name: `Delivery, ${tab}`,
  open: async (page) => {
    const pane = await openDelivery(page, 'order.refunded');
    await pane.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    return main(page);
  },
});

async function openEndpoint(page: Page, name: string): Promise<void> {
  await goTo(page, 'Endpoints');
  const crumb = main(page).getByRole('button', { name: 'Endpoints', exact: true });
  if (await crumb.isVisible()) await crumb.click();
  await page.getByRole('list', { name: 'Endpoints' }).getByRole('button').filter({ hasText: name }).click();
  await expect(page.getByRole('main', { name: `Endpoint ${name}` })).toBeVisible();
}

async function openRoute(page: Page, path: string): Promise<void> {
  await goTo(page, 'Receiver');
  await page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: path }).click();
}

/** Writes something into the form for an event that none of its beginnings is. */
async function scribble(form: Locator): Promise<void> {
  await form.getByLabel('Body', { exact: true }).fill('{"scribbled":true}');
}

/** Scenes of an app that was filled by `fill`. */
export const FILLED_SCENES: readonly Scene[] = [
  section('Live'),
  section('Overview'),
  section('Policies'),
  section('Deliveries'),
  deliveryTab('Request'),
  deliveryTab('Response'),
  deliveryTab('Why'),
  deliveryTab('Raw'),
  {
    name: 'Events',
    open: async (page) => {
      await goTo(page, 'Events');
      const close = page.getByRole('button', { name: 'Close the event' });
      if (await close.isVisible()) await close.click();
      await scribble(main(page));
      return main(page);
    },
  },
  {
    name: 'Event',
    open: async (page) => {
      await goTo(page, 'Events');
      await page.getByRole('listbox', { name: 'Events, newest first' }).getByRole('option').last().click();
      await expect(page.getByRole('complementary', { name: 'Event' })).toBeVisible();
      return main(page);
    },
  },
  {
    name: 'Endpoints',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      await main(page).getByRole('button', { name: 'Endpoints', exact: true }).click();
      return main(page);
    },
  },
  {
    name: 'Endpoint',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      return main(page);
    },
  },
  {
    name: 'Endpoint, disabled',
    open: async (page) => {
      await openEndpoint(page, 'Old');
      return main(page);
    },
  },
  {
    name: 'Edit an endpoint',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      await page.getByRole('button', { name: 'Edit' }).click();
      return dialog(page);
    },
  },
  {
    name: 'Send an event',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      const form = await composeEvent(page);
      await scribble(form);
      return form;
    },
  },
  {
    name: 'Capture',
    open: async (page) => {
      await openRoute(page, '/try');
      await page.getByRole('listbox', { name: 'Captures, newest first' }).getByRole('option').first().click();
      await expect(page.getByRole('complementary', { name: 'Capture' })).toBeVisible();
      return main(page);
    },
  },
  {
    name: 'Step',
    open: async (page) => {
      await openRoute(page, '/try');
      await page.getByRole('button', { name: /^Step 1: / }).click();
      return page.getByRole('region', { name: 'Script' });
    },
  },
  {
    name: 'Port',
    open: async (page) => {
      await goTo(page, 'Receiver');
      await page.getByRole('button', { name: 'Change the port' }).click();
      return main(page);
    },
  },
  palette,
];

/** Scenes whose buttons take something away, for the end. */
export const LAST_SCENES: readonly Scene[] = [
  {
    name: 'Delete a route',
    open: async (page) => {
      await openRoute(page, '/in');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      return page.getByRole('group', { name: 'Delete route' });
    },
  },
  {
    name: 'Delete an endpoint',
    open: async (page) => {
      await openEndpoint(page, 'Old');
      await page.getByRole('button', { name: 'Delete endpoint' }).click();
      return page.getByRole('group', { name: 'Delete' });
    },
  },
];

/** Answers for the endpoint that `fill` sends to: one of each hue. */
export const FILL_ANSWERS = [200, 404, 301, 500] as const;

/** Makes deliveries that are delivered, that wait and that are held, a disabled endpoint, and pauses the clock. */
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
  await addEndpoint(page, { name: 'Old', url: 'http://no-such-host.invalid/webhooks', policy: 'Kestrel' });
  await page.getByRole('button', { name: 'Disable' }).click();
  const sure = page.getByRole('group').getByRole('button', { name: /^Disable/ });
  if (await sure.isVisible()) await sure.click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await pause(page);
}

export async function pause(page: Page): Promise<void> {
  // The page may still be opening: its badge is there once the engine has answered.
  await expect(clockBadge(page)).toBeVisible();
  const button = page.getByRole('button', { name: 'Pause the clock' });
  if (await button.isVisible()) await button.click();
  await expect(clockBadge(page)).toHaveText('paused');
}

/** Closes what lies over the section, leaves it, and dismisses the messages at its foot. */
export async function clearAway(page: Page): Promise<void> {
  // Whatever lies over the page hides the rest of it from assistive technology.
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(async () => {
    if (!(await sections.isVisible())) await page.keyboard.press('Escape');
    await expect(sections).toBeVisible({ timeout: 500 });
  }).toPass();
  // Another section, so that the next scene's opens without filters that an earlier press has set.
  await goTo(page, 'Policies');
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' });
  while ((await messages.count()) > 0) await messages.first().click();
}
