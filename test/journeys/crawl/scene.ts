import { expect, type Locator, type Page } from '@playwright/test';
import { clockBadge, goTo, notices, type Section } from '../person';
import { clear, sendWitness } from './witness';

/** A place in the app and the way there from anywhere, with the clock paused. */
export type Scene = {
  readonly name: string;
  /** Resolves to the part that the scene is about. */
  readonly open: (page: Page) => Promise<Locator>;
  /** What changes so much that it is pressed after all the rest, by its role and name. */
  readonly last?: RegExp;
  /** Many that differ in nothing but what they are about: the first and the last of them are pressed. */
  readonly alike?: RegExp;
};

export const main = (page: Page): Locator => page.getByRole('main');
export const dialog = (page: Page): Locator => page.getByRole('dialog');

export const section = (name: Section, last?: RegExp): Scene => ({
  name,
  open: async (page) => {
    await goTo(page, name);
    return main(page);
  },
  ...(last === undefined ? {} : { last }),
});

/** Runs a command of the palette, which is there wherever the person is. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const all = page.getByRole('dialog', { name: 'All commands' });
  await all.getByRole('option', { name }).first().click();
  await expect(all).toBeHidden();
}

/** A dialog that one of the palette's commands opens. */
export const byPalette = (name: string, says: string): Scene => ({
  name,
  open: async (page) => {
    await command(page, says);
    await expect(dialog(page)).toBeVisible();
    return dialog(page);
  },
});

/** Commands after which the app shows something else altogether. */
const WORLD = /^option (Open scenario |Try the built-in|Crash the engine|New run|Speed|Skip waits|Pause|Step)/;

export const palette: Scene = {
  name: 'All commands',
  open: async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(dialog(page)).toBeVisible();
    return dialog(page);
  },
  last: WORLD,
  alike: /^option Open scenario/,
};

/** What every page has around its section. */
export const frame: Scene = {
  name: 'Frame',
  open: async (page) => {
    await goTo(page, 'Policies');
    return page
      .getByRole('banner')
      .or(page.getByRole('navigation', { name: 'Sections' }))
      .or(notices(page));
  },
};

export async function pause(page: Page): Promise<void> {
  const badge = clockBadge(page);
  const button = page.getByRole('button', { name: 'Pause the clock' });
  // The page may still be opening, or its engine coming back: both are asked for until the engine has answered.
  await expect(async () => {
    const says = await badge.textContent({ timeout: 1_000 });
    if (says === 'paused') return;
    if (says === 'past') await page.getByRole('button', { name: 'Back to live' }).click({ timeout: 1_000 });
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(badge).toHaveText('paused', { timeout: 1_000 });
  }).toPass();
  await expect(notices(page).getByText('The engine stopped')).toBeHidden();
}

/** Closes what lies over the section, leaves it, and dismisses the messages at its foot. */
export async function clearAway(page: Page): Promise<void> {
  await sendWitness(page);
  await expect(async () => {
    // Another section, so that the next scene's opens without filters that an earlier press has set.
    const found = await clear(page, 'Policies');
    if (found === 'covered') await page.keyboard.press('Escape');
    expect(found).toBe('clear');
  }).toPass({ intervals: [20, 50, 100, 500] });
}
