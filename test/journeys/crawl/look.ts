import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;

export type Picture = (name: string) => Promise<void>;

/**
 * What is wrong for people who do not see, or not well: axe's serious and critical findings, one a line. All of its
 * rules in one theme; those about colours in the other as well, since nothing else differs.
 */
async function findings(page: Page, onlyColours: boolean): Promise<string[]> {
  // Electron has no second page in which axe could finish. What an open menu hides cannot be reached before it closes.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-aria-hidden="true"]');
  const { violations } = await (onlyColours ? axe.withRules(['color-contrast']) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 160)}\n  ${failureSummary ?? ''}`),
    );
}

/** Looks at the page in both themes, keeps a picture of each, and ends in the dark. */
export async function look(page: Page, name: string, picture: Picture): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await picture(`${name}-${theme}`);
    for (const finding of await findings(page, theme !== THEMES[0])) found.push(`${name}, ${theme}: ${finding}`);
  }
  return found;
}
