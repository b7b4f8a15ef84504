import { expect, type Page } from '@playwright/test';
import { goTo } from '../person';
import { POLICIES, POLICY_FORM, POLICY_TEXT } from './policy-scenes';
import { byPalette, command, dialog, frame, main, palette, pause, type Scene, section } from './scene';

/** Opens Live as it is before anything was sent, in another run if something was. */
async function firstRun(page: Page): Promise<void> {
  await goTo(page, 'Live');
  const invitation = page.getByRole('heading', { name: 'See what a webhook provider will do to your endpoint' });
  if (!(await invitation.isVisible())) {
    await command(page, 'New run');
    await dialog(page).getByRole('button', { name: 'Start the run' }).click();
    await pause(page);
    await goTo(page, 'Live');
  }
  await expect(invitation).toBeVisible();
}

const live: Scene = {
  name: 'Live',
  open: async (page) => {
    await firstRun(page);
    return main(page);
  },
  last: /^button (Start$|.*(Alphorn|Fianto|Kestrel|Infraspeak)$)/,
  alike: /^button .*(Alphorn|Fianto|Kestrel|Infraspeak)$/,
};

/** The second door once an endpoint was added through it. */
const doorPassed: Scene = {
  name: 'Live, endpoint added',
  open: async (page) => {
    await firstRun(page);
    const door = page.getByRole('region', { name: 'Point it at my endpoint' });
    await door.getByLabel('URL').fill('http://127.0.0.1:9/webhooks');
    await door.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(door.getByRole('button', { name: 'Add another' })).toBeVisible();
    return door;
  },
};

/** Scenes of an app in which nothing was done yet; those that do something come last. */
export const EMPTY_SCENES: readonly Scene[] = [
  section('Deliveries'),
  section('Events'),
  section('Endpoints'),
  section('Receiver'),
  POLICIES,
  POLICY_FORM,
  POLICY_TEXT,
  section('Overview'),
  byPalette('Send an event', 'Send an event'),
  byPalette('Add an endpoint', 'Add an endpoint'),
  byPalette('New route', 'Add a route'),
  byPalette('Keys', 'Show the keys'),
  byPalette('About', 'About Retryscope'),
  frame,
  live,
  doorPassed,
];

export const EMPTY_PALETTE: readonly Scene[] = [palette];
