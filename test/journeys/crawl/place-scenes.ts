import { expect, type Locator, type Page } from '@playwright/test';
import { composeEvent, goTo, listOf, rowsOf, sendButton } from '../person';
import { byPalette, command, dialog, main, type Scene, section } from './scene';

async function openEndpoint(page: Page, name: string): Promise<void> {
  await goTo(page, 'Endpoints');
  const crumb = main(page).getByRole('button', { name: 'Endpoints', exact: true });
  if (await crumb.isVisible()) await crumb.click();
  // A card's name tells the endpoint's state and figures too.
  await page.getByRole('list', { name: 'Endpoints' }).getByRole('button').filter({ hasText: name }).click();
  await expect(page.getByRole('main', { name: `Endpoint ${name}` })).toBeVisible();
}

const endpoint = (name: string, words: string, part: 'page' | 'state', last?: RegExp): Scene => ({
  name: `Endpoint, ${words}`,
  open: async (page) => {
    await openEndpoint(page, name);
    return part === 'page' ? main(page) : main(page).locator('.facts-side section').first();
  },
  ...(last === undefined ? {} : { last }),
});

/** Opens a menu in the head of an endpoint's page. */
const menuOf = (name: string, button: string, last: RegExp): Scene => ({
  name: `${button} an endpoint`,
  open: async (page) => {
    await openEndpoint(page, name);
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('menu');
  },
  last,
});

/** Presses a two-step button of an endpoint's page once. */
const asks = (name: string, button: string, confirm: string): Scene => ({
  name: `${button}?`,
  open: async (page) => {
    await openEndpoint(page, name);
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('group', { name: confirm });
  },
  last: new RegExp(`^button ${confirm}`),
});

/** Scenes of an app that `fillConditions` filled. */
export const ENDPOINT_SCENES: readonly Scene[] = [
  {
    name: 'Endpoints',
    open: async (page) => {
      await openEndpoint(page, 'Old');
      await main(page).getByRole('button', { name: 'Endpoints', exact: true }).click();
      return main(page);
    },
  },
  section('Overview'),
  endpoint('Moving', 'a newer URL waits', 'page'),
  menuOf('Tired', 'Manage', /^menuitem (Disable|Enable|Verify)/),
  endpoint('Gone', 'disabled for good', 'state'),
  endpoint('Tired', 'suspended', 'state', /Verify|Enable/),
  endpoint('Unproven', 'never verified', 'state'),
  {
    name: 'Edit an endpoint',
    open: async (page) => {
      await openEndpoint(page, 'Moving');
      await page.getByRole('button', { name: 'Edit' }).click();
      for (const more of ['Headers and authorization', 'Proxy and TLS'])
        await dialog(page).getByText(more, { exact: true }).click();
      await dialog(page).getByRole('radio', { name: 'Bearer' }).click();
      return dialog(page);
    },
  },
  {
    name: 'Duplicate an endpoint',
    open: async (page) => {
      await openEndpoint(page, 'Gone');
      await page.getByRole('button', { name: 'Duplicate this endpoint' }).click();
      return dialog(page).locator('footer');
    },
  },
  {
    name: 'Add an endpoint, refused',
    open: async (page) => {
      await goTo(page, 'Endpoints');
      await openEndpoint(page, 'Old');
      await main(page).getByRole('button', { name: 'Endpoints', exact: true }).click();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await dialog(page).getByRole('button', { name: 'Add endpoint' }).click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
      // Wrong in another way: the same refusal twice would change nothing that one sees.
      await dialog(page).getByLabel('URL').fill('ftp://shop.example/hooks');
      return dialog(page).locator('footer');
    },
  },
  {
    name: 'Disable, from elsewhere',
    open: async (page) => {
      await command(page, 'Disable: Moving');
      return dialog(page);
    },
    last: /^button Disable/,
  },
  endpoint('Old', 'disabled', 'state', /Enable/),
  asks('Unproven', 'Disable', 'Disable'),
  asks('Unproven', 'Delete endpoint', 'Delete'),
];

/** Writes something into the form for an event that none of its beginnings is. */
async function scribble(form: Locator): Promise<void> {
  await form.getByLabel('Body', { exact: true }).fill('{"scribbled":true}');
}

const openEvent = async (page: Page): Promise<Locator> => {
  await goTo(page, 'Events');
  await rowsOf(listOf(page, 'Events')).last().click();
  const pane = page.getByRole('complementary', { name: 'Event' });
  await expect(pane).toBeVisible();
  return pane;
};

