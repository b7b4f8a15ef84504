import { expect, type Page } from '@playwright/test';
import { goTo } from '../person';
import { main, type Scene } from './scene';

/** The section without an editor: what was begun there is discarded. */
export async function openPolicies(page: Page): Promise<void> {
  await goTo(page, 'Policies');
  const close = main(page)
    .getByRole('article', { name: /^Edit / })
    .getByRole('button', { name: 'Close', exact: true });
  if (!(await close.isVisible())) return;
  await close.click();
  const discard = page.getByRole('button', { name: 'Discard the changes' });
  await expect(close.or(discard).first()).toBeVisible();
  if (await discard.isVisible()) await discard.click();
  await expect(close).toBeHidden();
}

async function openEditor(page: Page, view: 'Form' | 'Text'): Promise<void> {
  await openPolicies(page);
  await page
    .getByRole('navigation', { name: 'Policies' })
    .getByRole('button', { name: 'New policy', exact: true })
    .click();
  await page.getByRole('radio', { name: view }).click();
  await expect(main(page).getByRole('region', { name: view, exact: true })).toBeVisible();
}

export const POLICIES: Scene = {
  name: 'Policies',
  open: async (page) => {
    await openPolicies(page);
    return main(page);
  },
};

/** All groups of the form are open. */
export const POLICY_FORM: Scene = {
  name: 'A policy as a form',
  open: async (page) => {
    await openEditor(page, 'Form');
    const closed = main(page).locator('details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    return main(page).getByRole('article');
  },
  last: /^button (Save policy|Close)/,
};

export const POLICY_TEXT: Scene = {
  name: 'A policy as text',
  open: async (page) => {
    await openEditor(page, 'Text');
    return main(page).getByRole('article');
  },
  last: /^button (Save policy|Close)/,
};
