import { expect, type Locator, type Page } from '@playwright/test';
import { attemptsIn, deliveryOptions, goTo, listOf, openDelivery } from '../person';
import { byPalette, command, dialog, frame, main, pause, type Scene, section } from './scene';
import { SMALL_SETTINGS } from './settings-scenes';

/** Live with a delivery marked on the timeline, whose jobs can then be lost. */
async function markOne(page: Page, type = 'order.refunded'): Promise<void> {
  await openDelivery(page, type);
  await page
    .getByRole('complementary', { name: 'Delivery' })
    .getByRole('button', { name: 'Close the delivery' })
    .click();
  await goTo(page, 'Live');
}

const openChaos = async (page: Page) => {
  await main(page).getByRole('button', { name: 'Chaos' }).click();
  return page.getByRole('menu', { name: 'Chaos' });
};

/** Scenes of the frame and of Live in an app that `fill` filled. */
export const LIVE_SCENES: readonly Scene[] = [
  section('Live'),
  {
    name: 'Live, nothing matches',
    open: async (page) => {
      await goTo(page, 'Live');
      await page.getByLabel('Filter deliveries').fill('no.such.event');
      return main(page);
    },
  },
  {
    name: 'Live, pointed at',
    open: async (page) => {
      await goTo(page, 'Live');
      await page.getByRole('application').focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      return page.getByRole('region', { name: 'Timeline' }).locator('.tl-bar');
    },
  },
  frame,
  {
    name: 'Chaos, nothing marked',
    open: async (page) => {
      await goTo(page, 'Live');
      return openChaos(page);
    },
    last: /Crash the engine/,
  },
  {
    name: 'Chaos',
    open: async (page) => {
      await markOne(page);
      return openChaos(page);
    },
    last: /Crash the engine/,
  },
  {
    name: 'Answers of a route',
    open: async (page) => {
      await markOne(page, 'order.paid');
      await main(page).getByRole('button', { name: 'Answers of /try' }).click();
      return page.getByRole('menu', { name: 'Answers of /try' });
    },
  },
  {
    name: 'Fail the next requests',
    open: async (page) => {
      await markOne(page, 'order.paid');
      await main(page).getByRole('button', { name: 'Answers of /try' }).click();
      await page.getByRole('menuitem', { name: 'Fail the next requests' }).click();
      return dialog(page);
    },
    last: /^button Fail them/,
  },
  {
    name: 'Run faster',
    open: async (page) => {
      const faster = page.getByRole('radio', { name: '60×', exact: true });
      if (!(await faster.isChecked())) await faster.click();
      await page.getByRole('button', { name: 'Let the clock run on' }).click();
      await expect(dialog(page)).toBeVisible();
      return dialog(page);
    },
    last: /^button Run them/,
  },
];

const tab = (name: string): Scene => ({
  name: `Delivery, ${name}`,
  open: async (page) => {
    const pane = await openDelivery(page, 'order.refunded');
    await pane.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    return pane.getByRole('tabpanel');
  },
});

const openFacet = async (page: Page, name: string): Promise<void> => {
  await goTo(page, 'Deliveries');
  await page.getByRole('tablist', { name: 'States' }).getByRole('tab', { name }).click();
};

/** The list of all endpoints again, which an earlier press may have narrowed to one. */
async function showAllEndpoints(page: Page): Promise<void> {
  await goTo(page, 'Deliveries');
  const choice = page.getByRole('combobox', { name: 'Endpoint' });
  if ((await choice.textContent()) === 'All endpoints') return;
  await choice.click();
  await page.getByRole('option', { name: 'All endpoints' }).click();
}

const ofAllEndpoints = (scene: Scene): Scene => ({
  ...scene,
  open: async (page) => {
    await showAllEndpoints(page);
    return scene.open(page);
  },
});