export const EVENT_SCENES: readonly Scene[] = [
  {
    name: 'Events',
    open: async (page) => {
      const pane = await openEvent(page);
      await pane.getByRole('button', { name: 'Close the event' }).click();
      await scribble(main(page));
      return main(page);
    },
    last: /^button Send/,
  },
  { name: 'Event', open: openEvent },
  {
    name: 'Events, some to come',
    open: async (page) => {
      const pane = await openEvent(page);
      await pane.getByRole('button', { name: 'Close the event' }).click();
      const coming = page.getByRole('list', { name: 'Being sent' });
      if (await coming.isVisible()) return coming;
      await main(page).getByLabel('How many').fill('5');
      await main(page).getByLabel('One every').fill('1h');
      await sendButton(main(page)).click();
      await expect(coming).toBeVisible();
      return coming;
    },
  },
  {
    name: 'Events, samples',
    open: async (page) => {
      const pane = await openEvent(page);
      await pane.getByRole('button', { name: 'Close the event' }).click();
      await scribble(main(page));
      await main(page).getByRole('combobox', { name: 'Begin with a sample' }).click();
      return page.getByRole('listbox').filter({ hasText: 'invoice.paid' });
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
    last: /^button Send/,
  },
  {
    name: 'Send an event, from cURL',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      const form = await composeEvent(page);
      await form.getByRole('button', { name: 'cURL command' }).click();
      return form;
    },
    last: /^button Send/,
  },
  {
    name: 'Events from a HAR file',
    open: async (page) => {
      await openEndpoint(page, 'Shop');
      const form = await composeEvent(page);
      const asked = page.waitForEvent('filechooser');
      await form.getByRole('button', { name: 'HAR file' }).click();
      const entry = { request: { method: 'POST', url: 'http://x.example/', postData: { mimeType: 'a/b', text: 'a' } } };
      const buffer = Buffer.from(JSON.stringify({ log: { entries: [entry, entry] } }));
      await (await asked).setFiles({ name: 'saved.har', mimeType: 'application/json', buffer });
      return dialog(page);
    },
    last: /^button Send/,
  },
];

async function openRoute(page: Page, path: string): Promise<void> {
  await goTo(page, 'Receiver');
  await page.getByRole('navigation', { name: 'Routes' }).getByRole('button', { name: path }).click();
}

async function openCapture(page: Page): Promise<Locator> {
  await openRoute(page, '/try');
  await rowsOf(listOf(page, 'Captures')).first().click();
  const pane = page.getByRole('complementary', { name: 'Capture' });
  await expect(pane).toBeVisible();
  return pane;
}

export const RECEIVER_SCENES: readonly Scene[] = [
  { name: 'Capture', open: openCapture },
  ...['Headers', 'Body', 'Response', 'Timeline', 'Signature', 'Raw'].map((name) => ({
    name: `Capture, ${name}`,
    open: async (page: Page) => {
      const pane = await openCapture(page);
      await pane.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      return pane.getByRole('tabpanel');
    },
  })),
  {
    name: 'Send a request on',
    open: async (page) => {
      const pane = await openCapture(page);
      await pane.getByRole('button', { name: 'Send on' }).click();
      return dialog(page);
    },
    last: /^button Send on/,
  },
  {
    name: 'A forwarder',
    open: async (page) => {
      await openRoute(page, '/in');
      await main(page).getByRole('radio', { name: 'Forwards to an endpoint' }).click();
      return main(page).getByRole('region', { name: 'Forwarding' });
    },
  },
  {
    name: 'Step',
    open: async (page) => {
      await openRoute(page, '/try');
      await page.getByRole('button', { name: /^Step 1: / }).click();
      return page.getByRole('region', { name: 'Script' });
    },
    last: /Save script/,
  },
  {
    name: 'Step that hangs',
    open: async (page) => {
      await openRoute(page, '/try');
      await page.getByRole('button', { name: /^Step 1: / }).click();
      await page.getByRole('combobox', { name: 'What it does', exact: true }).click();
      await page.getByRole('option', { name: 'Hang', exact: true }).click();
      return page.getByRole('region', { name: 'Script' });
    },
    last: /Save script/,
  },
  {
    name: 'Port',
    open: async (page) => {
      await goTo(page, 'Receiver');
      await page.getByRole('button', { name: 'Change the port' }).click();
      return main(page).locator('.listening');
    },
  },
  byPalette('New route', 'Add a route'),
  // It can be cleared, so that what needs captures comes before it.
  section('Receiver', /^button Clear/),
  {
    name: 'Delete a route?',
    open: async (page) => {
      await openRoute(page, '/in');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      return page.getByRole('group', { name: 'Delete route' });
    },
    last: /^button Delete route/,
  },
];