const IN_DELIVERIES: readonly Scene[] = [
  section('Deliveries'),
  {
    name: 'Deliveries, nothing matches',
    open: async (page) => {
      await goTo(page, 'Deliveries');
      await page.getByLabel('Filter deliveries').fill('no.such.event');
      await expect(main(page).getByText('No delivery matches the filter.')).toBeVisible();
      return main(page).getByRole('tabpanel');
    },
  },
  {
    name: 'Deliveries, choice of endpoint',
    open: async (page) => {
      await goTo(page, 'Deliveries');
      await page.getByRole('combobox', { name: 'Endpoint' }).click();
      return page.getByRole('listbox').filter({ hasText: 'All endpoints' });
    },
  },
  {
    name: 'Deliveries, choice of columns',
    open: async (page) => {
      await goTo(page, 'Deliveries');
      await page.getByRole('button', { name: 'Columns' }).click();
      return page.getByRole('menu');
    },
  },
  {
    name: 'Delivery, delivered',
    open: async (page) => openDelivery(page, 'order.created'),
  },
  tab('Summary'),
  tab('Headers'),
  tab('Body'),
  tab('Response'),
  tab('Timeline'),
  tab('Why'),
  tab('Signature'),
  tab('Raw'),
  {
    name: 'Compare',
    open: async (page) => {
      await openDelivery(page, 'order.paid');
      await page.keyboard.press('v');
      const compared = page.getByRole('dialog', { name: 'Compare' });
      await expect(compared.getByRole('status')).toContainText('difference');
      return compared;
    },
  },
  {
    name: 'Delivery, waiting',
    open: async (page) => openDelivery(page, 'order.lost'),
    last: /^button (Retry now|Cancel)$/,
  },
  {
    name: 'Delivery, the planned attempt',
    open: async (page) => {
      const pane = await openDelivery(page, 'order.refunded');
      await attemptsIn(pane).last().click();
      return pane.locator('.pane-head');
    },
    last: /^button (Retry now|Cancel)$/,
  },
  {
    name: 'Delivery, no response',
    open: async (page) => {
      const pane = await openDelivery(page, 'order.far');
      await pane.getByRole('tab', { name: /^Response/ }).click();
      return pane.getByRole('region', { name: 'Attempts' });
    },
  },
  {
    name: 'Deliveries, menu of a row',
    open: async (page) => {
      await openDelivery(page, 'order.created');
      await listOf(page, 'Deliveries').focus();
      await page.keyboard.press('Shift+F10');
      return page.getByRole('menu');
    },
  },
  {
    name: 'Deliveries, some chosen',
    open: async (page) => {
      await openFacet(page, 'All');
      await expect(deliveryOptions(page).first()).toBeVisible();
      await listOf(page, 'Deliveries').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('x');
      const bar = page.getByRole('region', { name: 'Chosen deliveries' });
      await expect(bar).toBeVisible();
      return bar;
    },
    last: /Cancel them/,
  },
];

export const DELIVERY_SCENES: readonly Scene[] = IN_DELIVERIES.map(ofAllEndpoints);

const RUN = 'Second run';

/** Opens the list of runs, which holds a live one and another. */
async function openRuns(page: Page): Promise<Locator> {
  await command(page, 'Runs: open');
  await expect(dialog(page).getByText('live', { exact: true })).toBeVisible();
  if (
    (await dialog(page)
      .getByRole('button', { name: /^Open / })
      .count()) === 0
  ) {
    await dialog(page).getByRole('button', { name: 'New run' }).click();
    await dialog(page).getByLabel('Name').fill(RUN);
    await dialog(page).getByRole('button', { name: 'Start the run' }).click();
    await expect(dialog(page)).toBeHidden();
    await pause(page);
    await command(page, 'Runs: open');
  }
  await expect(
    dialog(page)
      .getByRole('button', { name: /^Open / })
      .first(),
  ).toBeVisible();
  return dialog(page);
}

/** The examples differ in nothing but what they say. */
const EXAMPLES = /^button (Alphorn|Fianto|Kestrel|Infraspeak), /;

export async function openExample(page: Page): Promise<Locator> {
  await goTo(page, 'Scenarios');
  await page
    .getByRole('navigation', { name: 'Scenarios' })
    .getByRole('button', { name: /^Kestrel, / })
    .first()
    .click();
  await expect(main(page).getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  return main(page).getByRole('article');
}

export const RUN_SCENES: readonly Scene[] = [
  { ...section('Scenarios'), alike: EXAMPLES },
  { name: 'A scenario', open: openExample, last: /^button Run$/ },
  byPalette('New run', 'New run'),
  {
    name: 'Runs, one renamed',
    open: async (page) => {
      const runs = await openRuns(page);
      await runs
        .getByRole('button', { name: /^Rename / })
        .first()
        .click();
      return runs.locator('form');
    },
  },
  {
    name: 'Runs, one deleted',
    open: async (page) => {
      const runs = await openRuns(page);
      await runs.locator('button:enabled[aria-label^="Delete "]').last().click();
      await expect(runs.getByRole('button', { name: 'Undo' })).toBeVisible();
      return runs.locator('.run-line').filter({ hasText: 'is deleted' });
    },
  },
  { name: 'Runs', open: openRuns, last: /^button (Open|Delete) / },
  {
    name: 'Scenario with problems',
    open: async (page) => {
      const asked = page.waitForEvent('filechooser');
      await command(page, 'Open a scenario file');
      const chooser = await asked;
      await chooser.setFiles({
        name: 'shop.yaml',
        mimeType: 'text/yaml',
        buffer: Buffer.from('version: 1\nname: Shop\nendpoints:\n  - name: Shop\n    policy: nobody\nevents: 5\n'),
      });
      await expect(dialog(page)).toBeVisible();
      return dialog(page);
    },
  },
];

/** What a small window shows in another way. */
export const SMALL_SCENES: readonly Scene[] = [
  section('Live'),
  frame,
  SMALL_SETTINGS,
  {
    name: 'Speed',
    open: async (page) => {
      await page.getByRole('button', { name: /^Speed/ }).click();
      return page.getByRole('menu');
    },
  },
  {
    name: 'What the marks mean',
    open: async (page) => {
      await goTo(page, 'Live');
      await page.getByRole('button', { name: 'What the marks mean' }).click();
      return dialog(page);
    },
  },
  section('Deliveries'),
  section('Endpoints'),
  section('Receiver'),
  section('Overview'),
];
